package dev.stockload.web.parts;

import dev.stockload.imports.store.StoreExport;
import dev.stockload.imports.store.StoreExport.Exported;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.runs.Caller;
import dev.stockload.runs.RunListener.ProductProgress;
import dev.stockload.sheet.SheetTemplate;
import dev.stockload.stock.Refusal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.Resource;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sheets of a store that the console and the HTTP interface offer: its stock, which is exported in
 * the background, once at a time for each account, or an empty one.
 */
@Component
public class StoreFiles {
    private static final Logger LOG = LoggerFactory.getLogger(StoreFiles.class);

    private final WebContext context;
    private final Map<String, Task> tasks = new ConcurrentHashMap<>();

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

    StoreFiles(WebContext context) {
        this.context = context;
    }

    /**
     * Starts an export.
     *
     * @param format the ending of the file: xlsx or csv
     * @param known what the service accepted last, without asking it
     * @param products only these; all if there are none
     */
    public void export(String account, String format, boolean known, List<String> products)
            throws IOException {
        String key = context.workspace().account(account);
        Set<Integer> only =
                products.isEmpty()
                        ? Set.of()
                        : context.fromService(
                                caller ->
                                        context.workspace()
                                                .history(caller)
                                                .products(key)
                                                .all(products));
        if (!format.equals("xlsx") && !format.equals("csv")) {
            throw Refusal.badRequest("format is xlsx or csv, but this is '%s'".formatted(format));
        }
        if (!known) {
            context.workspace().process().merchants().expectSet(key);
        }
        start(key, file("stock-%s.%s".formatted(key, format)), known, only);
    }

    private synchronized void start(String key, Path file, boolean known, Set<Integer> only) {
        if (of(key).filter(Task::running).isPresent()) {
            throw Refusal.conflict("The stock of this account is being exported already");
        }
        tasks.put(key, new Task(0, 0, null, null));
        Runnable work = () -> tasks.put(key, ended(key, file, known, only));
        DaemonThreads.small("store-export").newThread(work).start();
    }

    private Task ended(String key, Path file, boolean known, Set<Integer> only) {
        ProductProgress progress =
                (done, products) -> tasks.put(key, new Task(done, products, null, null));
        try {
            StoreExport export = export(context.workspace().caller());
            Exported exported =
                    known ? export.known(key, only, file) : export.shown(key, only, file, progress);
            return new Task(0, 0, exported.withoutFolder(), null);
        } catch (IOException | RuntimeException e) {
            LOG.warn("The stock of {} could not be exported", key, e);
            return new Task(0, 0, null, FaultMessages.unchecked(e));
        }
    }

    private StoreExport export(Caller caller) {
        return new StoreExport(context.workspace().process(), caller);
    }

    private Path file(String name) throws IOException {
        return Files.createDirectories(context.data().resolve("exports")).resolve(name);
    }

    /** The last export of an account that this process has started. */
    public Optional<Task> of(String key) {
        return Optional.ofNullable(tasks.get(key));
    }

    /** What the last export of this process wrote; empty as long as it is under way. */
    public Optional<Exported> exported(String account) {
        String nothing = "Nothing was exported since Stockload was started";
        Task task =
                of(context.workspace().account(account))
                        .orElseThrow(() -> Refusal.notFound(nothing));
        if (task.failure() != null) {
            throw task.failure();
        }
        return Optional.ofNullable(task.result());
    }

    public ResponseEntity<Resource> exportedFile(String account) throws IOException {
        Exported done =
                exported(account)
                        .orElseThrow(() -> Refusal.conflict("The stock is still being exported"));
        return Download.of(file(done.file()));
    }

    public ResponseEntity<Resource> template(String account) throws IOException {
        String key = context.workspace().account(account);
        Path file = file("empty-%s.xlsx".formatted(key));
        SheetTemplate.write(context.fromService(caller -> export(caller).items(key)), file);
        return Download.of(file);
    }
}
