package dev.stockload.jobs;

import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.JobContext;
import dev.stockload.jobs.take.MovedSheets;
import dev.stockload.jobs.take.NewSheets;
import dev.stockload.jobs.take.SheetLook;
import dev.stockload.jobs.take.SheetLook.First;
import dev.stockload.jobs.take.SheetLook.Sheet;
import dev.stockload.notifications.Ping;
import dev.stockload.process.RunStoppedException;
import dev.stockload.queue.BegunJobs;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Run;
import dev.stockload.runs.Runs;
import dev.stockload.runs.WaitingRuns;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Runs jobs, for the schedule, the console, the HTTP interface and commands alike: fetches the
 * sheets, imports each, and pings the job's monitor at start and end.
 */
public final class JobRuns {
    public static final String SCHEDULE = "schedule";

    private final Notifier notifier;
    private final JobContext context;
    private final UnaryOperator<String> ledgerName;
    private final Predicate<String> isSet;
    private final Runs runs;
    private final WaitingRuns waiting;
    private final BegunJobs begun;
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    /** {@code ledgerName} gives the ledger's name of an account; it throws without settings. */
    public JobRuns(Notifier notifier, UnaryOperator<String> ledgerName, Predicate<String> isSet) {
        this.isSet = isSet;
        this.notifier = notifier;
        this.ledgerName = ledgerName;
        this.context = notifier.context();
        this.runs = context.ledger().runs();
        this.waiting = context.ledger().waitingRuns();
        this.begun = new BegunJobs(context.ledger().database());
    }

    Notifier notifier() {
        return notifier;
    }

    Instant now() {
        return context.ledger().owners().now();
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
        /** Finishes the import of a sheet, or enters it for whoever serves; returns its run. */
        String begin(Sheet sheet, ImportOrder order) throws IOException;

        /** Hears that a file cannot be used; the next one is imported all the same. */
        void unusable(Path file, UnusableSheetException why);

        /** Hears a sentence about a file that is not imported. */
        default void notice(String sentence) {}

        /** The store of an account is to be compared, as its job asks for from time to time. */
        default void compareStore(String account) {}

        /** Until when a run is tried again that fails for now; empty if it is not. */
        default Optional<Instant> retried() {
            return Optional.empty();
        }

        default boolean isStopped() {
            return false;
        }
    }

