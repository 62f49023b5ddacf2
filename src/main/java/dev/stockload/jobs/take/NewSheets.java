package dev.stockload.jobs.take;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.SheetLook.First;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunStoppedException;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sources.FetchFailures;
import dev.stockload.sources.FetchFailures.Failure;
import dev.stockload.sources.FolderSource;
import dev.stockload.sources.Source;
import dev.stockload.sources.SourceFile;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the sheets that a job imports now, in folders and in sources alike. */
public record NewSheets(JobContext context) {
    /** The newest of this many files. */
    public record Newest(Path file, int files) {}

    /**
     * Looks at the source of a job.
     *
     * @param asked whether a person asks: then unusable sheets are tried again
     * @param first what to do at the first run if there are many old sheets
     */
    public SheetLook look(JobDefinition job, String account, boolean asked, Optional<First> first)
            throws IOException {
        SheetLook.Request how = new SheetLook.Request(asked, first);
        SheetLook look = null;
        try {
            look = new SheetLook(context, job, account, context.open(job), how).open(how);
            new FetchFailures(context.ledger().database()).clear(job.name());
            return look;
        } catch (IOException | RuntimeException e) {
            if (!isNoSheet(e) && !(e instanceof RunStoppedException)) {
                failed(job, e);
            }
            throw e;
        }
    }

    /** For a file that a person names: looks at nothing else. */
    public SheetLook byHand(JobDefinition job, String account) throws IOException {
        SheetLook.Request how = new SheetLook.Request(true, Optional.empty());
        return new SheetLook(context, job, account, context.open(job), how);
    }

    /** The complete local files, oldest first. Throws a {@link Refusal} if there is no folder. */
    public static List<Path> files(JobDefinition job) throws IOException {
        return FilesByName.of(job, new FolderSource(job.home())).complete().stream()
                .map(file -> JobDefinition.shown(Path.of(file.path())))
                .toList();
    }

    /** How many complete local files there are, and how many a run would take now. */
    public static String count(JobDefinition job, Ledger ledger, String account)
            throws IOException {
        return count(job, store(ledger, job, account).load().taking);
    }

    /** The same for a job that never ran. */
    public static String count(JobDefinition job) throws IOException {
        return count(job, new Taking(false));
    }

    private static String count(JobDefinition job, Taking taking) throws IOException {
        FolderSource source = new FolderSource(job.home());
        List<SourceFile> files =
                FilesByName.of(job, source).complete().stream()
                        .filter(file -> !file.isUnknown())
                        .toList();
        if (files.isEmpty()) {
            return "no file found";
        }
        int taken = SheetLook.count(job, files, taking, source);
        return "%s found; %s run would take %s"
                .formatted(
                        Count.of(files.size(), "file"),
                        taking.decided.isEmpty() ? "the first" : "the next",
                        Count.of(taken));
    }

    static TakingStore store(Ledger ledger, JobDefinition job, String account) {
        return new TakingStore(
                ledger.database(), job.name(), account, job.source(), job.sheets().newest());
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
    public Newest newest(JobDefinition job, String account) throws IOException {
        try (Source source = context.open(job)) {
            List<SourceFile> files = FilesByName.of(job, source).complete();
            Path folder = context.copies(job, account);
            SettledFiles settled = new SettledFiles(context, job, source, folder);
            List<SourceFile> last = files.subList(Math.max(0, files.size() - 1), files.size());
            for (SettledFiles.Copy copy : settled.copy(last, Map.of(), list -> {})) {
                return new Newest(JobDefinition.shown(copy.path()), files.size());
            }
            for (UnusableSheetException fault : settled.unreadable().values()) {
                throw fault;
            }
            List<String> words = new ArrayList<>(settled.skipped());
            words.add(0, "There is no sheet for job " + job.name());
            throw new UnusableSheetException(String.join(". ", words));
        }
    }

    /** Says how many files the source has, and how many of them would be imported now. */
    public String check(JobDefinition job, String account) throws IOException {
        long from = System.nanoTime();
        try (Source source = context.open(job)) {
            List<SourceFile> found = FilesByName.probe(job, source).complete();
            Taking taking = store(context.ledger(), job, account).load().taking;
            int taken = SheetLook.count(job, found, taking, source);
            String newest =
                    found.isEmpty() ? "" : ", the newest " + found.get(found.size() - 1).name();
            return "%s found%s; %s would be imported now (took %.1f s)"
                    .formatted(
                            Count.of(found.size(), "file"),
                            newest,
                            Count.of(taken),
                            (System.nanoTime() - from) / 1e9);
        }
    }
}
