package dev.stockload.jobs.take;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.JobSheets.FoundSheets.Sheet;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunStoppedException;
import dev.stockload.process.Time;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.runs.SourceFiles.Seen;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sources.FetchFailures;
import dev.stockload.sources.FetchFailures.Failure;
import dev.stockload.sources.FolderSource;
import dev.stockload.sources.Source;
import dev.stockload.sources.SourceFile;
import dev.stockload.sources.Sources;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sheets of jobs that are to be imported now, from folders and from sources alike. */
public final class JobSheets {
    private static final Logger LOG = LoggerFactory.getLogger(JobSheets.class);

    private final JobContext context;
    private final Ledger ledger;
    private final FinishedSheets afterwards;

    /**
     * What a look at the source of a job has shown.
     *
     * @param serverKey how the server proves who it is
     * @param found the files that match, oldest first
     * @param taken how many of them would be imported now
     */
    public record Look(
            Optional<String> serverKey, List<SourceFile> found, int taken, Duration took) {
        @Override
        public String toString() {
            String newest =
                    found.isEmpty() ? "" : ", the newest " + found.get(found.size() - 1).name();
            return "%s found%s; %s would be imported now (looked for %.1f s)"
                    .formatted(
                            Count.of(found.size(), "file"),
                            newest,
                            Count.of(taken),
                            took.toMillis() / 1000.0);
        }
    }

    /**
     * The newest sheet of a job.
     *
     * @param files how many there are
     */
    public record Newest(Path file, int files) {}

    /** What becomes of a file that was found. */
    private enum Choice {
        /** It becomes a run, or what was imported before is told. */
        NEW,
        /** Its run is the one that goes on, or that could not use it. */
        GOES_ON,
        DONE,
        /** Its run could not use it, and a newer sheet was taken since. */
        OUTDATED
    }

    public JobSheets(JobContext context) {
        this.context = context;
        this.ledger = context.ledger();
        this.afterwards = new FinishedSheets(context);
    }

    /**
     * The sheets to import now, oldest first.
     *
     * @param account as the ledger knows it
     * @param again whether those are wanted too that were imported before
     */
    public FoundSheets take(JobDefinition job, String account, boolean again) throws IOException {
        // Looked up first: what others enter while we look is not new to us.
        long after = ledger.runs().last(account);
        try (Source source = context.open(job)) {
            FoundSheets found = new Looked(job, account, source, again).take(after);
            new FetchFailures(ledger.database()).clear(job.name());
            found.left().forEach(LOG::info);
            return found;
        } catch (RunStoppedException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            if (!isNoSheet(e)) {
                failed(job, e);
            }
            throw e;
        }
    }

    /**
     * The complete files of this machine that a job reads, oldest first.
     *
     * @throws Refusal where there is not even the folder
     */
    public static List<Path> files(JobDefinition job) throws IOException {
        return SheetListing.of(job, new FolderSource(job.home())).stream()
                .map(file -> JobDefinition.shown(Path.of(file.path())))
                .toList();
    }

    public static boolean isNoSheet(Exception fault) {
        return fault instanceof Refusal refusal && refusal.kind() == Refusal.Kind.NO_SHEET;
    }

    /** A fetch that fails is known until one succeeds. */
    private void failed(JobDefinition job, Exception fault) {
        String why = FaultMessages.sentence(fault);
        try {
            new FetchFailures(ledger.database())
                    .put(new Failure(job.name(), job.source(), context.time().instant(), why));
        } catch (RuntimeException e) {
            // The ledger may be what failed.
            fault.addSuppressed(e);
        }
    }

