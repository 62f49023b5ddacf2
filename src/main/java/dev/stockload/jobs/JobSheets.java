package dev.stockload.jobs;

import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.Imports;
import dev.stockload.imports.OptionsDifference;
import dev.stockload.ledger.FetchFailures.Failure;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.SourceFiles.Seen;
import dev.stockload.runs.FaultMessages;
import dev.stockload.runs.RunStoppedException;
import dev.stockload.runs.Time;
import dev.stockload.sheet.UnusableSheetException;
import dev.stockload.sources.RemoteFile;
import dev.stockload.sources.Source;
import dev.stockload.stock.Count;

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

    private final Ledger ledger;
    private final LocalSheets local;
    private final RemoteSheets remote;
    private final FinishedSheets afterwards;
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

    /**
     * The newest sheet of a job.
     *
     * @param files how many there are
     */
    public record Newest(Path file, int files) {
        public Newest absolute() {
            return new Newest(file.toAbsolutePath(), files);
        }
    }

    public JobSheets(JobContext context) {
        this.ledger = context.ledger();
        this.time = context.time();
        this.local = new LocalSheets(context);
        this.remote = new RemoteSheets(context);
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
        FoundSheets found =
                job.sheets().from().isPresent()
                        ? fetched(job, account, again, after)
                        : here(job, account, again, after);
        found.left().forEach(LOG::info);
        return found;
    }

    private FoundSheets here(JobDefinition job, String account, boolean again, long after)
            throws IOException {
        List<String> left = new ArrayList<>();
        List<Path> files = LocalSheets.standingStill(LocalSheets.complete(job), time, left::add);
        if (again) {
            return LocalSheets.all(files).leaving(left);
        }
        FoundSheets found = local.unseen(job.name(), account, files, after);
        putAway(job, account, files, found.files());
        return found.leaving(left);
    }

    /**
     * The newest sheet as it is now, for who wants to see what would change: nothing is noted, and
     * nobody told.
     *
     * @throws UnusableSheetException where there is none
     */
    public Newest newest(JobDefinition job, String account) throws IOException {
        return job.sheets().from().isPresent()
                ? remote.newest(job)
                : newest(job, here(job, account, true, 0));
    }

    /** The newest of those that are there. */
    public static Newest newest(JobDefinition job, FoundSheets found) {
        List<Path> files = found.files();
        if (files.isEmpty()) {
            throw none(job, found.left());
        }
        return new Newest(files.get(files.size() - 1), files.size());
    }

    static UnusableSheetException none(JobDefinition job, List<String> left) {
        List<String> sentences =
                new ArrayList<>(List.of("There is no sheet for job " + job.name()));
        sentences.addAll(left);
        return new UnusableSheetException(String.join(". ", sentences));
    }

    /** What is said of a file that somebody writes. */
    static String stillWritten(Object file) {
        return file + " is still being written: it is left for the next time";
    }

    /** What lies in the folder although it was imported would lie there for ever. */
    private void putAway(JobDefinition job, String account, List<Path> files, List<Path> wanted)
            throws IOException {
        for (Path file : job.sheets().move() ? files : List.<Path>of()) {
            if (!wanted.contains(file)) {
                ledger.runs()
                        .latest(account, job.name(), Imports.contentOf(file))
                        .filter(run -> run.state() != RunState.RUNNING)
                        .ifPresent(run -> afterwards.cameAgain(job, file, run));
            }
        }
    }

    /** A fetch that fails is known until one succeeds. */
    private FoundSheets fetched(JobDefinition job, String account, boolean again, long after)
            throws IOException {
        try {
            FoundSheets found = remote.take(job, account, again, after);
            ledger.fetchFailures().clear(job.name());
            return found;
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

    /** Looks at the source of a job, and takes nothing. */
    public Look look(JobDefinition job, String account) throws IOException {
        long from = System.nanoTime();
        String name = job.sheets().from().orElseThrow();
        try (Source source = remote.open(job, name)) {
            List<RemoteFile> found = RemoteListing.look(job, source);
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

    /**
     * The run that found that a sheet cannot be used, where nothing has changed since: neither the
     * file nor how it is to be read.
     */
    Optional<Run> refused(FoundSheets.Sheet sheet, ImportOrder order) throws IOException {
        return sheet.known() == FoundSheets.Known.UNUSABLE
                ? UnusableSheets.of(ledger, order.account(), order.job())
                        .find(Imports.contentOf(sheet.file()))
                        .filter(run -> OptionsDifference.of(run, order).isEmpty())
                : Optional.empty();
    }
}
