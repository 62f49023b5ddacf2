package dev.stockload.jobs;

import dev.stockload.imports.Imports;
import dev.stockload.jobs.FoundSheets.Sheet;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.SourceFiles;
import dev.stockload.ledger.SourceFiles.Seen;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sheets of this machine's folders: which are complete, and which a job has not had. */
public final class LocalSheets {
    /** Whoever writes a file does something about it at least so often. */
    private static final Duration YOUNG = Duration.ofSeconds(10);

    /** Programs that write a sheet pause for a query or two. */
    private static final Duration STANDS_STILL = Duration.ofSeconds(4);

    private final Ledger ledger;
    private final Time time;

    public LocalSheets(JobContext context) {
        this.ledger = context.ledger();
        this.time = context.time();
    }

    /** The complete files of this machine that a job reads, oldest first. */
    public static List<Path> complete(JobDefinition job) throws IOException {
        CompleteFiles complete = new CompleteFiles(job.sheets().done());
        List<Path> files = new ArrayList<>();
        for (Path file : job.files()) {
            boolean put = job.sheets().move() && FinishedSheets.isPut(file);
            if (!put && (!Files.exists(file) || isComplete(complete, file))) {
                files.add(file);
            }
        }
        return job.sheets().newest() && files.size() > 1
                ? files.subList(files.size() - 1, files.size())
                : files;
    }

    private static boolean isComplete(CompleteFiles complete, Path file) throws IOException {
        Path name = file.getFileName();
        Path folder = file.toAbsolutePath().getParent();
        if (complete.done().isEmpty()) {
            return complete.isComplete(name.toString(), Set.of());
        }
        try (Stream<Path> beside = Files.list(folder)) {
            return complete.isComplete(
                    name.toString(),
                    beside.map(each -> each.getFileName().toString()).collect(Collectors.toSet()));
        }
    }

    /**
     * Those of which nobody writes: one that is but a moment old is looked at twice.
     *
     * @param notices hears of each of the others
     */
    public static List<Path> standingStill(List<Path> files, Time time, Consumer<String> notices)
            throws IOException {
        Instant lately = time.instant().minus(YOUNG);
        Map<Path, String> young = new LinkedHashMap<>();
        for (Path file : files) {
            if (Files.exists(file) && Files.getLastModifiedTime(file).toInstant().isAfter(lately)) {
                young.put(file, version(file));
            }
        }
        if (young.isEmpty()) {
            return files;
        }
        time.rest(STANDS_STILL, new StopSignal());
        List<Path> still = new ArrayList<>();
        for (Path file : files) {
            boolean same =
                    !young.containsKey(file)
                            || Files.exists(file) && young.get(file).equals(version(file));
            if (same) {
                still.add(file);
            } else {
                notices.accept(JobSheets.stillWritten(file));
            }
        }
        return still;
    }

    /** Whatever is known of them. */
    public static FoundSheets all(List<Path> files) throws IOException {
        List<Sheet> sheets = new ArrayList<>();
        for (Path file : files) {
            sheets.add(new Sheet(file, version(file), 0, FoundSheets.Known.NEW));
        }
        return new FoundSheets(sheets, List.of());
    }

    /**
     * Without those of earlier nights, by name, size and time, so that they are not read again. The
     * newest stays, so that whoever asks is told by which run it was imported, but not where it has
     * become the newest since others are gone, or beside others: it would be sent over them.
     */
    public FoundSheets unseen(String job, String account, List<Path> files) throws IOException {
        return unseen(job, account, files, ledger.runs().last(account));
    }

    /**
     * @param after the account's newest run when the files were looked for
     */
    FoundSheets unseen(String job, String account, List<Path> files, long after)
            throws IOException {
        Map<String, Seen> known = ledger.sourceFiles().of(job, SourceFiles.LOCAL);
        Map<String, Run> unfinished = unfinished(job, account);
        UnusableSheets unusable = UnusableSheets.of(ledger, account, job);
        List<Sheet> wanted = new ArrayList<>();
        List<String> left = new ArrayList<>();
        for (Path file : files) {
            String version = version(file);
            Seen seen = known.get(path(file));
            boolean noted = seen != null && seen.version().equals(version);
            boolean newest =
                    file.equals(files.get(files.size() - 1))
                            && !(noted && isPassed(job, account, seen, !wanted.isEmpty()));
            Optional<Run> refused = noted ? unusable.find(seen.content()) : Optional.empty();
            Optional<Run> had = newest || noted ? Optional.empty() : had(job, account, file);
            Optional<Run> begun =
                    newest || !noted
                            ? had.filter(Run::isUnfinished)
                            : Optional.ofNullable(unfinished.get(seen.content()));
            if (!newest && refused.filter(unusable::isOutdated).isPresent()) {
                left.add(UnusableSheets.left(file, refused.get()));
            } else if (newest || begun.or(() -> refused).isPresent() || !noted && had.isEmpty()) {
                wanted.add(Sheet.of(file, version, after, begun.or(() -> refused)));
            }
        }
        return new FoundSheets(wanted, left);
    }

    /** Whether a file was imported as it lies there, and another sheet since or now. */
    private boolean isPassed(String job, String account, Seen seen, boolean otherNow) {
        boolean imported =
                ledger.runs()
                        .latest(account, job, seen.content())
                        .filter(run -> run.state() == RunState.COMPLETED)
                        .isPresent();
        return imported
                && (otherNow
                        || ledger.runs()
                                .newest(account, job)
                                .filter(run -> !run.content().equals(seen.content()))
                                .isPresent());
    }

    /** The run that has had a file as it lies there, of which nobody took note. */
    private Optional<Run> had(String job, String account, Path file) throws IOException {
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        Instant modified = Files.getLastModifiedTime(file).toInstant();
        Optional<Run> run =
                ledger.runs()
                        .latest(account, job, Imports.contentOf(file))
                        .filter(each -> modified.isBefore(each.startedAt()));
        if (run.filter(each -> each.state() == RunState.COMPLETED).isPresent()) {
            String content = run.get().content();
            ledger.sourceFiles()
                    .add(Seen.local(job, path(file), version(file), content, time.instant()));
        }
        return run;
    }

    /** What a job has not brought to its end, by content. */
    private Map<String, Run> unfinished(String job, String account) {
        return ledger.runs().unfinished().stream()
                .filter(run -> run.job().equals(job) && run.account().equals(account))
                .filter(run -> ledger.runs().isLatest(run))
                .collect(Collectors.toMap(Run::content, Function.identity()));
    }

    private static String path(Path file) {
        return file.toAbsolutePath().normalize().toString();
    }

    /** What changes with a file; null where there is none. */
    private static String version(Path file) throws IOException {
        return Files.exists(file)
                ? Files.size(file) + " " + Files.getLastModifiedTime(file).toInstant()
                : null;
    }
}
