package dev.stockload.jobs;

import dev.stockload.imports.Imports;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.SheetLook;
import dev.stockload.jobs.take.SheetLook.First;
import dev.stockload.jobs.take.SheetLook.Sheet;
import dev.stockload.notifications.Ping;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunFailedException;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * Runs jobs, for the schedule, the console, the HTTP interface and commands alike: fetches the
 * sheets, imports each, and pings the job's monitor at start and end.
 */
public final class JobRuns {
    public static final String SCHEDULE = "schedule";

    /** How long a caller that does not wait for the first sheet waits for the others. */
    private static final Duration OTHERS = Duration.ofSeconds(2);

    private final Notifier notifier;
    private final UnaryOperator<String> ledgerName;
    private final Verifications checks;
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    /** {@code ledgerName} gives the ledger's name of an account; it throws without settings. */
    public JobRuns(Notifier notifier, UnaryOperator<String> ledgerName, Verifications checks) {
        this.notifier = notifier;
        this.ledgerName = ledgerName;
        this.checks = checks;
    }

    Notifier notifier() {
        return notifier;
    }

    /**
     * How to run a job.
     *
     * @param again whether to send the newest sheet again
     * @param force whether to ignore the brake
     * @param by who asks; {@link #SCHEDULE} if nobody does
     * @param file the file that a person calls the newest sheet
     * @param first what to do at the first run if there are many old sheets
     */
    public record Options(
            boolean again, boolean force, String by, Optional<String> file, Optional<First> first) {
        public Options(boolean again, boolean force, String by) {
            this(again, force, by, Optional.empty(), Optional.empty());
        }

        private boolean isAsked() {
            return !by.equals(SCHEDULE);
        }
    }

    /** Imports the sheets of a job. */
    public interface SheetImporter {
        /** Starts the import of a sheet, or finishes it. */
        StartedImport begin(Sheet sheet, ImportOrder order) throws IOException;

        /** Hears that a file cannot be used; the next one is imported all the same. */
        void unusable(Path file, UnusableSheetException why);

        /** Hears a sentence about a file that is not imported. */
        default void notice(String sentence) {}

        default boolean isStopped() {
            return false;
        }

        /** Called with what completes after the last sheet has ended and the monitor was called. */
        default void ending(CompletableFuture<Void> end) {}
    }

    /**
     * A started import.
     *
     * @param run its run; null if there is none
     * @param read completes once its sheet was read, or its run has ended
     */
    public record StartedImport(
            String run, CompletableFuture<?> read, CompletableFuture<Boolean> succeeded) {
        private static final StartedImport UNUSABLE =
                new StartedImport(
                        null,
                        CompletableFuture.completedFuture(null),
                        CompletableFuture.completedFuture(false));

        public static StartedImport of(ImportTicket ticket, ImportQueue queue) {
            return new StartedImport(
                    ticket.run(),
                    queue.untilRead(ticket),
                    ticket.result()
                            .handle((result, fault) -> fault == null && isCompleted(result)));
        }

        public static StartedImport of(Imports.Result result) {
            return new StartedImport(
                    result.run().id(),
                    CompletableFuture.completedFuture(null),
                    CompletableFuture.completedFuture(isCompleted(result)));
        }

        private static boolean isCompleted(Imports.Result result) {
            return result.run().state() == RunState.COMPLETED;
        }
    }

    /**
     * Takes one sheet after the other, and imports each until it was read: only then the next one
     * can be decided about. Returns how many were begun.
     */
    public int run(JobDefinition job, Options options, SheetImporter importer) throws IOException {
        return run(job, options, importer, () -> {});
    }

    /**
     * The same, but returns a moment after the first import was begun; the others follow. Another
     * import of the account may have to end before the first sheet can be read.
     */
    public int begin(JobDefinition job, Options options, SheetImporter importer)
            throws IOException {
        CompletableFuture<Void> first = new CompletableFuture<>();
        FutureTask<Integer> work =
                new FutureTask<>(
                        () -> {
                            try {
                                return run(job, options, importer, () -> first.complete(null));
                            } finally {
                                first.complete(null);
                            }
                        });
        new DaemonThreads("job-" + job.name()).newThread(work).start();
        try {
            first.get();
            return work.get(OTHERS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("Stockload is stopping");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException fault) {
                throw fault;
            }
            throw FaultMessages.unchecked((Exception) e.getCause());
        }
    }

    /** Whether the account of a job has its settings here. */
    boolean isSet(JobDefinition job) {
        try {
            return !ledgerName.apply(job.account()).isEmpty();
        } catch (Refusal e) {
            return false;
        }
    }

