package dev.stockload.jobs.take;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.TakingRules.Copied;
import dev.stockload.jobs.take.TakingRules.Decided;
import dev.stockload.jobs.take.TakingRules.Found;
import dev.stockload.jobs.take.TakingRules.Seen;
import dev.stockload.jobs.take.TakingRules.Taken;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.OldRuns;
import dev.stockload.runs.Run;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sources.FilePattern;
import dev.stockload.sources.FolderSource;
import dev.stockload.sources.Source;
import dev.stockload.sources.SourceFile;
import dev.stockload.stock.Refusal;

import org.apache.commons.io.function.IOSupplier;

import tools.jackson.databind.json.JsonMapper;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One run of a job over its source: lists the files, copies those that may be new, and says sheet
 * by sheet what is to be imported.
 */
public final class SheetLook implements Closeable {
    private static final Duration OLD = Duration.ofDays(1);
    private static final int MOST_OLD = 7;

    private final JobContext context;
    private final JobDefinition job;
    private final String account;
    private final Source source;
    private final Optional<First> first;
    private final TakingStore store;
    private final SettledFiles files;
    private final JobSheets decided;
    private final List<Copied> sheets = new ArrayList<>();

    /** Where only the newest is taken: it alone is fetched, until it proves unusable. */
    private final List<SourceFile> unfetched = new ArrayList<>();

    private List<SourceFile> listed = List.of();
    private boolean hasUnusable;

    /** A sheet to import; {@code name} is what people know it by. */
    public record Sheet(Path copy, String name, Taken taken) {
        /** A later run than those at that time, over the same content, is the sheet's own. */
        public ImportOrder order(ImportOrder job) {
            return job.named(name).found(taken.after());
        }
    }

    /** How to take the sheets of the first run, if they are many. */
    public enum First {
        ALL,
        NEWEST;

        /** The word of a person or a program; null or nothing if they do not say. */
        public static Optional<First> of(String word) {
            return switch (word == null ? "" : word) {
                case "" -> Optional.empty();
                case "all" -> Optional.of(ALL);
                case "newest" -> Optional.of(NEWEST);
                default ->
                        throw Refusal.badRequest(
                                "first is all or newest, but this is '%s'".formatted(word));
            };
        }
    }

    SheetLook(
            JobContext context,
            JobDefinition job,
            String account,
            Source source,
            Optional<First> first) {
        this.context = context;
        this.job = job;
        this.account = account;
        this.source = source;
        this.first = first;
        this.decided = new JobSheets(context.ledger(), job, account);
        this.store = decided.store(first.equals(Optional.of(First.NEWEST)));
        this.files = new SettledFiles(context, job, source, context.copies(job, account));
    }

    /** Lists the files and copies those that may be new. */
    SheetLook open(boolean asked) throws IOException {
        List<SourceFile> complete = list();
        TakingRules known = store.change(taking -> tryAgain(complete, taking, asked));
        List<SourceFile> wanted = complete.stream().filter(file -> mayBeNew(file, known)).toList();
        expectFew(wanted, known);
        boolean onlyNewest = job.sheets().from().isPresent() || known.isUnused();
        Map<Boolean, List<SourceFile>> unread =
                wanted.stream()
                        .collect(
                                Collectors.partitioningBy(
                                        file ->
                                                onlyNewest && known.newestOnly
                                                        || known.passesOver(file)));
        unfetched.addAll(unread.get(true));
        copy(unread.get(false), known);
        fetchNewest();
        if (known.failure.isPresent()) {
            store.change(taking -> taking.failure = Optional.empty());
        }
        return this;
    }

    /** A look at the source; returns the complete files. */
    private List<SourceFile> list() throws IOException {
        FilesByName names = FilesByName.of(job, source);
        listed = names.matching();
        List<Found> found =
                listed.stream().filter(file -> !file.isUnknown()).map(Found::of).toList();
        store.change(
                taking -> {
                    taking.look(found, now());
                    taking.forgetOld(found, now().minus(OldRuns.KEPT));
                });
        return names.complete();
    }

    private Instant now() {
        return context.ledger().database().now(context.time());
    }

    /** Whether nobody has decided about a file as it is. */
    private static boolean mayBeNew(SourceFile file, TakingRules taking) {
        Decided before = taking.decided.get(file.path());
        Found found = Found.of(file);
        return file.isUnknown()
                || before == null
                || !before.sheet().found().equals(found)
                || !taking.seen(found).hasTime()
                        && file.mayChange()
                        && !before.sheet().content().isEmpty();
    }

