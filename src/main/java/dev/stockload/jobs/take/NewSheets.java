package dev.stockload.jobs.take;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.SheetLook.First;
import dev.stockload.jobs.take.TakingRules.Copied;
import dev.stockload.jobs.take.TakingRules.Found;
import dev.stockload.jobs.take.TakingRules.Taken;
import dev.stockload.process.RunStoppedException;
import dev.stockload.process.Sha256;
import dev.stockload.runs.Run;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sources.FolderSource;
import dev.stockload.sources.Source;
import dev.stockload.sources.SourceFile;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import org.apache.commons.io.function.IOSupplier;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
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
        try {
            return new SheetLook(context, job, account, context.open(job), first).open(asked);
        } catch (IOException | RuntimeException e) {
            if (!isNoSheet(e) && !(e instanceof RunStoppedException)) {
                new JobSheets(context.ledger(), job, account).failed(e, context.time().instant());
            }
            throw e;
        }
    }

    /** Goes on after a run has read its sheet with what the look before it left, or looks again. */
    public SheetLook goOn(
            JobDefinition job,
            String account,
            Optional<Run> read,
            String left,
            Optional<First> first)
            throws IOException {
        // Its copies are here: the source is asked only if one is not.
        SheetLook look = new SheetLook(context, job, account, new FolderSource(job.home()), first);
        read.ifPresent(look::read);
        if (look.goOn(left)) {
            return look;
        }
        look.close();
        return look(job, account, false, first);
    }

    /** For a file that a person names: looks at nothing else. */
    public SheetLook byHand(JobDefinition job, String account) throws IOException {
        return new SheetLook(context, job, account, context.open(job), Optional.empty());
    }

    public static boolean isNoSheet(Exception fault) {
        return fault instanceof Refusal refusal && refusal.kind() == Refusal.Kind.NO_SHEET;
    }

    /** Counts the complete local files, and those that a run would take by what is decided now. */
    public static IOSupplier<String> counting(JobDefinition job, Optional<JobSheets> decided) {
        TakingRules taking =
                decided.map(known -> known.store().load())
                        .orElseGet(() -> new TakingRules(job.sheets().newest()));
        return () -> count(job, new FolderSource(job.home()), taking);
    }

    /** The same for any source, which is asked. */
    public String check(JobDefinition job, String account) throws IOException {
        long from = System.nanoTime();
        try (Source source = context.open(job)) {
            TakingRules taking = new JobSheets(context.ledger(), job, account).store().load();
            return "%s (took %.1f s)"
                    .formatted(count(job, source, taking), (System.nanoTime() - from) / 1e9);
        }
    }

    private static String count(JobDefinition job, Source source, TakingRules taking)
            throws IOException {
        List<SourceFile> files = FilesByName.probe(job, source).complete();
        if (files.isEmpty()
                || source.localPath(files.get(0)).isPresent() && files.get(0).isUnknown()) {
            return "no file found";
        }
        int after = 0;
        for (SourceFile file : SheetLook.takeable(files, taking)) {
            Optional<Path> local = source.localPath(file);
            boolean isLeft =
                    local.isPresent() && taking.leaves(Found.of(file), Sha256.of(local.get()));
            after += isLeft ? 0 : 1;
        }
        return "%s found, the newest %s; the %s run would take %s"
                .formatted(
                        Count.of(files.size(), "file"),
                        Collections.max(files, taking.order()).name(),
                        taking.decided.isEmpty() ? "first" : "next",
                        Count.of(taking.newestOnly ? Math.min(1, after) : after));
    }

    /** For a preview: the sheet that a run would be about. Nothing is stored or reported. */
    public Newest newest(JobDefinition job, String account) throws IOException {
        try (Source source = context.open(job)) {
            IOSupplier<List<SourceFile>> list = () -> FilesByName.of(job, source).complete();
            List<SourceFile> files = list.get();
            TakingRules taking = new JobSheets(context.ledger(), job, account).store().load();
            SettledFiles settled =
                    new SettledFiles(context, job, source, context.copies(job, account));
            for (SourceFile file : SheetLook.takeable(files, taking)) {
                for (Copied copy : settled.copy(List.of(file), Map.of(), list)) {
                    taking.look(List.of(copy.found()), context.time().instant());
                    Optional<Taken> next = taking.next(List.of(taking.sheet(copy)));
                    if (next.isPresent()) {
                        return new Newest(next.get().copy(), files.size());
                    }
                }
            }
            for (UnusableSheetException fault : settled.unreadable().values()) {
                throw fault;
            }
            Optional<Taken> newest = taking.newest.filter(Taken::hasCopy);
            if (newest.isPresent() && settled.skipped().isEmpty()) {
                return new Newest(newest.get().copy(), files.size());
            }
            List<String> words = new ArrayList<>(settled.skipped());
            words.add(0, "There is no sheet for job " + job.name());
            throw new UnusableSheetException(String.join(". ", words));
        }
    }
}
