package dev.stockload.jobs.take;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.sheet.encoding.CsvEncoding;
import dev.stockload.sources.FilePattern;
import dev.stockload.sources.Source;
import dev.stockload.sources.SourceFile;
import dev.stockload.stock.Refusal;

import org.apache.commons.compress.archivers.zip.ZipFile;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * The files of a source that a job reads, by their names: which match, and which are complete by
 * names, markers and archives. {@link SettledFiles} finds out whether a file still changes.
 *
 * @param all also markers, and what the job does not read
 * @param matching all that the job may read, complete or not
 * @param complete those with a finished name, and with their marker if the job asks for one
 */
record FilesByName(List<SourceFile> all, List<SourceFile> matching, List<SourceFile> complete) {
    private static final List<String> UNFINISHED =
            List.of(".part", ".tmp", ".filepart", ".crdownload", ".partial");

    /** Excel and LibreOffice put lock files next to an open workbook. */
    private static final List<String> LOCKS = List.of("~$", ".~lock.");

    /** What we put beside a sheet that was moved. */
    private static final Pattern OURS = Pattern.compile(".*\\.(problems|rejected)\\..*");

    private static final Pattern MOVED =
            Pattern.compile("(?s)(.*[/\\\\])?(done|failed|late)[/\\\\]");

    static FilesByName of(JobDefinition job, Source source) throws IOException {
        FilePattern pattern = FilePattern.of(job.read());
        List<SourceFile> all = list(job, source, pattern);
        if (all.size() == 1 && all.get(0).isUnknown()) {
            return new FilesByName(all, all, all);
        }
        Set<String> paths = all.stream().map(SourceFile::path).collect(Collectors.toSet());
        List<SourceFile> matching = new ArrayList<>(all);
        matching.removeIf(
                file -> !source.matches(pattern, file) || job.sheets().move() && isMoved(file));
        matching.sort(Comparator.comparing(SourceFile::modified).thenComparing(SourceFile::path));
        List<SourceFile> complete = new ArrayList<>(matching);
        complete.removeIf(file -> !isComplete(job.sheets().done(), file, paths));
        return new FilesByName(all, matching, complete);
    }

    private static boolean isMoved(SourceFile file) {
        return MOVED.matcher(file.sibling("")).matches();
    }

    private static List<SourceFile> list(JobDefinition job, Source source, FilePattern pattern)
            throws IOException {
        try {
            return source.list(pattern);
        } catch (NoSuchFileException e) {
            throw new Refusal(
                    Refusal.Kind.NO_SHEET,
                    "Job %s reads %s, but there is no folder %s"
                            .formatted(job.name(), job.read(), e.getMessage()));
        }
    }

    /** Asks the server also for a file that may not exist. */
    static FilesByName probe(JobDefinition job, Source source) throws IOException {
        FilesByName listed = of(job, source);
        if (listed.complete().stream().noneMatch(SourceFile::isUnknown)) {
            return listed;
        }
        List<SourceFile> probed = source.probe(FilePattern.of(job.read()));
        return new FilesByName(probed, probed, probed);
    }

    private static boolean isComplete(Optional<String> done, SourceFile file, Set<String> paths) {
        String name = file.name();
        String lower = name.toLowerCase(Locale.ROOT);
        boolean isFinished =
                UNFINISHED.stream().noneMatch(lower::endsWith)
                        && LOCKS.stream().noneMatch(name::startsWith)
                        && !OURS.matcher(lower).matches();
        if (!isFinished || done.isEmpty()) {
            return isFinished;
        }
        return !isMarker(done.get(), name)
                && names(done.get(), name).stream().map(file::sibling).anyMatch(paths::contains);
    }

    /** {@code stock.csv} is marked by {@code stock.csv.ok} or {@code stock.ok}. */
    private static List<String> names(String marker, String name) {
        int dot = name.lastIndexOf('.');
        String stem = dot < 0 ? name : name.substring(0, dot);
        return List.of(marker.replace("*", name), marker.replace("*", stem));
    }

    /** The names that a marker for this file alone can have. */
    static List<String> markersOf(Optional<String> done, String name) {
        return done.filter(marker -> marker.contains("*"))
                .map(marker -> names(marker, name))
                .orElse(List.of());
    }

    private static boolean isMarker(String marker, String name) {
        int star = marker.indexOf('*');
        return star < 0
                ? name.equals(marker)
                : name.startsWith(marker.substring(0, star))
                        && name.endsWith(marker.substring(star + 1));
    }

    /** Whether a file is complete, as far as archives show it. */
    static boolean isWhole(Path file) throws IOException {
        byte[] head = CsvEncoding.head(file);
        try {
            if (CsvEncoding.begins(head, "504B")) {
                try (ZipFile zip = ZipFile.builder().setPath(file).get()) {
                    return zip.getEntries().hasMoreElements();
                }
            }
            if (CsvEncoding.begins(head, "1F8B")) {
                try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                    in.transferTo(OutputStream.nullOutputStream());
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