    /**
     * The newest sheet as it is now, for who wants to see what would change: nothing is noted, and
     * nobody told.
     *
     * @throws UnusableSheetException where there is none
     */
    public Newest newest(JobDefinition job) throws IOException {
        try (Source source = context.open(job)) {
            Map<String, Seen> known = ledger.sourceFiles().of(job.name(), job.source());
            List<SourceFile> files = SheetListing.of(job, source);
            SheetCopies copies = new SheetCopies(context, job, source);
            List<SourceFile> last = files.subList(Math.max(0, files.size() - 1), files.size());
            for (SourceFile file : copies.standingStill(last, known)) {
                Optional<Seen> seen = copies.fetch(file, known.get(file.path()), false);
                if (seen.isPresent()) {
                    return new Newest(JobDefinition.shown(seen.get().file()), files.size());
                }
            }
            List<String> sentences =
                    new ArrayList<>(List.of("There is no sheet for job " + job.name()));
            sentences.addAll(copies.left());
            throw new UnusableSheetException(String.join(". ", sentences));
        }
    }

    public Look look(JobDefinition job, String account) throws IOException {
        long from = System.nanoTime();
        try (Source source = context.open(job)) {
            List<SourceFile> found = SheetListing.look(job, source);
            Looked looked = new Looked(job, account, source, false);
            int taken = 0;
            for (SourceFile file : found) {
                Choice choice = looked.choice(file, file.equals(found.get(found.size() - 1)));
                taken += choice == Choice.NEW || choice == Choice.GOES_ON ? 1 : 0;
            }
            Duration took = Duration.ofNanos(System.nanoTime() - from);
            return new Look(source.serverKey(), found, taken, took);
        }
    }

    /** A look at the source of a job, and what is known of its files. */
    private final class Looked {
        private final JobDefinition job;
        private final String account;
        private final Source source;
        private final boolean again;
        private final Map<String, Seen> known;
        private final Optional<Run> newestRun;
        private boolean anyWanted;

        Looked(JobDefinition job, String account, Source source, boolean again) {
            this.job = job;
            this.account = account;
            this.source = source;
            this.again = again;
            this.known = ledger.sourceFiles().of(job.name(), job.source());
            this.newestRun = ledger.runs().newest(account, job.name());
        }

        FoundSheets take(long after) throws IOException {
            List<SourceFile> files = SheetListing.of(job, source);
            SheetCopies copies = new SheetCopies(context, job, source);
            List<SourceFile> wanted = new ArrayList<>();
            for (SourceFile file : files) {
                switch (choice(file, isLast(file, files))) {
                    case DONE -> putAway(file);
                    case OUTDATED -> copies.left().add(outdated(file, copies.shown(file)));
                    default -> wanted.add(file);
                }
            }
            List<Sheet> taken = new ArrayList<>();
            for (SourceFile file : copies.standingStill(wanted, known)) {
                Seen seen = known.get(file.path());
                boolean enough = !again && run(seen).filter(JobSheets::isCompleted).isPresent();
                Optional<Seen> fetched = copies.fetch(file, seen, enough);
                if (fetched.isPresent()) {
                    taken.add(sheet(file, isLast(file, files), fetched.get(), after));
                }
            }
            return new FoundSheets(taken, copies.left());
        }

        private static boolean isLast(SourceFile file, List<SourceFile> files) {
            return file.equals(files.get(files.size() - 1));
        }

        /**
         * Whether a file is to be taken. One that is as it was noted is what became of its run. The
         * newest of a folder is looked at again, so that whoever asks is told by which run it was
         * imported, but not where it has become the newest since others are gone, or beside others:
         * it would be sent over them.
         */
        Choice choice(SourceFile file, boolean newest) {
            Seen seen = known.get(file.path());
            Choice choice =
                    again || !SheetCopies.isNoted(file, seen) || seen.run() == null
                            ? Choice.NEW
                            : choice(file, seen, newest);
            anyWanted |= choice == Choice.NEW || choice == Choice.GOES_ON;
            return choice;
        }

