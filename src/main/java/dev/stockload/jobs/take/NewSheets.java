package dev.stockload.jobs.take;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.NewSheets.FoundSheets.Sheet;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the sheets that a job imports now, in folders and in sources alike. */
public record NewSheets(JobContext context) {
    private static final Logger LOG = LoggerFactory.getLogger(NewSheets.class);

    /** The newest of this many files. */
    public record Newest(Path file, int files) {}

    private enum Choice {
        /** It becomes a run, its run is resumed, or it is reported as already imported. */
        WANTED,
        DONE,
        /** Its run found it unusable, and a newer sheet came since. */
        OUTDATED
    }

    /** Oldest first; {@code again} takes also what was imported before. */
    public FoundSheets take(JobDefinition job, String account, boolean again) throws IOException {
        // Looks up the newest run first: runs that others enter meanwhile must count as newer.
        long after = context.ledger().runs().last(account);
        try (Source source = context.open(job)) {
            FoundSheets found = new SourceState(job, account, source, again).take(after);
            new FetchFailures(context.ledger().database()).clear(job.name());
            found.skipped().forEach(LOG::info);
            return found;
        } catch (IOException | RuntimeException e) {
            if (!isNoSheet(e) && !(e instanceof RunStoppedException)) {
                failed(job, e);
            }
            throw e;
        }
    }

    /** The complete local files, oldest first. Throws a {@link Refusal} if there is no folder. */
    public static List<Path> files(JobDefinition job) throws IOException {
        return CompleteFiles.of(job, new FolderSource(job.home())).stream()
                .map(file -> JobDefinition.shown(Path.of(file.path())))
                .toList();
    }

    public static boolean isNoSheet(Exception fault) {
        return fault instanceof Refusal refusal && refusal.kind() == Refusal.Kind.NO_SHEET;
    }

    /** Stores a failed fetch; the next success clears it. */
    private void failed(JobDefinition job, Exception fault) {
        String why = FaultMessages.sentence(fault);
        try {
            new FetchFailures(context.ledger().database())
                    .put(new Failure(job.name(), job.source(), context.time().instant(), why));
        } catch (RuntimeException e) {
            // The ledger may be what failed.
            fault.addSuppressed(e);
        }
    }

    /** For a preview: nothing is stored or reported. Fails if there is no sheet. */
    public Newest newest(JobDefinition job) throws IOException {
        try (Source source = context.open(job)) {
            Map<String, Seen> known = context.ledger().sourceFiles().of(job.name(), job.source());
            List<SourceFile> files = CompleteFiles.of(job, source);
            SheetCopies copies = new SheetCopies(context, job, source);
            List<SourceFile> last = files.subList(Math.max(0, files.size() - 1), files.size());
            for (SourceFile file : copies.unchanging(last, known)) {
                Optional<Seen> seen = copies.fetch(file, known.get(file.path()), false);
                if (seen.isPresent()) {
                    return new Newest(JobDefinition.shown(seen.get().file()), files.size());
                }
            }
            copies.skipped().add(0, "There is no sheet for job " + job.name());
            throw new UnusableSheetException(String.join(". ", copies.skipped()));
        }
    }

    /** Says how many files the source has, and how many of them would be imported now. */
    public String check(JobDefinition job, String account) throws IOException {
        long from = System.nanoTime();
        try (Source source = context.open(job)) {
            List<SourceFile> found = CompleteFiles.probe(job, source);
            SourceState state = new SourceState(job, account, source, false);
            int taken = 0;
            String newest = "";
            for (SourceFile file : found) {
                Choice choice = state.choice(file, SourceState.isLast(file, found));
                taken += choice == Choice.WANTED ? 1 : 0;
                newest = ", the newest " + file.name();
            }
            return "%s found%s; %s would be imported now (took %.1f s)"
                    .formatted(
                            Count.of(found.size(), "file"),
                            newest,
                            Count.of(taken),
                            (System.nanoTime() - from) / 1e9);
        }
    }

    /** The files in the source of a job, compared with what the ledger knows of them. */
    private final class SourceState {
        private final JobDefinition job;
        private final String account;
        private final Source source;
        private final boolean again;
        private final Map<String, Seen> known;
        private final Optional<Run> newestRun;
        private boolean anyWanted;

        SourceState(JobDefinition job, String account, Source source, boolean again) {
            this.job = job;
            this.account = account;
            this.source = source;
            this.again = again;
            this.known = context.ledger().sourceFiles().of(job.name(), job.source());
            this.newestRun = context.ledger().runs().newest(account, job.name());
        }

