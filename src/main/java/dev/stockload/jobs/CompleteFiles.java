package dev.stockload.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipFile;

/**
 * Tells files that are complete from those that somebody still writes, by their names, markers and
 * archives. Whether one still changes, {@link SheetCopies} looks.
 *
 * @param done the pattern of the files that say so, such as {@code *.ok}; empty where none do
 */
record CompleteFiles(Optional<String> done) {
    private static final List<String> UNFINISHED =
            List.of(".part", ".tmp", ".filepart", ".crdownload", ".partial");

    /** Excel and LibreOffice put such files beside a workbook that somebody has open. */
    private static final List<String> LOCKS = List.of("~$", ".~lock.");

    /** Whether the name of a file, and the marker beside it where there has to be one, say so. */
    boolean isComplete(String name, Predicate<String> beside) {
        String lower = name.toLowerCase(Locale.ROOT);
        return UNFINISHED.stream().noneMatch(lower::endsWith)
                && LOCKS.stream().noneMatch(name::startsWith)
                && done.map(marker -> isMarked(marker, name, beside)).orElse(true);
    }

    private static boolean isMarked(String marker, String name, Predicate<String> beside) {
        return !isMarker(marker, name) && names(marker, name).stream().anyMatch(beside);
    }

    /** {@code stock.csv} is marked by {@code stock.csv.ok} or {@code stock.ok}. */
    private static List<String> names(String marker, String name) {
        int dot = name.lastIndexOf('.');
        String stem = dot < 0 ? name : name.substring(0, dot);
        return List.of(marker.replace("*", name), marker.replace("*", stem));
    }

    /** The names that a marker of this file alone may have. */
    List<String> markersOf(String name) {
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

    /** Whether a file is no archive, or a whole one. */
    static boolean isWhole(Path file) throws IOException {
        byte[] first;
        try (InputStream in = Files.newInputStream(file)) {
            first = in.readNBytes(2);
        }
        try {
            if (first.length == 2 && first[0] == 'P' && first[1] == 'K') {
                try (ZipFile zip = new ZipFile(file.toFile())) {
                    return zip.size() > 0;
                }
            }
            if (first.length == 2 && first[0] == 0x1f && (first[1] & 0xff) == 0x8b) {
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
