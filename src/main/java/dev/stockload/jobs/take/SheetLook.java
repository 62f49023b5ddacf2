package dev.stockload.jobs.take;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.Taking.Copied;
import dev.stockload.jobs.take.Taking.Decided;
import dev.stockload.jobs.take.Taking.Found;
import dev.stockload.jobs.take.Taking.Order;
import dev.stockload.jobs.take.Taking.Seen;
import dev.stockload.jobs.take.Taking.Taken;
import dev.stockload.jobs.take.TakingStore.Loaded;
import dev.stockload.jobs.take.TakingStore.Row;
import dev.stockload.jobs.take.TakingStore.TakenRow;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.RetentionTimes;
import dev.stockload.runs.Run;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sources.FilePattern;
import dev.stockload.sources.FolderSource;
import dev.stockload.sources.Source;
import dev.stockload.sources.SourceFile;
import dev.stockload.stock.Refusal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

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
    private final TakingStore store;
    private final SettledFiles files;
    private final LateSheets late;
    private final List<Copied> sheets = new ArrayList<>();
    private final Map<String, TakingStore.Copy> copies = new HashMap<>();

    /** What a remote source has; only the newest is fetched, until it proves unusable. */
    private final List<SourceFile> unfetched = new ArrayList<>();

    private List<SourceFile> listed = List.of();
    private boolean hasUnusable;
    private Map<String, String> versions = Map.of();

    /**
     * A sheet to import.
     *
     * @param name the name that people know the sheet by
     * @param after the account's newest run when the sheet was taken: a later run over the same
     *     content is its run
     */
    public record Sheet(Path copy, String name, long after, Taken taken) {
        public ImportOrder order(ImportOrder job) {
            return job.named(name).found(after);
        }
    }

    /** How to take the sheets of the first run, if they are many. */
    public enum First {
        ALL,
        NEWEST
    }

    /** {@code asked} says that a person asks, who may want an unusable sheet to be tried again. */
    record Request(boolean asked, Optional<First> first) {}

    SheetLook(JobContext context, JobDefinition job, String account, Source source, Request how) {
        this.context = context;
        this.job = job;
        this.account = account;
        this.source = source;
        boolean newest = job.sheets().newest() || how.first().equals(Optional.of(First.NEWEST));
        this.store =
                new TakingStore(
                        context.ledger().database(), job.name(), account, job.source(), newest);
        this.files = new SettledFiles(context, job, source, context.copies(job, account));
        this.late = new LateSheets(context.ledger(), job, account);
    }

    /** Lists the files and copies those that may be new. */
    SheetLook open(Request how) throws IOException {
        FilesByName names = FilesByName.of(job, source);
        Loaded known = look(names.matching());
        versions = new HashMap<>();
        known.rows.forEach((path, row) -> versions.put(path, row.copy().version()));
        List<SourceFile> wanted = new ArrayList<>(tryAgain(names.complete(), known, how.asked()));
        names.complete().stream()
                .filter(file -> mayBeNew(file, known.taking, source) && !wanted.contains(file))
                .forEach(wanted::add);
        expectFew(wanted, known, how.first());
        if (store.newestOnly() && job.sheets().from().isPresent()) {
            unfetched.addAll(wanted);
            fetchNewest();
        } else {
            copy(wanted);
        }
        return this;
    }

    private Loaded look(List<SourceFile> all) {
        listed = all;
        Collection<Found> found =
                all.stream().filter(file -> !file.isUnknown()).map(SettledFiles::found).toList();
        return change(
                loaded -> {
                    Instant now = context.ledger().database().now(context.time());
                    boolean restored = loaded.taking.restored;
                    loaded.taking.look(found, now, restored ? late.unfinished(loaded) : List.of());
                    forgetOld(loaded.taking, now.minus(RetentionTimes.RUNS));
                    return loaded;
                });
    }

    /** What was seen long ago and is gone would be late if it ever came back. */
    private void forgetOld(Taking taking, Instant before) {
        Set<String> there = new HashSet<>();
        listed.forEach(file -> there.add(file.path()));
        taking.seen
                .entrySet()
                .removeIf(
                        each ->
                                !there.contains(each.getKey())
                                        && each.getValue().since().isBefore(before)
                                        && taking.decided.remove(each.getKey()) != null);
    }

    private <T> T change(Function<Loaded, T> decision) {
        return store.change(copies, decision, late::tell);
    }

    /** Whether nobody has decided about a file as it is. */
    private static boolean mayBeNew(SourceFile file, Taking taking, Source source) {
        Decided before = taking.decided.get(file.path());
        Found found = SettledFiles.found(file);
        if (file.isUnknown() || before == null || !before.found().equals(found)) {
            return true;
        }
        Seen seen = taking.seen.get(file.path());
        boolean timeSaysNothing =
                source.mayChange(file) && !Order.isPossible(found.time(), seen.since());
        return timeSaysNothing && !before.content().isEmpty();
    }

    /** Stops the first run as a brake does: the folder may hold the sheets of years. */
    private void expectFew(List<SourceFile> wanted, Loaded known, Optional<First> first) {
        if (first.isPresent()
                || known.taking.newest.isPresent()
                || !known.taking.decided.isEmpty()) {
            return;
        }
        Instant recent = context.time().instant().minus(OLD);
        List<SourceFile> old =
                wanted.stream().filter(file -> file.modified().isBefore(recent)).toList();
        if (old.size() > MOST_OLD) {
            throw new RunFailedException(
                    """
                    Job %s would import %d sheets at its first run, from %s (%s) to %s (%s). Nothing \
                    was imported. To import all of them, oldest first: stockload run %1$s --first \
                    all; only the newest: stockload run %1$s --first newest\
                    """
                            .formatted(
                                    job.name(),
                                    wanted.size(),
                                    wanted.get(0).name(),
                                    LateSheets.time(wanted.get(0).modified(), job),
                                    wanted.get(wanted.size() - 1).name(),
                                    LateSheets.time(
                                            wanted.get(wanted.size() - 1).modified(), job)));
        }
    }

    /** Unusable sheets that a person asks for, or whose job is defined otherwise by now. */
    private List<SourceFile> tryAgain(List<SourceFile> complete, Loaded known, boolean asked) {
        List<SourceFile> again = new ArrayList<>();
        for (SourceFile file : complete) {
            Optional<Run> unusable =
                    Optional.ofNullable(known.rows.get(file.path()))
                            .map(Row::run)
                            .filter(r -> !known.taking.isBeforeMark(SettledFiles.found(file)))
                            .flatMap(run -> context.ledger().runs().findIn(account, run))
                            .filter(Run::isUnusable);
            hasUnusable |= unusable.isPresent();
            if (unusable.filter(run -> asked || !isReadAs(run)).isPresent()) {
                change(
                        loaded -> {
                            loaded.taking.undecide(file.path());
                            return null;
                        });
                versions.remove(file.path());
                again.add(file);
            }
        }
        return again;
    }

    private boolean isReadAs(Run run) {
        return RunOptions.of(run).sheet().equals(job.options().sheet());
    }

    private void copy(List<SourceFile> wanted) throws IOException {
        for (SettledFiles.Copy copy : files.copy(wanted, versions, this::look)) {
            add(copy);
        }
    }

    private Copied add(SettledFiles.Copy copy) {
        copies.put(copy.found().path(), SettledFiles.stored(copy));
        Copied sheet =
                change(
                        loaded -> {
                            Seen seen = loaded.taking.seen.get(copy.found().path());
                            if (seen == null || !seen.found().equals(copy.found())) {
                                // Only the answer of a web server says what it is.
                                loaded.taking.look(
                                        List.of(copy.found()), loaded.taking.clock, List.of());
                            }
                            return loaded.taking.sheet(copy.found(), copy.content());
                        });
        sheets.add(sheet);
        return sheet;
    }

    /** The sheet to import now; empty if none is left. Until it was read, this is the same. */
    public Optional<Sheet> next() throws IOException {
        while (true) {
            Loaded decided =
                    change(
                            loaded -> {
                                loaded.taking.next(sheets);
                                return loaded;
                            });
            if (decided.taking.entered.isPresent()) {
                Optional<Sheet> next = readable(decided.entered().orElseThrow());
                if (next.isPresent()) {
                    return next;
                }
            } else if (!fetchNewest()) {
                passOver();
                return Optional.empty();
            }
        }
    }

    /** Fetches the newest file that is not before the mark, if there is one. */
    private boolean fetchNewest() throws IOException {
        Taking now = store.load().taking;
        Optional<SourceFile> last =
                unfetched.stream()
                        .filter(file -> !now.isBeforeMark(SettledFiles.found(file)))
                        .max(Comparator.comparing(file -> now.order(SettledFiles.found(file))));
        if (last.isPresent()) {
            unfetched.remove(last.get());
            copy(List.of(last.get()));
        }
        return last.isPresent();
    }

    /** Notes by name, size and time what is before the mark and was not fetched. */
    private void passOver() {
        if (!unfetched.isEmpty()) {
            change(
                    loaded -> {
                        unfetched.forEach(f -> loaded.taking.pass(SettledFiles.found(f)));
                        return loaded;
                    });
            unfetched.clear();
        }
    }

    /**
     * A sheet that was taken, with its copy. Another host may have taken it and died: then the file
     * is copied here, and if it is gone too, the sheet is given up.
     */
    private Optional<Sheet> readable(TakenRow row) throws IOException {
        if (Files.exists(Path.of(row.copy()))) {
            return Optional.of(sheet(row, Path.of(row.copy())));
        }
        List<SourceFile> there =
                listed.stream().filter(file -> file.path().equals(row.sheet().path())).toList();
        for (SettledFiles.Copy copy : files.copy(there, Map.of(), this::look)) {
            if (copy.content().equals(row.sheet().content())) {
                return Optional.of(sheet(row, copy.path()));
            }
        }
        files.skipped()
                .add(
                        "%s is gone, and so is its copy: it is not imported"
                                .formatted(name(row.sheet().path())));
        read(sheet(row, Path.of(row.copy())), false);
        return Optional.empty();
    }

    private Sheet sheet(TakenRow row, Path copy) {
        String name = name(row.sheet().path());
        return new Sheet(JobDefinition.shown(copy), name, row.after(), row.sheet());
    }

    /** People know a local file by its path, and a fetched one by its name. */
    private String name(String path) {
        return job.sheets().from().isEmpty()
                ? JobDefinition.shown(Path.of(path)).toString()
                : path.substring(path.lastIndexOf('/') + 1);
    }

    /** The sheet was read, and could be used or not; now others can be decided about. */
    public void read(Sheet sheet, boolean usable) {
        change(
                loaded -> {
                    loaded.taking.read(sheet.taken(), usable);
                    return loaded;
                });
    }

    /** The run of a sheet, if there is one. */
    public Optional<Run> runOf(Sheet sheet) {
        return Optional.ofNullable(store.load().rows.get(sheet.taken().path()))
                .map(Row::run)
                .flatMap(context.ledger().runs()::find);
    }

    /** The newest sheet, which stays in hand as long as nothing is newer (rule 11). */
    public Optional<Sheet> newest() {
        return store.load()
                .newest()
                .filter(row -> row.copy() != null && Files.exists(Path.of(row.copy())))
                .map(row -> sheet(row, Path.of(row.copy())));
    }

    /**
     * Takes a sheet because a person says that it is the newest (rule 10): a file of this machine,
     * one that the source has, or the copy of one that was left.
     */
    public Sheet byHand(String file) throws IOException {
        for (JobDefinition place : places(file)) {
            Source from = place.sheets().from().isEmpty() ? new FolderSource(job.home()) : source;
            SettledFiles found = new SettledFiles(context, place, from, files.folder());
            try {
                List<SourceFile> there = FilesByName.of(place, from).complete();
                for (SettledFiles.Copy copy : found.copy(there, Map.of(), list -> {})) {
                    return byHand(copy);
                }
            } catch (Refusal e) {
                if (!NewSheets.isNoSheet(e)) {
                    throw e;
                }
            }
        }
        Loaded known = store.load();
        for (Row row : known.rows.values()) {
            Decided decided = known.taking.decided.get(row.path());
            String copy = row.copy().path();
            if (decided != null
                    && Path.of("/" + row.path()).endsWith(Path.of(file))
                    && copy != null
                    && Files.exists(Path.of(copy))) {
                return byHand(
                        new SettledFiles.Copy(
                                decided.found(), decided.content(), Path.of(copy), null));
            }
        }
        throw new UnusableSheetException(
                "There is no file %s: not here, not where job %s reads, not in late, and no copy of it from the last 30 days"
                        .formatted(file, job.name()));
    }

    /** Where a file that people name may be: as named, or in the folder of late sheets. */
    private List<JobDefinition> places(String file) {
        List<JobDefinition> places = new ArrayList<>();
        for (Path base : List.of(Path.of(""), job.home())) {
            Path named = base.resolve(file).toAbsolutePath().normalize();
            places.add(job.reading(Optional.empty(), named.toString()));
            Path late = named.resolveSibling("late").resolve(named.getFileName());
            places.add(job.reading(Optional.empty(), late.toString()));
        }
        if (job.sheets().from().isPresent()) {
            String folder = FilePattern.of(job.read()).folder();
            places.add(job.reading(job.sheets().from(), folder + file));
            places.add(job.reading(job.sheets().from(), folder + "late/" + file));
        }
        return places;
    }

    private Sheet byHand(SettledFiles.Copy copy) {
        copies.put(copy.found().path(), SettledFiles.stored(copy));
        Loaded decided =
                change(
                        loaded -> {
                            loaded.taking.entered.ifPresent(
                                    sheet -> {
                                        throw Refusal.conflict(
                                                "%s was taken and not read yet. First: stockload run %s"
                                                        .formatted(name(sheet.path()), job.name()));
                                    });
                            Instant now = context.ledger().database().now(context.time());
                            loaded.taking.look(List.of(copy.found()), now, List.of());
                            loaded.taking.byHand(copy.found(), copy.content());
                            return loaded;
                        });
        return sheet(decided.entered().orElseThrow(), copy.path());
    }

    /** Sentences about files that were not taken. */
    public List<String> notices() {
        List<String> all = new ArrayList<>(files.skipped());
        all.addAll(late.sentences());
        return all;
    }

    /** Whether there is a newer sheet than the newest that could be read, and it is unusable. */
    public boolean hasUnusable() {
        return hasUnusable;
    }

    public Map<Path, UnusableSheetException> unreadable() {
        return files.unreadable();
    }

    /** How many sheets would be taken now, as far as can be known without fetching them. */
    static int count(JobDefinition job, List<SourceFile> complete, Taking taking, Source source) {
        long after =
                complete.stream()
                        .filter(file -> mayBeNew(file, taking, source))
                        .filter(file -> !taking.isBeforeMark(SettledFiles.found(file)))
                        .count();
        return (int) (job.sheets().newest() ? Math.min(1, after) : after);
    }

    @Override
    public void close() throws IOException {
        try (source) {
            late.removeOldCopies(files.folder(), context.time().instant());
        }
    }
}
