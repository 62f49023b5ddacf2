package dev.stockload.jobs;

import dev.stockload.jobs.FoundSheets.Sheet;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.SourceFiles.Seen;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;
import dev.stockload.sources.FileChangedException;
import dev.stockload.sources.RemoteFile;
import dev.stockload.sources.Source;
import dev.stockload.sources.Sources;
import dev.stockload.stock.Sha256;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes the sheets of a job from its source: those that are complete and were not imported before,
 * each copied into the data folder under its hash before anything is read.
 */
final class RemoteSheets {
    /** No run goes before this. */
    private static final Duration LONG_AGO = Duration.ofDays(30);

    private static final Logger LOG = LoggerFactory.getLogger(RemoteSheets.class);
    private static final Duration STANDS_STILL = Duration.ofSeconds(2);

    /** An archive that is not whole for so long will not become so. */
    private static final Duration ARRIVING = Duration.ofMinutes(15);

    private static final int MOST_TRIES = 3;

    private final Ledger ledger;
    private final Path data;
    private final Sources sources;
    private final Time time;

    RemoteSheets(JobContext context) {
        this.ledger = context.ledger();
        this.data = context.data();
        this.sources = context.sources();
        this.time = context.time();
    }

    /**
     * The sheets to import now, oldest first.
     *
     * @param account as the ledger knows it
     * @param again whether those are wanted too that were imported before
     * @param after the account's newest run when they are looked for
     */
    FoundSheets take(JobDefinition job, String account, boolean again, long after)
            throws IOException {
        String name = job.sheets().from().orElseThrow();
        try (Source source = open(job, name)) {
            Map<String, Seen> known = ledger.sourceFiles().of(job.name(), name);
            UnusableSheets unusable = UnusableSheets.of(ledger, account, job.name());
            List<RemoteFile> files = RemoteListing.matching(job, source);
            Taking taking = new Taking(job, name, account, again, new ArrayList<>());
            List<RemoteFile> wanted = new ArrayList<>();
            for (RemoteFile file : files) {
                Seen seen = known.get(file.path());
                boolean newest = file.equals(files.get(files.size() - 1));
                Optional<Run> outdated =
                        again || newest || !isNoted(file, seen)
                                ? Optional.empty()
                                : unusable.find(seen.content()).filter(unusable::isOutdated);
                if (outdated.isPresent()) {
                    taking.left().add(UnusableSheets.left(file.path(), outdated.get()));
                } else if (again || !isDone(job, account, file, seen)) {
                    wanted.add(file);
                }
            }
            wanted.retainAll(standingStill(taking, source, wanted, known));
            List<Sheet> taken = new ArrayList<>();
            for (RemoteFile file : wanted) {
                Seen seen = known.get(file.path());
                boolean newest = file.equals(files.get(files.size() - 1));
                Optional<Path> copy = fetchAtRest(taking, source, file, seen);
                if (copy.isPresent()) {
                    Optional<Run> before =
                            again || !isUnchanged(file, seen, copy.get())
                                    ? Optional.empty()
                                    : begun(taking, seen)
                                            .filter(run -> !newest)
                                            .or(() -> unusable.find(seen.content()));
                    taken.add(Sheet.of(copy.get(), null, after, before));
                }
            }
            return new FoundSheets(taken, taking.left());
        }
    }

    /** Whether a file is the one that was seen, as far as its version tells. */
    private static boolean isNoted(RemoteFile file, Seen seen) {
        return seen != null && !file.version().isEmpty() && seen.version().equals(file.version());
    }

    /** Whether a file is the one that was seen; where its version does not tell, its content. */
    private static boolean isUnchanged(RemoteFile file, Seen seen, Path copy) {
        boolean sameCopy = seen != null && copy.toString().equals(seen.copy());
        return isNoted(file, seen) || file.version().isEmpty() && sameCopy;
    }

    /** The run of a file that was found before and did not come to its end. */
    private Optional<Run> begun(Taking taking, Seen seen) {
        return ledger.runs()
                .latest(taking.account(), taking.job().name(), seen.content())
                .filter(Run::isUnfinished);
    }

    /**
     * What is being taken, and for whom.
     *
     * @param left takes a sentence for each file that is not taken
     */
    private record Taking(
            JobDefinition job, String source, String account, boolean again, List<String> left) {}

    Source open(JobDefinition job, String name) throws IOException {
        return sources.open(name, time.instant().atZone(job.zoneOrUsual()).toLocalDate());
    }

    /** Whether this version was imported; where its run is not finished, it is to go on. */
    boolean isDone(JobDefinition job, String account, RemoteFile file, Seen known) {
        return isNoted(file, known) && isImported(job, account, known);
    }

