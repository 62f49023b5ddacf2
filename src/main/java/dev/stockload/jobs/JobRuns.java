package dev.stockload.jobs;

import dev.stockload.imports.Imports;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.NewSheets.FoundSheets;
import dev.stockload.jobs.take.NewSheets.FoundSheets.Sheet;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.sheet.rows.UnusableSheetException;

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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Runs jobs, for the schedule, the console, the HTTP interface and commands alike: fetches the
 * sheets, imports each, and pings the job's monitor at start and end.
 */
public final class JobRuns {
    private final Notifier notifier;
    private final UnaryOperator<String> ledgerName;
    private final StoreChecks checks;
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    /** {@code ledgerName} gives the ledger's name of an account. */
    public JobRuns(Notifier notifier, UnaryOperator<String> ledgerName, StoreChecks checks) {
        this.notifier = notifier;
        this.ledgerName = ledgerName;
        this.checks = checks;
    }

    Notifier notifier() {
        return notifier;
    }

    /** {@code again} sends imported files again, {@code force} ignores the brake. */
    public record Options(boolean again, boolean force, String by) {}

    /** Imports the sheets of a job. */
    public interface SheetImporter {
        /** Called with all sheets before the first is imported. */
        default void found(FoundSheets found) {}

        /** Starts the import of a sheet; nobody else can run the job until this returns. */
        StartedImport begin(Sheet sheet, ImportOrder order) throws IOException;

        /** Hears that a sheet cannot be used; the next one is imported all the same. */
        void unusable(Sheet sheet, UnusableSheetException why);

        default boolean isStopped() {
            return false;
        }

        /** Called with what completes after the last sheet has ended and the monitor was called. */
        default void ending(CompletableFuture<Void> end) {}
    }

    /** A started import; {@code number} counts within the account, and is 0 if there is no run. */
    public record StartedImport(
            long number, Optional<Run> earlier, CompletableFuture<Boolean> succeeded) {
        public static final StartedImport UNUSABLE =
                new StartedImport(0, Optional.empty(), CompletableFuture.completedFuture(false));

        public static StartedImport of(ImportTicket ticket) {
            return new StartedImport(
                    ticket.entered().number(),
                    ticket.earlier(),
                    ticket.result()
                            .handle((result, fault) -> fault == null && isCompleted(result)));
        }

        public static StartedImport of(Imports.Result result) {
            return new StartedImport(
                    result.run().number(),
                    result.earlier().map(words -> result.run()),
                    CompletableFuture.completedFuture(isCompleted(result)));
        }

        private static boolean isCompleted(Imports.Result result) {
            return result.run().state() == RunState.COMPLETED;
        }
    }

    /**
     * Imports the sheets that are new or were not finished, oldest first; returns those found.
     * Until they are submitted, nobody else in this process takes them for new.
     */
    public FoundSheets run(JobDefinition job, Options options, SheetImporter importer)
            throws IOException {
        synchronized (locks.computeIfAbsent(job.name(), name -> new Object())) {
            return runAlone(job, options, importer);
        }
    }

    private FoundSheets runAlone(JobDefinition job, Options options, SheetImporter importer)
            throws IOException {
        Ping.call(job, Ping.Event.START);
        List<CompletableFuture<Boolean>> ends = new ArrayList<>();
        boolean all = false;
        try {
            String account = ledgerName.apply(job.account());
            FoundSheets found = notifier.take(job, account, options.again());
            importer.found(found);
            long last = 0;
            for (Sheet sheet : found.sheets()) {
                if (importer.isStopped()) {
                    return found;
                }
                ImportOrder order =
                        job.order(sheet.file(), account, options.again(), options.force())
                                .askedBy(options.by());
                StartedImport started = begun(job, sheet, sheet.order(order, last), importer);
                last = Math.max(last, started.number());
                ends.add(started.succeeded());
            }
            all = true;
            return found;
        } finally {
            boolean begun = all;
            CompletableFuture<Void> ended =
                    CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
            importer.ending(ended.thenRun(() -> end(job, begun, ends)));
        }
    }

    private void end(JobDefinition job, boolean begun, List<CompletableFuture<Boolean>> ends) {
        boolean succeeded = begun && ends.stream().allMatch(CompletableFuture::join);
        Ping.call(job, succeeded ? Ping.Event.SUCCESS : Ping.Event.FAIL);
        if (succeeded) {
            checks.after(job, ledgerName.apply(job.account()));
        }
    }

    private StartedImport begun(
            JobDefinition job, Sheet sheet, ImportOrder order, SheetImporter importer)
            throws IOException {
        try {
            StartedImport started = importer.begin(sheet, order);
            started.earlier().ifPresent(run -> notifier.cameAgain(job, order.file(), run));
            return started;
        } catch (UnusableSheetException e) {
            notifier.unusable(job, order.file(), e.getMessage());
            importer.unusable(sheet, e);
            return StartedImport.UNUSABLE;
        }
    }

    /**
     * Calls the monitor of a job when it starts and ends, so that a machine that is down is
     * noticed. The job does not wait for the answer.
     */
    public static final class Ping {
        private static final Logger LOG = LoggerFactory.getLogger(Ping.class);
        private static final Duration ANSWER = Duration.ofSeconds(5);
        private static final HttpClient HTTP =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

        private static final Map<URI, CompletableFuture<Void>> LAST = new ConcurrentHashMap<>();

        enum Event {
            START,
            SUCCESS,
            FAIL
        }

        private Ping() {}

        static void call(JobDefinition job, Event event) {
            job.notifySettings().ping().ifPresent(url -> call(job.name(), url, event));
        }

        /** Waits until all calls were answered or have timed out. */
        public static void flush() {
            CompletableFuture.allOf(LAST.values().toArray(CompletableFuture[]::new)).join();
        }

        /** In order: a monitor that gets the end before the start would wait for another end. */
        private static void call(String job, URI url, Event event) {
            LAST.compute(
                    url,
                    (monitor, last) ->
                            last == null
                                    ? send(job, url, event)
                                    : last.thenCompose(done -> send(job, url, event)));
        }

        private static CompletableFuture<Void> send(String job, URI url, Event event) {
            String key = event.name().toLowerCase(Locale.ROOT);
            String end = event == Event.SUCCESS ? "" : "/" + key;
            // The query follows the path.
            URI whole = URI.create(url.toString().replaceFirst("/*(\\?|$)", end + "$1"));
            HttpRequest request = HttpRequest.newBuilder(whole).timeout(ANSWER).GET().build();
            return HTTP.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                    .handle(
                            (answer, fault) -> {
                                if (fault != null || answer.statusCode() >= 300) {
                                    // Only the host: the rest of the address may hold a secret.
                                    LOG.warn(
                                            "The monitor of job {} at {} could not be called for"
                                                    + " its {}",
                                            job,
                                            url.getHost(),
                                            key);
                                }
                                return null;
                            });
        }
    }
}