    /** Stops the first run as a brake does: the folder may hold the sheets of years. */
    private void expectFew(List<SourceFile> wanted, TakingRules known) {
        if (first.isPresent() || known.newest.isPresent() || !known.decided.isEmpty()) {
            return;
        }
        for (String former : store.takenBy(wanted)) {
            if (!context.jobs().contains(former)) {
                throw new RunFailedException(
                        "Job %s has no file here and took these sheets. Nothing was imported. If %2$s is its new name: stockload jobs forget %1$s --to %2$s; otherwise: stockload run %2$s --first all, or --first newest"
                                .formatted(former, job.name()));
            }
        }
        Instant recent = context.time().instant().minus(OLD);
        if (store.newestOnly()
                || wanted.stream().filter(file -> file.modified().isBefore(recent)).count()
                        <= MOST_OLD) {
            return;
        }
        throw new RunFailedException(
                """
                Job %s would import %d sheets at its first run, from %s to %s. Nothing was \
                imported. To import all of them, oldest first: stockload run %1$s --first all; only \
                the newest: stockload run %1$s --first newest\
                """
                        .formatted(
                                job.name(),
                                wanted.size(),
                                decided.dated(wanted.get(0)),
                                decided.dated(wanted.get(wanted.size() - 1))));
    }

    /**
     * Unusable sheets that a person asks for, or whose job is defined otherwise by now, are new.
     */
    private void tryAgain(List<SourceFile> complete, TakingRules taking, boolean asked) {
        for (SourceFile file : complete) {
            Optional<Run> unusable =
                    Optional.ofNullable(taking.decided.get(file.path()))
                            .filter(row -> !taking.isBeforeMark(taking.seen(Found.of(file))))
                            .flatMap(row -> Optional.ofNullable(row.run()))
                            .flatMap(run -> context.ledger().runs().findIn(account, run))
                            .filter(Run::isUnusable);
            hasUnusable |= unusable.isPresent();
            if (unusable.filter(run -> asked || !isReadAs(run)).isPresent()) {
                taking.undecide(file.path());
            }
        }
    }

    private boolean isReadAs(Run run) {
        return RunOptions.of(run).sheet().equals(job.options().sheet());
    }

    private void copy(List<SourceFile> wanted, TakingRules known) throws IOException {
        List<Copied> copies = files.copy(wanted, known.decided, this::list);
        if (!copies.isEmpty()) {
            store.change(taking -> copies.forEach(copy -> add(copy, taking)));
        }
    }

    private void add(Copied copy, TakingRules taking) {
        Seen seen = taking.seen.get(copy.path());
        if (seen == null || !seen.found().equals(copy.found())) {
            // Only the answer of a web server says what it is.
            taking.look(List.of(copy.found()), taking.clock);
        }
        sheets.add(taking.sheet(copy));
    }

    /** The sheet to import now; empty if none is left. Until it was read, this is the same. */
    public Optional<Sheet> next() throws IOException {
        while (true) {
            Optional<Taken> entered = store.change(taking -> taking.next(sheets)).entered;
            if (entered.isPresent()) {
                Optional<Sheet> next = readable(entered.get());
                if (next.isPresent()) {
                    return next;
                }
            } else if (!fetchNewest()) {
                List<Copied> passed = new ArrayList<>();
                for (SourceFile file : unfetched) {
                    files.passed(file).ifPresent(passed::add);
                }
                store.change(taking -> passed.forEach(taking::pass));
                unfetched.clear();
                return Optional.empty();
            }
        }
    }

    /** Fetches the newest file that is not before the mark, if there is one. */
    private boolean fetchNewest() throws IOException {
        if (unfetched.isEmpty()) {
            return false;
        }
        TakingRules now = store.load();
        Optional<SourceFile> last =
                unfetched.stream()
                        .filter(file -> !now.isBeforeMark(now.seen(Found.of(file))))
                        .max(now.order());
        if (last.isPresent()) {
            unfetched.remove(last.get());
            copy(List.of(last.get()), now);
        }
        return last.isPresent();
    }

    /** A sheet that was taken, with its copy; one that another host took, with that of its run. */
    private Optional<Sheet> readable(Taken taken) throws IOException {
        if (taken.hasCopy()) {
            return Optional.of(sheet(taken));
        }
        String path = taken.sheet().path();
        Optional<Run> run =
                Optional.ofNullable(store.load().decided.get(path))
                        .map(Decided::run)
                        .flatMap(context.ledger().runs()::find);
        if (run.isPresent()) {
            Path kept =
                    RunFolder.of(context.data(), run.get().id())
                            .sheet(run.get(), context.ledger().sheets());
            if (Files.exists(kept)) {
                return Optional.of(sheet(taken, kept.toString()));
            }
            store.change(taking -> taking.read(taken, !run.get().isUnusable()));
            return Optional.empty();
        }
        List<SourceFile> there = listed.stream().filter(file -> file.path().equals(path)).toList();
        for (Copied copy : files.copy(there, Map.of(), this::list)) {
            if (copy.content().equals(taken.sheet().content())) {
                return Optional.of(sheet(taken, copy.copy()));
            }
        }
        files.skipped()
                .add(decided.name(path) + " is gone, and so is its copy: it is not imported");
        store.change(taking -> taking.read(taken, false));
        return Optional.empty();
    }

