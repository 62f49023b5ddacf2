package dev.stockload.jobs;

import dev.stockload.imports.Imports;
import dev.stockload.jobs.FoundSheets.Sheet;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
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
    /** The name of the source that the folders of this machine are. */
    private static final String HERE = "";

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

    /**
     * Without those of earlier nights, by name, size and time, so that they are not read again. The
     * newest stays: whether that was imported, its content tells.
     */
    public FoundSheets unseen(String job, String account, List<Path> files) throws IOException {
        return new FoundSheets(unseen(job, account, files, ledger.runs().last(account)));
    }

    /**
     * @param after the account's newest run when the files were looked for
     */
    List<Sheet> unseen(String job, String account, List<Path> files, long after)
            throws IOException {
        Map<String, Seen> known = ledger.sourceFiles().of(job, HERE);
        Map<String, Run> unfinished = unfinished(job, account);
        List<Sheet> wanted = new ArrayList<>();
        for (Path file : files) {
            boolean newest = file.equals(files.get(files.size() - 1));
            Seen seen = known.get(path(file));
            boolean noted =
                    seen != null && Files.exists(file) && seen.version().equals(version(file));
            Optional<Run> had = newest || noted ? Optional.empty() : had(job, account, file);
            Optional<Run> begun =
                    newest || !noted
                            ? had.filter(Run::isUnfinished)
                            : Optional.ofNullable(unfinished.get(seen.content()));
            if (newest || begun.isPresent() || !noted && had.isEmpty()) {
                wanted.add(Sheet.of(file, after, begun));
            }
        }
        return wanted;
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
            seen(job, file, run.get());
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

    /** Takes note that a job has had a file of this machine. */
    public void seen(String job, Path file, Run run) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        String path = path(file);
        String version = version(file);
        Seen before = ledger.sourceFiles().of(job, HERE).get(path);
        if (before == null || !before.version().equals(version)) {
            Instant now = time.instant();
            ledger.sourceFiles().put(new Seen(job, HERE, path, version, run.content(), null, now));
        }
    }

    private static String path(Path file) {
        return file.toAbsolutePath().normalize().toString();
    }

    private static String version(Path file) throws IOException {
        return Files.size(file) + " " + Files.getLastModifiedTime(file).toInstant();
    }
}
