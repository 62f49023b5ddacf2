package dev.stockload.jobs.take;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.TakingRules.Copied;
import dev.stockload.jobs.take.TakingRules.Decided;
import dev.stockload.jobs.take.TakingRules.Found;
import dev.stockload.jobs.take.TakingRules.Seen;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.Sha256;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.TakenFiles;
import dev.stockload.sheet.WholeFile;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sources.Source;
import dev.stockload.sources.Source.FileChangedException;
import dev.stockload.sources.SourceFile;

import org.apache.commons.io.function.IOSupplier;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Copies files into the data folder that stood still between two looks and while they were copied
 * (rule 5). Only the copies are hashed, read and imported.
 *
 * @param folder the folder of the copies
 * @param skipped a sentence for each file that is not complete yet
 * @param unreadable files that cannot be read at all
 */
record SettledFiles(
        JobContext context,
        JobDefinition job,
        Source source,
        Path folder,
        List<String> skipped,
        Map<Path, UnusableSheetException> unreadable) {
    private static final Logger LOG = LoggerFactory.getLogger(SettledFiles.class);

    /** A program that writes a sheet may pause between two writes, but hardly for so long. */
    private static final Duration SETTLE_TIME = Duration.ofSeconds(4);

    /** An archive that is incomplete for this long will stay so. */
    private static final Duration ARRIVING = Duration.ofMinutes(15);

    private static final int MOST_LOOKS = 3;

    SettledFiles(JobContext context, JobDefinition job, Source source, Path folder) {
        this(context, job, source, folder, new ArrayList<>(), new HashMap<>());
    }

    /**
     * Copies these files. There is one pause for all of them, and another one for those that
     * changed meanwhile.
     *
     * @param before what was decided about earlier copies
     * @param list lists the complete files anew
     */
    List<Copied> copy(
            List<SourceFile> listed, Map<String, Decided> before, IOSupplier<List<SourceFile>> list)
            throws IOException {
        if (!listed.isEmpty()) {
            WholeFile.sweep(folder, context.time().instant());
        }
        List<Copied> copies = new ArrayList<>();
        List<SourceFile> waiting = listed;
        Set<String> torn = new HashSet<>();
        for (int look = 1; !waiting.isEmpty() && look <= MOST_LOOKS; look++) {
            Map<String, SourceFile> now = new HashMap<>();
            List<SourceFile> later = waiting;
            if (look > 1 || waiting.stream().anyMatch(SourceFile::mayChange)) {
                context.time().rest(SETTLE_TIME, new StopSignal());
                later = list.get();
            }
            later.forEach(file -> now.put(file.path(), file));
            List<SourceFile> changed = new ArrayList<>();
            for (SourceFile file : waiting) {
                SourceFile there = now.get(file.path());
                if (there != null && !there.equals(file)) {
                    changed.add(there);
                } else if (there != null && !isCopied(there, before.get(there.path()), copies)) {
                    changed.add(there);
                    torn.add(there.path());
                }
            }
            waiting = changed;
        }
        for (SourceFile file : waiting) {
            if (torn.contains(file.path()) && source.localPath(file).isEmpty()) {
                throw RunFailedException.passing(
                        ("%s of source %s is not complete yet: it changes whenever it is read. It"
                                        + " is taken once it stops changing")
                                .formatted(file.name(), job.source()));
            }
            skipped.add(shown(file) + " is still being written: the next run of the job takes it");
        }
        return copies;
    }

    /** False if the file has changed since it was listed. */
    private boolean isCopied(SourceFile now, Decided before, List<Copied> copies)
            throws IOException {
        try {
            copy(now, before == null ? null : before.sheet().version()).ifPresent(copies::add);
            return true;
        } catch (FileChangedException e) {
            return false;
        } catch (NoSuchFileException e) {
            LOG.info("{} is not there now", now.path());
            return true;
        }
    }

    String shown(SourceFile file) {
        return source.localPath(file)
                .map(here -> JobDefinition.shown(here).toString())
                .orElse(file.path());
    }

    private Optional<Copied> copy(SourceFile file, String version) throws IOException {
        if (!isReadable(file)) {
            return Optional.empty();
        }
        Path part = WholeFile.part(folder);
        try {
            Optional<SourceFile> fetched = source.fetch(file, version, part);
            if (fetched.isEmpty()) {
                return Optional.empty();
            }
            checkUnchanged(file, part);
            if (isArriving(fetched.get(), part)) {
                return Optional.empty();
            }
            String content = Sha256.of(part);
            Path copies = Files.createDirectories(folder.resolve(content.substring(0, 16)));
            Path copy = copies.resolve(file.localName());
            Files.move(part, copy, StandardCopyOption.REPLACE_EXISTING);
            Seen now = new Seen(Found.of(fetched.get()), context.time().instant());
            String own = fetched.get().version();
            return Optional.of(new Copied(now, content, 0, TakenFiles.path(copy), own));
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** How a file is noted that is not copied: a local one by its content, which is known later. */
    Optional<Copied> passed(SourceFile file) throws IOException {
        Optional<Path> here = source.localPath(file);
        if (here.isPresent() && !(Files.exists(here.get()) && isReadable(file))) {
            return Optional.empty();
        }
        String content = here.isPresent() ? Sha256.of(here.get()) : "";
        Seen now = new Seen(Found.of(file), context.time().instant());
        return Optional.of(new Copied(now, content, 0, null, null));
    }

    private boolean isReadable(SourceFile file) {
        Optional<Path> here = source.localPath(file).map(JobDefinition::shown);
        try {
            here.ifPresent(path -> job.order(path, "", false, false).expectReadable());
            return true;
        } catch (UnusableSheetException e) {
            unreadable.put(here.orElseThrow(), e);
            return false;
        }
    }

    /** If the source cannot tell whether a copy is complete, compares it with a second one. */
    private void checkUnchanged(SourceFile file, Path part) throws IOException {
        if (!source.mayBePartial(context.time().instant())) {
            return;
        }
        context.time().rest(SETTLE_TIME, new StopSignal());
        Path again = WholeFile.part(folder);
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
        boolean arriving = fresh && !FilesByName.isWhole(part);
        if (arriving) {
            skipped.add(file.name() + " is not complete yet: the next run of the job takes it");
        }
        return arriving;
    }
}