    private int run(JobDefinition job, Options options, SheetImporter importer, Runnable begun)
            throws IOException {
        ping(job, Ping.Event.START);
        Progress progress = new Progress(job, options, importer, begun);
        boolean all = false;
        try {
            if (options.file().isPresent()) {
                progress.importByHand(options.file().get());
            } else {
                progress.importNew();
            }
            all = true;
            return progress.ends.size();
        } finally {
            boolean whole = all;
            CompletableFuture<Void> ended =
                    CompletableFuture.allOf(progress.ends.toArray(CompletableFuture[]::new));
            importer.ending(ended.thenRun(() -> end(job, whole, progress.ends)));
        }
    }

    private static void ping(JobDefinition job, Ping.Event event) {
        job.notifySettings().ping().ifPresent(url -> Ping.call(job.name(), url, event));
    }

    private void end(JobDefinition job, boolean begun, List<CompletableFuture<Boolean>> ends) {
        boolean succeeded = begun && ends.stream().allMatch(CompletableFuture::join);
        String account = ledgerName.apply(job.account());
        notifier.moveSheets(job, account);
        ping(job, succeeded ? Ping.Event.SUCCESS : Ping.Event.FAIL);
        if (succeeded) {
            checks.after(job, account);
        }
    }

    /** One run of a job. */
    private final class Progress {
        private final JobDefinition job;
        private final Options options;
        private final SheetImporter importer;
        private final Runnable begun;
        private final String account;
        private final List<CompletableFuture<Boolean>> ends = new ArrayList<>();

        Progress(JobDefinition job, Options options, SheetImporter importer, Runnable begun) {
            this.job = job;
            this.options = options;
            this.importer = importer;
            this.begun = begun;
            this.account = ledgerName.apply(job.account());
        }

        void importByHand(String file) throws IOException {
            try (SheetLook look = notifier.sheets().byHand(job, account)) {
                Sheet sheet = look.byHand(file);
                StartedImport started = begin(sheet, options.again());
                started.read().join();
                wasRead(look, sheet, started);
                look.end().forEach(importer::notice);
            }
        }

        /** One after the other within this process, so that a slow source is read once. */
        private SheetLook look() throws IOException {
            synchronized (locks.computeIfAbsent(job.name(), name -> new Object())) {
                return notifier.look(job, account, options.isAsked(), options.first());
            }
        }

        void importNew() throws IOException {
            try (SheetLook look = look()) {
                look.unreadable()
                        .forEach(
                                (file, why) -> {
                                    notifier.unusable(job, file, why.getMessage());
                                    importer.unusable(file, why);
                                    ends.add(CompletableFuture.completedFuture(false));
                                });
                Optional<Sheet> next = look.next();
                boolean read = true;
                while (read && next.isPresent() && !importer.isStopped()) {
                    StartedImport started = begin(next.get(), false);
                    started.read().join();
                    read = wasRead(look, next.get(), started);
                    next = read ? look.next() : next;
                }
                look.end().forEach(importer::notice);
                if (ends.isEmpty() && look.hasUnusable()) {
                    // It was reported at its run; another run would end the same way.
                    ends.add(CompletableFuture.completedFuture(false));
                } else if (ends.isEmpty() && next.isEmpty()) {
                    Optional<Sheet> newest = look.newest();
                    if (newest.isPresent()) {
                        begin(newest.get(), options.again());
                    }
                }
            }
        }

        private StartedImport begin(Sheet sheet, boolean again) throws IOException {
            ImportOrder order =
                    sheet.order(
                            job.order(sheet.copy(), account, again, options.force())
                                    .askedBy(options.by()));
            StartedImport started;
            try {
                started = importer.begin(sheet, order);
            } catch (UnusableSheetException e) {
                importer.unusable(Path.of(sheet.name()), e);
                started = StartedImport.UNUSABLE;
            }
            ends.add(started.succeeded());
            begun.run();
            return started;
        }

        /** Whether the sheet was read; if its run failed before, it is taken up again later. */
        private boolean wasRead(SheetLook look, Sheet sheet, StartedImport started) {
            Optional<Run> run =
                    Optional.ofNullable(started.run()).flatMap(notifier.ledger().runs()::find);
            boolean unusable = run.filter(each -> !each.isUnusable()).isEmpty();
            boolean read = unusable || run.get().isStaged() || !run.get().isUnfinished();
            if (read) {
                look.read(sheet, !unusable);
            }
            return read;
        }
    }
}
