package dev.stockload.jobs;

import dev.stockload.imports.Imports;
import dev.stockload.ledger.FetchFailures.Failure;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.SourceFiles.Seen;
import dev.stockload.runs.FaultMessages;
import dev.stockload.runs.RunStoppedException;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;
import dev.stockload.sources.RemoteFile;
import dev.stockload.sources.Source;
import dev.stockload.stock.Count;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sheets of jobs that are to be imported now, from folders and from sources alike. */
public final class JobSheets {
    /** The name of the source that the folders of this machine are. */
    private static final String HERE = "";

    /** Whoever writes a file does something about it at least so often. */
    private static final Duration YOUNG = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(JobSheets.class);

    private final Ledger ledger;
    private final RemoteSheets remote;
    private final Afterwards afterwards;
    private final Time time;

    /**
     * What a look at the source of a job has shown.
     *
     * @param serverKey how the server proves who it is
     * @param found the files that match, oldest first
     * @param taken how many of them would be imported now
     */
    public record Look(
            Optional<String> serverKey, List<RemoteFile> found, int taken, Duration took) {
        /** In a line, for people. */
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

    public JobSheets(JobContext context) {
        this.ledger = context.ledger();
        this.time = context.time();
        this.remote = new RemoteSheets(context);
        this.afterwards = new Afterwards(context);
    }

    /**
     * The sheets to import now, oldest first.
     *
     * @param account as the ledger knows it
     * @param again whether those are wanted too that were imported before
     */
    public List<Path> take(JobDefinition job, String account, boolean again) throws IOException {
        if (job.sheets().from().isPresent()) {
            return fetched(job, account, again);
        }
        List<Path> files = standingStill(local(job));
        if (again) {
            return files;
        }
        List<Path> wanted = wanted(job.name(), account, files);
        putAway(job, account, files, wanted);
        return wanted;
    }

    /** What lies in the folder although it was imported would lie there for ever. */
    private void putAway(JobDefinition job, String account, List<Path> files, List<Path> wanted)
            throws IOException {
        for (Path file : job.sheets().move() ? files : List.<Path>of()) {
            if (!wanted.contains(file)) {
                ledger.runs()
                        .latest(account, job.name(), Imports.contentOf(file))
                        .ifPresent(run -> afterwards.cameAgain(job, file, run));
            }
        }
    }

    /** Those of which nobody writes: one that is but a moment old is looked at twice. */
    private List<Path> standingStill(List<Path> files) throws IOException {
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
        time.rest(RemoteSheets.STANDS_STILL, new StopSignal());
        List<Path> still = new ArrayList<>();
        for (Path file : files) {
            boolean same =
                    !young.containsKey(file)
                            || Files.exists(file) && young.get(file).equals(version(file));
            if (same) {
                still.add(file);
            } else {
                LOG.info("{} is still being written; it is taken later", file);
            }
        }
        return still;
    }

    /** A fetch that fails is known until one succeeds. */
    private List<Path> fetched(JobDefinition job, String account, boolean again)
            throws IOException {
        try {
            List<Path> files = remote.take(job, account, again);
            ledger.fetchFailures().clear(job.name());
            return files;
        } catch (RunStoppedException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            failed(job, e);
            throw e;
        }
    }

    private void failed(JobDefinition job, Exception fault) {
        String source = job.sheets().from().orElseThrow();
        String why = FaultMessages.sentence(fault);
        try {
            ledger.fetchFailures().put(new Failure(job.name(), source, time.instant(), why));
        } catch (RuntimeException e) {
            // The ledger may be what failed.
            fault.addSuppressed(e);
        }
    }

    /**
     * Without those of earlier nights, by name, size and time, so that they are not read again. The
     * newest stays: whether that was imported, its content tells.
     */
    public List<Path> unseen(String job, String account, List<Path> files) throws IOException {
        return wanted(job, account, standingStill(files));
    }

    private List<Path> wanted(String job, String account, List<Path> files) throws IOException {
        if (files.size() < 2) {
            return files;
        }
        Map<String, Seen> known = ledger.sourceFiles().of(job, HERE);
        Set<String> waiting = waiting(job, account);
        List<Path> wanted = new ArrayList<>();
        for (Path file : files) {
            Seen seen = known.get(path(file));
            boolean newest = file.equals(files.get(files.size() - 1));
            boolean done =
                    seen != null && seen.version().equals(version(file))
                            ? !waiting.contains(seen.content())
                            : !newest && isOfEarlierNight(job, account, file);
            if (newest || !done) {
                wanted.add(file);
            }
        }
        return wanted;
    }

    /** Imported before anybody took note of files, and not touched since. */
    private boolean isOfEarlierNight(String job, String account, Path file) throws IOException {
        if (!Files.isReadable(file)) {
            return false;
        }
        Instant modified = Files.getLastModifiedTime(file).toInstant();
        Optional<Run> run =
                ledger.runs()
                        .latest(account, job, Imports.contentOf(file))
                        .filter(each -> each.state() == RunState.COMPLETED)
                        .filter(each -> modified.isBefore(each.startedAt()));
        if (run.isPresent()) {
            seen(job, file, run.get());
        }
        return run.isPresent();
    }

    /** The contents that a job has not brought to their end. */
    private Set<String> waiting(String job, String account) {
        return ledger.runs().unfinished().stream()
                .filter(run -> run.job().equals(job) && run.account().equals(account))
                .filter(run -> ledger.runs().isLatest(run))
                .map(Run::content)
                .collect(Collectors.toSet());
    }

    private static String path(Path file) {
        return file.toAbsolutePath().normalize().toString();
    }

    private static String version(Path file) throws IOException {
        return Files.size(file) + " " + Files.getLastModifiedTime(file).toInstant();
    }

    /** Looks at the source of a job, and takes nothing. */
    public Look look(JobDefinition job, String account) throws IOException {
        long from = System.nanoTime();
        String name = job.sheets().from().orElseThrow();
        try (Source source = remote.open(job, name)) {
            List<RemoteFile> found = RemoteSheets.look(job, source);
            Map<String, Seen> known = ledger.sourceFiles().of(job.name(), name);
            int taken =
                    (int)
                            found.stream()
                                    .filter(
                                            file ->
                                                    !remote.isDone(
                                                            job,
                                                            account,
                                                            file,
                                                            known.get(file.path())))
                                    .count();
            return new Look(
                    source.serverKey(), found, taken, Duration.ofNanos(System.nanoTime() - from));
        }
    }

    /** The complete files of this machine that a job reads, oldest first. */
    public static List<Path> local(JobDefinition job) throws IOException {
        CompleteFiles complete = new CompleteFiles(job.sheets().done());
        List<Path> files = new ArrayList<>();
        for (Path file : job.files()) {
            boolean put = job.sheets().move() && Afterwards.isPut(file);
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

    /** Takes note of what became of a sheet; one that was imported before is out of the way now. */
    public void imported(JobDefinition job, Path file, Imports.Result result) throws IOException {
        if (job.sheets().from().isEmpty()) {
            seen(job.name(), file, result.run());
        }
        if (result.alreadyDone()) {
            afterwards.cameAgain(job, file, result.run());
        }
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
}
