package dev.stockload.jobs;

import dev.stockload.ledger.SourceFiles.Seen;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;
import dev.stockload.sources.FileChangedException;
import dev.stockload.sources.RemoteFile;
import dev.stockload.sources.Source;
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

/** Copies files of a source into the data folder, each under its hash, when nobody writes them. */
final class RemoteFetch {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteFetch.class);
    private static final Duration STANDS_STILL = Duration.ofSeconds(2);

    /** An archive that is not whole for so long will not become so. */
    private static final Duration ARRIVING = Duration.ofMinutes(15);

    private static final int MOST_TRIES = 3;

    private final Path data;
    private final Time time;
    private final JobDefinition job;
    private final Source source;
    private final List<String> left = new ArrayList<>();

    /**
     * What was fetched.
     *
     * @param news what to note of it; empty where it is known
     */
    record Fetched(Path copy, Optional<Seen> news) {}

    RemoteFetch(Path data, Time time, JobDefinition job, Source source) {
        this.data = data;
        this.time = time;
        this.job = job;
        this.source = source;
    }

    /** A sentence for each file that is not taken. */
    List<String> left() {
        return left;
    }

    private String name() {
        return job.sheets().from().orElseThrow();
    }

    /** Those of which nobody writes: a moment later they are the same. */
    List<RemoteFile> standingStill(List<RemoteFile> wanted, Map<String, Seen> known)
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
        RemoteListing.matching(job, source).forEach(file -> now.put(file.path(), file));
        return wanted.stream()
                .filter(
                        file -> {
                            boolean still = file.equals(now.get(file.path()));
                            if (!still) {
                                left.add(JobSheets.stillWritten(file.path()));
                            }
                            return still;
                        })
                .toList();
    }

    /**
     * A copy of a file. One that changes while it is read is read again, a few times.
     *
     * @param known what is known of it; null where it is new
     * @param enough whether nothing is to be done where it is as it is known
     */
    Optional<Fetched> fetch(RemoteFile listed, Seen known, boolean enough) throws IOException {
        RemoteFile file = listed;
        for (int tries = 1; tries <= MOST_TRIES; tries++) {
            try {
                return fetchOnce(file, known, enough);
            } catch (FileChangedException e) {
                time.rest(STANDS_STILL, new StopSignal());
                Optional<RemoteFile> now =
                        RemoteListing.matching(job, source).stream()
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
                        .formatted(listed.name(), name()));
    }

    private Optional<Fetched> fetchOnce(RemoteFile file, Seen known, boolean enough)
            throws IOException {
        Path folder = Files.createDirectories(data.resolve("sources").resolve(name()));
        Path part = Files.createTempFile(folder, ".incoming", "");
        try {
            boolean kept =
                    known != null && known.copy() != null && Files.exists(Path.of(known.copy()));
            String version = kept || enough ? known.version() : null;
            Optional<String> fetched = source.fetch(file, version, part);
            if (fetched.isEmpty()) {
                return enough
                        ? Optional.empty()
                        : Optional.of(new Fetched(Path.of(known.copy()), Optional.empty()));
            }
            checkStandsStill(file, part);
            if (isArriving(file, part)) {
                left.add(file.name() + " is not complete yet: it is left for the next time");
                return Optional.empty();
            }
            return Optional.of(keep(file, fetched.get(), part));
        } catch (NoSuchFileException e) {
            LOG.info("{} is not there now", file.path());
            return Optional.empty();
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Where a source cannot tell whether a copy is whole, another one a moment later does. */
    private void checkStandsStill(RemoteFile file, Path part) throws IOException {
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

    private Fetched keep(RemoteFile file, String version, Path part) throws IOException {
        String content = Sha256.of(part);
        Path folder = part.resolveSibling(content.substring(0, 16));
        Path copy = Files.createDirectories(folder).resolve(file.localName());
        Files.move(part, copy, StandardCopyOption.REPLACE_EXISTING);
        Instant now = time.instant();
        Seen seen =
                new Seen(job.name(), name(), file.path(), version, content, copy.toString(), now);
        return new Fetched(copy, Optional.of(seen));
    }
}