        private Choice choice(SourceFile file, Seen seen, boolean newest) {
            Optional<Run> run = run(seen);
            if (run.isEmpty()) {
                // Runs are kept for a while; those of another store say nothing of this one.
                boolean elsewhere = ledger.runs().find(seen.run()).isPresent();
                return newest && elsewhere ? Choice.NEW : Choice.DONE;
            }
            if (run.get().isUnusable()) {
                boolean outdated =
                        newestRun.filter(since -> run.get().number() < since.number()).isPresent();
                return outdated && !newest ? Choice.OUTDATED : Choice.GOES_ON;
            }
            if (!isCompleted(run.get())) {
                return newest ? Choice.NEW : Choice.GOES_ON;
            }
            boolean passed =
                    anyWanted
                            || newestRun
                                    .filter(since -> !since.content().equals(seen.content()))
                                    .isPresent();
            return newest && !passed && source.here(file).isPresent() ? Choice.NEW : Choice.DONE;
        }

        /** The run that a file became, unless that was for another store. */
        private Optional<Run> run(Seen seen) {
            return Optional.ofNullable(seen)
                    .map(Seen::run)
                    .flatMap(id -> ledger.runs().findIn(account, id));
        }

        /** What was imported and lies there all the same would lie there for ever. */
        private void putAway(SourceFile file) {
            if (job.sheets().move()) {
                Seen seen = known.get(file.path());
                run(seen).ifPresent(run -> afterwards.cameAgain(job, seen.file(), run));
            }
        }

        private String outdated(SourceFile file, String shown) {
            return "%s is left: run %s could not use it, and a newer sheet was taken since; --again takes all files"
                    .formatted(shown, known.get(file.path()).run());
        }

        /** Takes note of a sheet; where only its content tells that it is known, of its run too. */
        private Sheet sheet(SourceFile file, boolean newest, Seen fetched, long after) {
            Seen before = known.get(file.path());
            boolean same =
                    before != null
                            && before.content().equals(fetched.content())
                            && (file.version().isEmpty() || SheetCopies.isNoted(file, before));
            Optional<Run> run = same && !again ? run(before) : Optional.empty();
            if (!fetched.equals(before) && !fetched.content().isEmpty()) {
                ledger.sourceFiles().put(same ? fetched.with(before.run()) : fetched);
            }
            return new Sheet(
                    JobDefinition.shown(fetched.file()),
                    after,
                    run.filter(each -> each.isUnusable() || each.isUnfinished() && !newest));
        }
    }

    private static boolean isCompleted(Run run) {
        return run.state() == RunState.COMPLETED;
    }

    /**
     * The sheets of a job that are to be imported now, oldest first.
     *
     * @param left a sentence for each that is there and is not taken, though nobody has had it
     */
    public record FoundSheets(List<Sheet> sheets, List<String> left) {
        /**
         * One of them.
         *
         * @param after the number of the run after which a run over it is of somebody else who
         *     found it, too: the account's newest when it was looked for
         * @param before its run where that goes on or is waited for: as a new run it would be newer
         *     than those after it; or the one that could not use it
         */
        public record Sheet(Path file, long after, Optional<Run> before) {
            /**
             * Its order. A sheet that is new came after the run of the one before it, which may
             * have had the same content.
             *
             * @param job the order of its job for the file
             * @param last the number of the run of the sheet before it, or 0
             */
            public ImportOrder order(ImportOrder job, long last) {
                return job.found(
                        before.filter(Run::isUnfinished)
                                .map(run -> run.number() - 1)
                                .orElse(Math.max(after, last)));
            }
        }

        public List<Path> files() {
            return sheets.stream().map(Sheet::file).toList();
        }
    }

    /**
     * What everything about jobs works with.
     *
     * @param data the data folder
     * @param jobs where the definitions are
     * @param sources where sheets are fetched from
     */
    public record JobContext(Ledger ledger, Path data, JobFolder jobs, Sources sources, Time time) {
        Source open(JobDefinition job) throws IOException {
            return job.sheets().from().isEmpty()
                    ? new FolderSource(job.home())
                    : sources.open(
                            job.source(), time.instant().atZone(job.zoneOrUsual()).toLocalDate());
        }
    }
}