    private Sheet sheet(Taken taken) {
        return sheet(taken, taken.sheet().copy());
    }

    private Sheet sheet(Taken taken, String copy) {
        return new Sheet(
                JobDefinition.shown(Path.of(copy)), decided.name(taken.sheet().path()), taken);
    }

    /** What a later look goes on with instead of looking anew; null if it cannot. */
    public String left() {
        return unfetched.isEmpty() ? JsonMapper.shared().writeValueAsString(sheets) : null;
    }

    /** Goes on with the copies of an earlier look; false if they are not here. */
    boolean goOn(String left) {
        String copies = left == null ? "[]" : left;
        sheets.addAll(List.of(JsonMapper.shared().readValue(copies, Copied[].class)));
        return left != null
                && sheets.stream().allMatch(sheet -> Files.exists(Path.of(sheet.copy())));
    }

    /** The run of the sheet that was taken last has read it. */
    void read(Run run) {
        store.change(
                taking ->
                        taking.entered
                                .filter(taken -> taken.sheet().content().equals(run.content()))
                                .ifPresent(taken -> taking.read(taken, !run.isUnusable())));
    }

    /** The sheet was read, and could be used or not; now others can be decided about. */
    public void read(Sheet sheet, boolean usable) {
        store.change(taking -> taking.read(sheet.taken(), usable));
    }

    /** The newest sheet, which stays in hand as long as nothing is newer (rule 11). */
    public Optional<Sheet> newest() {
        return store.load().newest.filter(Taken::hasCopy).map(this::sheet);
    }

    /**
     * Takes a sheet because a person says that it is the newest (rule 10): a file of this machine,
     * one that the source has, or the copy of one that was left.
     */
    public Sheet byHand(String file) throws IOException {
        FolderSource here = new FolderSource(job.home());
        SettledFiles local = new SettledFiles(context, job, here, files.folder());
        for (Path base : List.of(Path.of(""), job.home())) {
            Path named = base.resolve(file).toAbsolutePath().normalize();
            Path late = named.resolveSibling("late").resolve(named.getFileName());
            for (Path path : List.of(named, late)) {
                if (Files.isRegularFile(path)) {
                    FilePattern only = FilePattern.of(path);
                    for (Copied copy : copy(local, () -> here.list(only), path.toString())) {
                        return byHand(copy);
                    }
                }
            }
        }
        if (job.sheets().from().isPresent()) {
            for (Copied copy : copy(files, () -> FilesByName.of(job, source).matching(), file)) {
                return byHand(copy);
            }
        }
        for (Decided row : store.load().decided.values()) {
            String copy = row.sheet().copy();
            if (isNamed(row.sheet().path(), file) && copy != null && Files.exists(Path.of(copy))) {
                return byHand(row.sheet());
            }
        }
        throw new UnusableSheetException(
                "There is no file %s: not here, not where job %s reads, not in late, and no copy of it from the last 30 days"
                        .formatted(file, job.name()));
    }

    private static boolean isNamed(String path, String file) {
        return Path.of("/" + path).endsWith(Path.of(file));
    }

    /** The copies of the files with this name. */
    private static List<Copied> copy(
            SettledFiles files, IOSupplier<List<SourceFile>> list, String name) throws IOException {
        IOSupplier<List<SourceFile>> named =
                () -> list.get().stream().filter(file -> isNamed(file.path(), name)).toList();
        return files.copy(named.get(), Map.of(), named);
    }

    private Sheet byHand(Copied copy) {
        TakingRules decided =
                store.change(
                        taking -> {
                            taking.entered.ifPresent(this::refuse);
                            taking.look(List.of(copy.found()), now());
                            taking.byHand(copy);
                        });
        return sheet(decided.entered.orElseThrow());
    }

    private void refuse(Taken unread) {
        throw Refusal.conflict(
                "%s was taken and not read yet. First: stockload run %s"
                        .formatted(decided.name(unread.sheet().path()), job.name()));
    }

    /** Ends the look: sentences about files that were not taken, and one message about them. */
    public List<String> end() {
        List<String> words = new ArrayList<>(files.skipped());
        store.change(taking -> words.addAll(decided.tell(taking)));
        return words;
    }

    /** Whether there is a newer sheet than the newest that could be read, and it is unusable. */
    public boolean hasUnusable() {
        return hasUnusable;
    }

    public Map<Path, UnusableSheetException> unreadable() {
        return files.unreadable();
    }

    /** The files that may be new and are not before the mark, newest first. */
    static List<SourceFile> takeable(List<SourceFile> complete, TakingRules taking) {
        return complete.stream()
                .filter(file -> mayBeNew(file, taking))
                .filter(file -> !taking.isBeforeMark(taking.seen(Found.of(file))))
                .sorted(taking.order().reversed())
                .toList();
    }

    @Override
    public void close() throws IOException {
        try (source) {
            decided.removeOldCopies(store.load(), files.folder(), context.time().instant());
        }
    }
}
