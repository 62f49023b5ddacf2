package dev.stockload.imports.store;

import dev.stockload.batch.ProcessContext;
import dev.stockload.imports.store.StoreExport.Exported;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.runs.Caller;
import dev.stockload.runs.RunListener.ProductProgress;
import dev.stockload.stock.Refusal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Exports in the background, one at a time for each account, and the files that they wrote. */
public final class StoreExports {
    private static final Logger LOG = LoggerFactory.getLogger(StoreExports.class);

    private final ProcessContext process;
    private final StoreExport export;
    private final Map<String, Task> tasks = new ConcurrentHashMap<>();

    /**
     * What to export.
     *
     * @param format the ending of the file: xlsx or csv
     * @param known what the service accepted last, without asking it
     * @param only these products; all if there are none
     */
    public record Order(String account, String format, boolean known, Set<Integer> only) {
        public Order {
            if (!format.equals("xlsx") && !format.equals("csv")) {
                throw Refusal.badRequest(
                        "format is xlsx or csv, but this is '%s'".formatted(format));
            }
        }
    }

    /**
     * An export that this process has started.
     *
     * @param result null before its end
     * @param failure why it ended early; null if it did not
     */
    public record Task(int done, int products, Exported result, RuntimeException failure) {
        public boolean running() {
            return result == null && failure == null;
        }

        public String fault() {
            return failure == null ? null : FaultMessages.explain(failure);
        }
    }

    public StoreExports(ProcessContext process, Caller caller) {
        this.process = process;
        this.export = new StoreExport(process, caller);
    }

    /** The last export of an account that this process has started. */
    public Optional<Task> of(String account) {
        return Optional.ofNullable(tasks.get(account));
    }

    /** A file for an account to download. */
    public Path file(String name) throws IOException {
        return Files.createDirectories(process.data().resolve("exports")).resolve(name);
    }

    public synchronized void start(Order order) throws IOException {
        String account = order.account();
        Path file = file("stock-%s.%s".formatted(account, order.format()));
        if (!order.known()) {
            process.merchants().expectSet(account);
        }
        if (of(account).filter(Task::running).isPresent()) {
            throw Refusal.conflict("The stock of this account is being exported already");
        }
        tasks.put(account, new Task(0, 0, null, null));
        Runnable work = () -> tasks.put(account, ended(order, file));
        DaemonThreads.small("store-export").newThread(work).start();
    }

    private Task ended(Order order, Path file) {
        String account = order.account();
        ProductProgress progress =
                (done, products) -> tasks.put(account, new Task(done, products, null, null));
        try {
            Exported exported =
                    order.known()
                            ? export.known(account, order.only(), file)
                            : export.shown(account, order.only(), file, progress);
            return new Task(0, 0, exported.withoutFolder(), null);
        } catch (IOException | RuntimeException e) {
            LOG.warn("The stock of {} could not be exported", account, e);
            return new Task(0, 0, null, FaultMessages.unchecked(e));
        }
    }
}
