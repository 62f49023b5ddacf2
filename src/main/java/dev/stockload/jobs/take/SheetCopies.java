package dev.stockload.jobs.take;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.JobSheets.JobContext;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.runs.SourceFiles.Seen;
import dev.stockload.sheet.IncomingFiles;
import dev.stockload.sources.Source;
import dev.stockload.sources.Source.FileChangedException;
import dev.stockload.sources.SourceFile;
import dev.stockload.stock.Sha256;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Files of a source on this machine when nobody writes them any more: copied into the data folder,
 * each under its hash, unless they are here already.
 */
final class SheetCopies {
    private static final Logger LOG = LoggerFactory.getLogger(SheetCopies.class);

    /** Programs that write a sheet pause for a query or two. */
    private static final Duration STANDS_STILL = Duration.ofSeconds(4);

    /** An archive that is not whole for so long will not become so. */
    private static final Duration ARRIVING = Duration.ofMinutes(15);

    private static final int MOST_TRIES = 3;

    private final JobContext context;
    private final Time time;
    private final JobDefinition job;
    private final Source source;
    private final List<String> left = new ArrayList<>();

    SheetCopies(JobContext context, JobDefinition job, Source source) {
        this.context = context;
        this.time = context.time();
        this.job = job;
        this.source = source;
    }

    /** A sentence for each file that is not taken. */
    List<String> left() {
        return left;
    }

    /** Those of which nobody writes: one that may be written is looked at twice. */
    List<SourceFile> standingStill(List<SourceFile> wanted, Map<String, Seen> known)
            throws IOException {
        List<SourceFile> young =
                wanted.stream()
                        .filter(file -> !isNoted(file, known.get(file.path())))
                        .filter(file -> source.mayChange(file, time.instant()))
                        .toList();
        if (young.isEmpty()) {
            return wanted;
        }
        time.rest(STANDS_STILL, new StopSignal());
        Map<String, SourceFile> now = new HashMap<>();
        SheetListing.of(job, source).forEach(file -> now.put(file.path(), file));
        List<SourceFile> still = new ArrayList<>(wanted);
        for (SourceFile file : young) {
            if (!file.equals(now.get(file.path()))) {
                still.remove(file);
                left.add(shown(file) + " is still being written: it is left for the next time");
            }
        }
        return still;
    }

    String shown(SourceFile file) {
        return source.here(file)
                .map(here -> JobDefinition.shown(here).toString())
                .orElse(file.path());
    }

    static boolean isNoted(SourceFile file, Seen seen) {
        return seen != null && !file.version().isEmpty() && seen.version().equals(file.version());
    }

    /**
     * What is known of a file that can be read from now on; empty where it cannot. One that changes
     * while it is read is read again, a few times.
     *
     * @param known what is known of it; null where it is new
     * @param enough whether nothing is to be done where it is as it is known
     */
    Optional<Seen> fetch(SourceFile listed, Seen known, boolean enough) throws IOException {
        Optional<Path> here = source.here(listed);
        if (here.isPresent()) {
            return here(listed, known, here.get());
        }
        SourceFile file = listed;
        for (int tries = 1; tries <= MOST_TRIES; tries++) {
            try {
                return fetchOnce(file, known, enough);
            } catch (FileChangedException e) {
                time.rest(STANDS_STILL, new StopSignal());
                Optional<SourceFile> now =
                        SheetListing.of(job, source).stream()
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
                        .formatted(listed.name(), job.source()));
    }

    /** One that cannot be read has no content: its import says why. */
    private Optional<Seen> here(SourceFile file, Seen known, Path path) throws IOException {
        if (isNoted(file, known)) {
            return Optional.of(known);
        }
        boolean readable = Files.isRegularFile(path) && Files.isReadable(path);
        if (readable && isArriving(file, path)) {
            return Optional.empty();
        }
        String content = readable ? Sha256.of(path) : "";
        return Optional.of(seen(file, file.version(), content, null));
    }

    private Optional<Seen> fetchOnce(SourceFile file, Seen known, boolean enough)
            throws IOException {
        Path folder = context.data().resolve("sources").resolve(job.source());
        Path part = IncomingFiles.create(folder, time.instant());
        try {
            boolean kept = known != null && known.copy() != null && Files.exists(known.file());
            String version = kept || enough ? known.version() : null;
            Optional<String> fetched = source.fetch(file, version, part);
            if (fetched.isEmpty()) {
                return enough ? Optional.empty() : Optional.of(known);
            }
            checkStandsStill(file, part);
            return isArriving(file, part)
                    ? Optional.empty()
                    : Optional.of(keep(file, fetched.get(), part));
        } catch (NoSuchFileException e) {
            LOG.info("{} is not there now", file.path());
            return Optional.empty();
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Where a source cannot tell whether a copy is whole, another one a moment later does. */
    private void checkStandsStill(SourceFile file, Path part) throws IOException {
        if (!source.mayBePartial(time.instant())) {
            return;
        }
        time.rest(STANDS_STILL, new StopSignal());
        Path again = IncomingFiles.create(part.getParent(), time.instant());
        try {
            source.fetch(file, null, again);
            if (Files.mismatch(part, again) >= 0) {
                throw new FileChangedException(file.path());
            }
        } finally {
            Files.deleteIfExists(again);
        }
    }

    private boolean isArriving(SourceFile file, Path part) throws IOException {
        boolean fresh = file.modified().isAfter(time.instant().minus(ARRIVING));
        boolean arriving = fresh && !SheetListing.isWhole(part);
        if (arriving) {
            left.add(file.name() + " is not complete yet: it is left for the next time");
        }
        return arriving;
    }

    private Seen keep(SourceFile file, String version, Path part) throws IOException {
        String content = Sha256.of(part);
        Path folder = part.resolveSibling(content.substring(0, 16));
        Path copy = Files.createDirectories(folder).resolve(file.localName());
        Files.move(part, copy, StandardCopyOption.REPLACE_EXISTING);
        return seen(file, version, content, copy.toAbsolutePath().normalize().toString());
    }

    private Seen seen(SourceFile file, String version, String content, String copy) {
        return new Seen(
                job.name(),
                job.source(),
                file.path(),
                version,
                content,
                copy,
                time.instant(),
                null);
    }
}