        FoundSheets take(long after) throws IOException {
            List<SourceFile> files = CompleteFiles.of(job, source);
            SheetCopies copies = new SheetCopies(context, job, source);
            List<SourceFile> wanted = new ArrayList<>();
            for (SourceFile file : files) {
                switch (choice(file, isLast(file, files))) {
                    case DONE -> moveAway(file);
                    case OUTDATED -> copies.skipped().add(outdated(file, copies.shown(file)));
                    default -> wanted.add(file);
                }
            }
            List<Sheet> taken = new ArrayList<>();
            for (SourceFile file : copies.unchanging(wanted, known)) {
                Seen seen = known.get(file.path());
                boolean enough = !again && run(seen).filter(NewSheets::isCompleted).isPresent();
                Optional<Seen> fetched = copies.fetch(file, seen, enough);
                if (fetched.isPresent()) {
                    taken.add(sheet(file, isLast(file, files), fetched.get(), after));
                }
            }
            return new FoundSheets(taken, copies.skipped());
        }

        private static boolean isLast(SourceFile file, List<SourceFile> files) {
            return file.equals(files.get(files.size() - 1));
        }

        /**
         * Decides about a file; an unchanged file by the state of its run. The newest file of a
         * folder is wanted, so that the user is told which run imported it. It is not if it became
         * the newest because newer files are gone, or if other files are imported too: its old
         * stock would be sent over theirs.
         */
        Choice choice(SourceFile file, boolean newest) {
            Seen seen = known.get(file.path());
            Choice choice =
                    again || !SheetCopies.isSameVersion(file, seen) || seen.run() == null
                            ? Choice.WANTED
                            : choice(file, seen, newest);
            anyWanted |= choice == Choice.WANTED;
            return choice;
        }

        private Choice choice(SourceFile file, Seen seen, boolean newest) {
            Optional<Run> run = run(seen);
            if (run.isEmpty()) {
                // The run was deleted after its time, or it belongs to another store.
                boolean elsewhere = context.ledger().runs().find(seen.run()).isPresent();
                return newest && elsewhere ? Choice.WANTED : Choice.DONE;
            }
            if (run.get().isUnusable()) {
                boolean outdated =
                        newestRun.filter(since -> run.get().number() < since.number()).isPresent();
                return outdated && !newest ? Choice.OUTDATED : Choice.WANTED;
            }
            if (!isCompleted(run.get())) {
                return Choice.WANTED;
            }
            boolean passed =
                    anyWanted
                            || newestRun
                                    .filter(since -> !since.content().equals(seen.content()))
                                    .isPresent();
            return newest && !passed && source.localPath(file).isPresent()
                    ? Choice.WANTED
                    : Choice.DONE;
        }

        /** The run of a file, unless it was for another store. */
        private Optional<Run> run(Seen seen) {
            return Optional.ofNullable(seen)
                    .map(Seen::run)
                    .flatMap(id -> context.ledger().runs().findIn(account, id));
        }

        /** Moves an imported file that is still there: no later run would move it. */
        private void moveAway(SourceFile file) {
            if (job.sheets().move()) {
                Seen seen = known.get(file.path());
                run(seen).ifPresent(r -> FinishedSheet.cameAgain(context, job, seen.file(), r));
            }
        }

        private String outdated(SourceFile file, String shown) {
            return "%s is skipped: run %s could not use it, and a newer sheet came since; --again takes all files"
                    .formatted(shown, known.get(file.path()).run());
        }

        /** Stores a sheet, with its run if the content is the same as before. */
        private Sheet sheet(SourceFile file, boolean newest, Seen fetched, long after) {
            Seen before = known.get(file.path());
            boolean same =
                    before != null
                            && before.content().equals(fetched.content())
                            && (file.version().isEmpty()
                                    || SheetCopies.isSameVersion(file, before));
            Optional<Run> run = same && !again ? run(before) : Optional.empty();
            if (!fetched.equals(before) && !fetched.content().isEmpty()) {
                context.ledger().sourceFiles().put(same ? fetched.with(before.run()) : fetched);
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

    /** The sheets to import now, oldest first, and a sentence for each file that is skipped. */
    public record FoundSheets(List<Sheet> sheets, List<String> skipped) {
        /**
         * A sheet to import.
         *
         * @param after the account's newest run when the files were listed: a later run of this
         *     sheet was started by another process
         * @param before its run, to be resumed instead of a new run, which would be newer than the
         *     runs of later sheets; or the run that found it unusable
         */
        public record Sheet(Path file, long after, Optional<Run> before) {
            /**
             * A new sheet counts as newer than the sheet before it, which may have had the same
             * content. {@code last} is the number of the run of that sheet, or 0.
             */
            public ImportOrder order(ImportOrder job, long last) {
                return job.found(
                        before.filter(Run::isUnfinished)
                                .map(run -> run.number() - 1)
                                .orElse(Math.max(after, last)));
            }
        }
    }

    /** What all classes about jobs need. */
    public record JobContext(Ledger ledger, Path data, JobFolder jobs, Sources sources, Time time) {
        Source open(JobDefinition job) throws IOException {
            return job.sheets().from().isEmpty()
                    ? new FolderSource(job.home())
                    : sources.open(
                            job.source(), time.instant().atZone(job.zoneOrDefault()).toLocalDate());
        }
    }
}