    /**
     * The sheets that were entered as waiting runs.
     *
     * @param refused why files cannot be used
     * @param notices sentences about files that were not taken
     */
    public record EnteredSheets(
            ImportQueue queue,
            Optional<Instant> retried,
            List<ImportTicket> tickets,
            List<String> refused,
            List<String> notices)
            implements SheetImporter {
        public EnteredSheets(ImportQueue queue, Optional<Instant> retried) {
            this(queue, retried, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        @Override
        public String begin(Sheet sheet, ImportOrder order) throws IOException {
            return submit(order).run();
        }

        @Override
        public void notice(String sentence) {
            notices.add(sentence);
        }

        @Override
        public void compareStore(String account) {
            queue.check(account);
        }

        @Override
        public boolean isStopped() {
            return queue.isClosed();
        }

        public ImportTicket submit(ImportOrder order) throws IOException {
            ImportTicket ticket = queue.submit(order, retried);
            tickets.add(ticket);
            return ticket;
        }

        /**
         * What to say of a run to a program, such as that its sheet was imported before; or null.
         */
        public String note(String run) {
            for (ImportTicket ticket : tickets) {
                if (ticket.run().equals(run) && ticket.note().isPresent()) {
                    String more = ticket.earlier().isPresent() ? ". again=true sends it again" : "";
                    return ticket.note().get() + more;
                }
            }
            return null;
        }

        @Override
        public void unusable(Path file, UnusableSheetException why) {
            refused.add(why.getMessage());
        }
    }

    /**
     * Begins a job: imports its sheets up to the first that is not read at once, which whoever
     * serves does. Whoever serves and has the job goes on with it.
     */
    public void begin(JobDefinition job, Options options, SheetImporter importer)
            throws IOException {
        ping(job, Ping.Event.START);
        Instant until = importer.retried().orElse(Instant.EPOCH);
        Pass pass =
                new Pass(
                        job,
                        importer,
                        new JobProgress(options, Set.of(), null, null, false, until));
        try {
            pass.first();
            goOn(job, pass.progress(), importer)
                    .ifPresent(progress -> begun.add(job.name(), progress, now()));
        } catch (IOException | RuntimeException e) {
            end(job, false, importer);
            throw e;
        }
    }

    /**
     * Goes on with a job that was begun: takes its next sheet if the last one was read, and ends
     * the job if none of its runs waits; empty once nothing is left to do.
     */
    Optional<JobProgress> goOn(JobDefinition job, JobProgress before, SheetImporter importer)
            throws IOException {
        JobProgress progress = before;
        if (progress.unread() != null && isRead(progress.unread())) {
            Pass pass = new Pass(job, importer, progress);
            pass.next();
            progress = pass.progress();
        }
        if (isOpen(progress)) {
            return Optional.of(progress);
        }
        end(job, hasSucceeded(progress), importer);
        return Optional.empty();
    }

    /** Whether something can be done now for a job that was begun. */
    boolean isReady(JobProgress progress) {
        return progress.unread() != null && isRead(progress.unread()) || !isOpen(progress);
    }

    private boolean isOpen(JobProgress progress) {
        return progress.runs().stream().anyMatch(run -> waiting.find(run).isPresent());
    }

    private boolean isRead(String run) {
        return runs.find(run).filter(each -> !wasRead(each)).isEmpty();
    }

    /** If the run of a sheet failed before it was read, the sheet is taken up again later. */
    private static boolean wasRead(Run run) {
        return run.isUnusable() || run.isStaged() || !run.isUnfinished();
    }

    private boolean hasSucceeded(JobProgress progress) {
        return !progress.failed()
                && progress.runs().stream()
                        .flatMap(run -> runs.find(run).stream())
                        .allMatch(run -> run.state() == Run.State.COMPLETED);
    }

    /** Whether the account of a job has its settings here. */
    boolean isSet(JobDefinition job) {
        return isSet.test(job.account());
    }

    private static void ping(JobDefinition job, Ping.Event event) {
        job.notifySettings().ping().ifPresent(url -> Ping.call(job.name(), url, event));
    }

    void end(JobDefinition job, boolean succeeded, SheetImporter importer) {
        String account = ledgerName.apply(job.account());
        new MovedSheets(context, job, account).move();
        ping(job, succeeded ? Ping.Event.SUCCESS : Ping.Event.FAIL);
        Instant since = context.time().instant().minus(job.verifyEvery());
        if (succeeded
                && job.options().verify() == VerifyMode.STORE
                && StoreVerification.last(context.ledger(), account)
                        .filter(check -> check.at().isAfter(since))
                        .isEmpty()) {
            importer.compareStore(account);
        }
    }

    /** One look at the source of a job, and the sheets that were taken from it. */
    private final class Pass {
        private final JobDefinition job;
        private final Options options;
        private final SheetImporter importer;
        private final JobProgress before;
        private final String account;
        private final Set<String> begun;
        private boolean failed;
        private String unread;
        private String left;

        Pass(JobDefinition job, SheetImporter importer, JobProgress before) {
            this.job = job;
            this.options = before.options();
            this.importer = importer;
            this.before = before;
            this.account = ledgerName.apply(job.account());
            this.begun = new LinkedHashSet<>(before.runs());
            this.failed = before.failed();
        }

        JobProgress progress() {
            return new JobProgress(options, begun, unread, left, failed, before.until());
        }

        void first() throws IOException {
            if (options.file().isEmpty()) {
                try (SheetLook look = look()) {
                    take(look);
                }
                return;
            }
            try (SheetLook look = new NewSheets(context).byHand(job, account)) {
                importSheet(look, look.byHand(options.file().get()), options.again());
                left = look.left();
                look.end().forEach(importer::notice);
            }
        }

        /** One after the other within this process, so that a slow source is read once. */
        private SheetLook look() throws IOException {
            try {
                synchronized (locks.computeIfAbsent(job.name(), name -> new Object())) {
                    return new NewSheets(context)
                            .look(job, account, options.isAsked(), options.first());
                }
            } catch (IOException | RuntimeException e) {
                // Whom the job notifies need not be who asked for it.
                notifier.fetchFailed(job, e);
                throw e;
            }
        }

        void next() throws IOException {
            Optional<Run> read = runs.find(before.unread());
            try (SheetLook look =
                    new NewSheets(context)
                            .goOn(job, account, read, before.left(), options.first())) {
                if (options.file().isEmpty()) {
                    take(look);
                }
            }
        }

        private void take(SheetLook look) throws IOException {
            look.unreadable()
                    .forEach(
                            (file, why) -> {
                                // Any other unusable file is reported by its run.
                                if (!Files.isReadable(file)) {
                                    notifier.failed(job, why.getMessage());
                                }
                                importer.unusable(file, why);
                                failed = true;
                            });
            Optional<Sheet> next = look.next();
            while (next.isPresent() && importSheet(look, next.get(), false)) {
                next = look.next();
            }
            left = look.left();
            if (unread == null) {
                look.end().forEach(importer::notice);
            }
            boolean nothing = begun.isEmpty() && !failed;
            if (nothing && look.hasUnusable()) {
                // It was reported at its run; another run would end the same way.
                failed = true;
            } else if (nothing && next.isEmpty()) {
                Optional<Sheet> newest = look.newest();
                if (newest.isPresent()) {
                    begin(newest.get(), options.again());
                }
            }
        }

        /** Returns whether the sheet was read, so that the next one can be decided about. */
        private boolean importSheet(SheetLook look, Sheet sheet, boolean again) throws IOException {
            Optional<Run> run = begin(sheet, again).flatMap(runs::find);
            if (run.filter(each -> !wasRead(each)).isPresent()) {
                unread = run.get().id();
                return false;
            }
            unread = null;
            look.read(sheet, run.filter(each -> !each.isUnusable()).isPresent());
            return true;
        }

        private Optional<String> begin(Sheet sheet, boolean again) throws IOException {
            if (importer.isStopped()) {
                throw new RunStoppedException();
            }
            ImportOrder order =
                    sheet.order(
                            job.order(sheet.copy(), account, again, options.force())
                                    .askedBy(options.by()));
            try {
                String run = importer.begin(sheet, order);
                begun.add(run);
                return Optional.of(run);
            } catch (UnusableSheetException e) {
                importer.unusable(Path.of(sheet.name()), e);
                failed = true;
                return Optional.empty();
            }
        }
    }
}
