package dev.stockload.jobs;

import dev.stockload.imports.Imports;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.JobSheets.FoundSheets;
import dev.stockload.jobs.take.JobSheets.FoundSheets.Sheet;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.RunState;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Runs jobs, the one way for the schedule, the pages, other programs and commands: the sheets are
 * fetched, each becomes an import, and the monitor of the job hears how it began and ended.
 */
public final class JobRuns {
    private final Notifier notifier;
    private final UnaryOperator<String> accounts;

    /**
     * How a job is to be run.
     *
     * @param again whether to send files anew that were imported before
     * @param force whether to go on against the brake
     */
    public record Asked(boolean again, boolean force) {}

    /** Who does the imports of a job. */
    public interface Door {
        /** Hears of all sheets before the first is imported. */
        default void found(FoundSheets found) {}

        /** Imports a sheet, or lets that begin. */
        Begun begin(Sheet sheet, ImportOrder order) throws IOException;

        /** Whether no more is to begin. */
        default boolean isStopped() {
            return false;
        }
    }

    /**
     * An import of a job.
     *
     * @param number the place of its run among those of the account; 0 where there is none
     * @param well whether everything was imported, once that is known
     */
    public record Begun(long number, CompletableFuture<Boolean> well) {
        /** One of which nothing came. */
        public static final Begun UNUSABLE = new Begun(0, CompletableFuture.completedFuture(false));

        public static Begun of(ImportTicket ticket) {
            return new Begun(
                    ticket.number(),
                    ticket.result()
                            .handle((result, fault) -> fault == null && isCompleted(result)));
        }

        public static Begun of(Imports.Result result) {
            return new Begun(
                    result.run().number(), CompletableFuture.completedFuture(isCompleted(result)));
        }

        private static boolean isCompleted(Imports.Result result) {
            return result.run().state() == RunState.COMPLETED;
        }
    }

    /**
     * @param notifier hears why there are no sheets
     * @param accounts the name by which the ledger knows an account
     */
    public JobRuns(Notifier notifier, UnaryOperator<String> accounts) {
        this.notifier = notifier;
        this.accounts = accounts;
    }

    /**
     * Imports the sheets of a job that are new or were not finished, oldest first.
     *
     * @return what was found
     */
    public FoundSheets run(JobDefinition job, Asked asked, Door door) throws IOException {
        Ping.call(job, Ping.Event.START);
        List<CompletableFuture<Boolean>> ends = new ArrayList<>();
        boolean all = false;
        try {
            String account = accounts.apply(job.account());
            FoundSheets found = notifier.take(job, account, asked.again());
            door.found(found);
            long last = 0;
            for (Sheet sheet : found.sheets()) {
                if (door.isStopped()) {
                    return found;
                }
                ImportOrder order = job.order(sheet.file(), account, asked.again(), asked.force());
                Begun begun = door.begin(sheet, sheet.order(order, last));
                last = Math.max(last, begun.number());
                ends.add(begun.well());
            }
            all = true;
            return found;
        } finally {
            boolean begun = all;
            CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
                    .thenRun(
                            () -> {
                                boolean well =
                                        begun && ends.stream().allMatch(CompletableFuture::join);
                                Ping.call(job, well ? Ping.Event.SUCCESS : Ping.Event.FAIL);
                            });
        }
    }

    /**
     * Calls the monitor of a job when it begins and when it ends, so that somebody notices a
     * machine that does neither. The job does not wait for it.
     */
    public static final class Ping {
        private static final Logger LOG = LoggerFactory.getLogger(Ping.class);
        private static final Duration ANSWER = Duration.ofSeconds(5);
        private static final HttpClient HTTP =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(ANSWER)
                        .build();

        private static final Map<URI, CompletableFuture<Void>> LAST = new ConcurrentHashMap<>();

        /** What a job does: the end of the address that is called. */
        enum Event {
            START("/start"),
            SUCCESS(""),
            FAIL("/fail");

            private final String end;

            Event(String end) {
                this.end = end;
            }
        }

        private Ping() {}

        static void call(JobDefinition job, Event event) {
            job.notifySettings().ping().ifPresent(url -> call(job.name(), url, event));
        }

        /** Waits until the monitors have heard of everything, or do not answer. */
        public static void flush() {
            CompletableFuture.allOf(LAST.values().toArray(CompletableFuture[]::new)).join();
        }

        /** One after the other: a monitor that hears of the end first waits for another. */
        private static void call(String job, URI url, Event event) {
            LAST.compute(
                    url,
                    (monitor, last) ->
                            last == null
                                    ? send(job, url, event)
                                    : last.thenCompose(done -> send(job, url, event)));
        }

        private static CompletableFuture<Void> send(String job, URI url, Event event) {
            String address = url.toString();
            int query = address.indexOf('?');
            String path = query < 0 ? address : address.substring(0, query);
            URI whole =
                    URI.create(
                            path.replaceFirst("/+$", "")
                                    + event.end
                                    + (query < 0 ? "" : address.substring(query)));
            HttpRequest request = HttpRequest.newBuilder(whole).timeout(ANSWER).GET().build();
            return HTTP.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                    .handle(
                            (answer, fault) -> {
                                if (fault != null || answer.statusCode() >= 300) {
                                    // The address may hold a secret.
                                    LOG.warn(
                                            "The monitor of job {} at {} did not hear of its {}",
                                            job,
                                            url.getHost(),
                                            event.name().toLowerCase(Locale.ROOT));
                                }
                                return null;
                            });
        }
    }
}
