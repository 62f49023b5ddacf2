package dev.stockload.jobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Objects;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * A file, or all files that a glob matches.
 *
 * @param folder what stands before the first sign of a glob
 * @param glob null for a file
 */
record FilePattern(String folder, String glob) {
    /** Excel puts ~$stock.xlsx beside a workbook while somebody has it open. */
    private static final String LOCK_OF_EXCEL = "~$";

    private static final String SIGNS = "*?[{";

    /**
     * @throws IllegalArgumentException where it is neither, in words for the end of a sentence
     */
    static FilePattern of(String text) {
        int first = firstSign(text);
        int slash = first < 0 ? -1 : text.lastIndexOf('/', first);
        FilePattern pattern =
                first < 0
                        ? new FilePattern(text, null)
                        : new FilePattern(text.substring(0, slash + 1), text.substring(slash + 1));
        try {
            pattern.check();
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "'%s' has a [ or { that is not closed; for the character itself write \\[ or \\{"
                            .formatted(text),
                    e);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("'%s'".formatted(text), e);
        }
        return pattern;
    }

    /** Fails where the folder is no path, or the glob none. */
    private void check() {
        Objects.requireNonNull(Path.of(folder));
        if (glob != null) {
            Objects.requireNonNull(matcher());
        }
    }

    boolean isGlob() {
        return glob != null;
    }

    /** Whether a name matches, which has no folders. */
    boolean matches(String name) {
        try {
            return isShown(Path.of(name)) && matcher().matches(Path.of(name));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** The files below this folder that match, in no order. */
    List<Path> in(Path root) throws IOException {
        PathMatcher matcher = matcher();
        // Links are followed, but not round and round where the glob says how deep it goes.
        int depth =
                glob.contains("**")
                        ? Integer.MAX_VALUE
                        : 1 + (int) glob.chars().filter(sign -> sign == '/').count();
        try (Stream<Path> all = Files.walk(root, depth, FileVisitOption.FOLLOW_LINKS)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith(LOCK_OF_EXCEL))
                    .filter(file -> isShown(root.relativize(file)))
                    .filter(file -> matcher.matches(root.relativize(file)))
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** What begins with a dot belongs to programs, unless the glob does, too. */
    private boolean isShown(Path file) {
        for (Path part : file) {
            if (part.toString().startsWith(".")) {
                return glob.startsWith(".");
            }
        }
        return true;
    }

    private PathMatcher matcher() {
        return FileSystems.getDefault().getPathMatcher("glob:" + glob);
    }

    private static int firstSign(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (SIGNS.indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }
}