    /** Runs are kept for a while: what was seen long before that has had its own. */
    private boolean isImported(JobDefinition job, String account, Seen known) {
        return ledger.runs()
                .latest(account, job.name(), known.content())
                .map(run -> run.state() == RunState.COMPLETED)
                .orElseGet(() -> known.seenAt().isBefore(time.instant().minus(LONG_AGO)));
    }

    /** Those of which nobody writes: a moment later they are the same. */
    private List<RemoteFile> standingStill(
            Taking taking, Source source, List<RemoteFile> wanted, Map<String, Seen> known)
            throws IOException {
        boolean allKnown =
                wanted.stream()
                        .allMatch(
                                file ->
                                        file.size() < 0
                                                || known.containsKey(file.path())
                                                        && known.get(file.path())
                                                                .version()
                                                                .equals(file.version()));
        if (allKnown) {
            return wanted;
        }
        time.rest(STANDS_STILL, new StopSignal());
        Map<String, RemoteFile> now = new HashMap<>();
        RemoteListing.matching(taking.job(), source).forEach(file -> now.put(file.path(), file));
        return wanted.stream()
                .filter(
                        file -> {
                            boolean still = file.equals(now.get(file.path()));
                            if (!still) {
                                taking.left().add(JobSheets.stillWritten(file.path()));
                            }
                            return still;
                        })
                .toList();
    }

    /** A file that changes while it is read is read again, a few times. */
    private Optional<Path> fetchAtRest(Taking taking, Source source, RemoteFile listed, Seen known)
            throws IOException {
        RemoteFile file = listed;
        for (int tries = 1; tries <= MOST_TRIES; tries++) {
            try {
                return fetch(taking, source, file, known);
            } catch (FileChangedException e) {
                time.rest(STANDS_STILL, new StopSignal());
                Optional<RemoteFile> now =
                        RemoteListing.matching(taking.job(), source).stream()
                                .filter(each -> each.path().equals(listed.path()))
                                .findFirst();
                if (now.isEmpty()) {
                    return Optional.empty();
                }
                file = now.get();
            }
        }
        throw RunFailedException.passing(
                ("%s of source %s is not complete yet: it changes whenever it is read. It is taken"
                                + " when it stands still")
                        .formatted(listed.name(), taking.source()));
    }

    private Optional<Path> fetch(Taking taking, Source source, RemoteFile file, Seen known)
            throws IOException {
        Path folder = Files.createDirectories(data.resolve("sources").resolve(taking.source()));
        Path part = Files.createTempFile(folder, ".incoming", "");
        try {
            boolean done = known != null && isImported(taking.job(), taking.account(), known);
            boolean kept =
                    known != null && known.copy() != null && Files.exists(Path.of(known.copy()));
            String version = kept || done && !taking.again() ? known.version() : null;
            Optional<String> fetched = source.fetch(file, version, part);
            if (fetched.isEmpty()) {
                return done && !taking.again()
                        ? Optional.empty()
                        : Optional.of(Path.of(known.copy()));
            }
            checkStandsStill(source, file, part);
            if (isArriving(file, part)) {
                taking.left()
                        .add(file.name() + " is not complete yet: it is left for the next time");
                return Optional.empty();
            }
            return Optional.of(keep(taking, file, fetched.get(), part));
        } catch (NoSuchFileException e) {
            LOG.info("{} is not there now", file.path());
            return Optional.empty();
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Where a source cannot tell whether a copy is whole, another one a moment later does. */
    private void checkStandsStill(Source source, RemoteFile file, Path part) throws IOException {
        if (!source.mayBePartial(time.instant())) {
            return;
        }
        time.rest(STANDS_STILL, new StopSignal());
        Path again = Files.createTempFile(part.getParent(), ".incoming", "");
        try {
            source.fetch(file, null, again);
            if (Files.mismatch(part, again) >= 0) {
                throw new FileChangedException(file.path());
            }
        } finally {
            Files.deleteIfExists(again);
        }
    }

    private boolean isArriving(RemoteFile file, Path part) throws IOException {
        boolean fresh = file.modified().isAfter(time.instant().minus(ARRIVING));
        return fresh && !CompleteFiles.isWhole(part);
    }

    private Path keep(Taking taking, RemoteFile file, String version, Path part)
            throws IOException {
        String content = Sha256.of(part);
        Path folder = part.resolveSibling(content.substring(0, 16));
        Path copy = Files.createDirectories(folder).resolve(file.localName());
        Files.move(part, copy, StandardCopyOption.REPLACE_EXISTING);
        Instant now = time.instant();
        ledger.sourceFiles()
                .put(
                        new Seen(
                                taking.job().name(),
                                taking.source(),
                                file.path(),
                                version,
                                content,
                                copy.toString(),
                                now));
        return copy;
    }
}
