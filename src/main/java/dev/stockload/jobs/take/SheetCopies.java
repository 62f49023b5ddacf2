package dev.stockload.jobs.take;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.NewSheets.JobContext;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.Sha256;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.SourceFiles.Seen;
import dev.stockload.sheet.WholeFile;
import dev.stockload.sources.Source;
import dev.stockload.sources.Source.FileChangedException;
import dev.stockload.sources.SourceFile;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the files of a source readable on this machine once they have stopped changing: copies each
 * into the data folder under its hash, unless it is a local file.
 */
record SheetCopies(JobContext context, JobDefinition job, Source source, List<String> skipped) {
    private static final Logger LOG = LoggerFactory.getLogger(SheetCopies.class);

    /** A program that writes a sheet may pause between two writes, but hardly for so long. */
    private static final Duration SETTLE_TIME = Duration.ofSeconds(4);

    /** An archive that is incomplete for this long will stay so. */
    private static final Duration ARRIVING = Duration.ofMinutes(15);

    private static final int MOST_TRIES = 3;

    SheetCopies(JobContext context, JobDefinition job, Source source) {
        this(context, job, source, new ArrayList<>());
    }

    /** Keeps only the files that have stopped changing: a recent file is looked at twice. */
    List<SourceFile> unchanging(List<SourceFile> wanted, Map<String, Seen> known)
            throws IOException {
        List<SourceFile> young =
                wanted.stream()
                        .filter(file -> !isSameVersion(file, known.get(file.path())))
                        .filter(file -> source.mayChange(file, context.time().instant()))
                        .toList();
        if (young.isEmpty()) {
            return wanted;
        }
        context.time().rest(SETTLE_TIME, new StopSignal());
        Set<SourceFile> now = new HashSet<>(CompleteFiles.of(job, source));
        List<SourceFile> still = new ArrayList<>(wanted);
        for (SourceFile file : young) {
            if (!now.contains(file)) {
                still.remove(file);
                skipped.add(
                        shown(file) + " is still being written: the next run of the job takes it");
            }
        }
        return still;
    }

    String shown(SourceFile file) {
        return source.localPath(file)
                .map(here -> JobDefinition.shown(here).toString())
                .orElse(file.path());
    }

    static boolean isSameVersion(SourceFile file, Seen seen) {
        return seen != null && !file.version().isEmpty() && seen.version().equals(file.version());
    }

    /**
     * Makes a file readable here; empty if that is not possible. A file that changes while it is
     * read is read again, a few times.
     *
     * @param known what the ledger knows of it; null if it is new
     * @param enough whether an unchanged file needs no copy
     */
    Optional<Seen> fetch(SourceFile listed, Seen known, boolean enough) throws IOException {
        Optional<Path> here = source.localPath(listed);
        if (here.isPresent()) {
            return here(listed, known, here.get());
        }
        SourceFile file = listed;
        for (int tries = 1; tries <= MOST_TRIES; tries++) {
            try {
                return fetchOnce(file, known, enough);
            } catch (FileChangedException e) {
                context.time().rest(SETTLE_TIME, new StopSignal());
                Optional<SourceFile> now =
                        CompleteFiles.of(job, source).stream()
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
                                + " once it stops changing")
                        .formatted(listed.name(), job.source()));
    }

    /** An unreadable file gets no content hash: its import reports why. */
    private Optional<Seen> here(SourceFile file, Seen known, Path path) throws IOException {
        if (isSameVersion(file, known)) {
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
        Path part = WholeFile.part(folder, context.time().instant());
        try {
            boolean kept = known != null && known.copy() != null && Files.exists(known.file());
            String version = kept || enough ? known.version() : null;
            Optional<String> fetched =
                    file.version().equals(version)
                            ? Optional.empty()
                            : source.fetch(file, version, part);
            if (fetched.isEmpty()) {
                return enough ? Optional.empty() : Optional.of(known);
            }
            checkUnchanged(file, part);
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

    /** If the source cannot tell whether a copy is complete, compares it with a second one. */
    private void checkUnchanged(SourceFile file, Path part) throws IOException {
        if (!source.mayBePartial(context.time().instant())) {
            return;
        }
        context.time().rest(SETTLE_TIME, new StopSignal());
        Path again = WholeFile.part(part.getParent(), context.time().instant());
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
        boolean fresh = file.modified().isAfter(context.time().instant().minus(ARRIVING));
        boolean arriving = fresh && !CompleteFiles.isWhole(part);
        if (arriving) {
            skipped.add(file.name() + " is not complete yet: the next run of the job takes it");
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
                context.time().instant(),
                null);
    }
}
