package dev.stockload.sources;

import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A file, or all files that a glob matches.
 *
 * @param folder what stands before the name or the first sign of a glob, with a slash at its end
 * @param name of the file, or the glob
 */
public record FilePattern(String folder, String name, boolean isGlob) {
    private static final Pattern SIGNS = Pattern.compile("[*?\\[{]");

    /**
     * @throws IllegalArgumentException where it is neither, in words for the end of a sentence
     */
    public static FilePattern of(String text) {
        Matcher signs = SIGNS.matcher(text);
        int sign = signs.find() ? signs.start() : -1;
        int slash = text.lastIndexOf('/', sign < 0 ? text.length() : sign);
        FilePattern pattern =
                new FilePattern(text.substring(0, slash + 1), text.substring(slash + 1), sign >= 0);
        try {
            Objects.requireNonNull(Path.of(pattern.folder));
            Objects.requireNonNull(pattern.isGlob ? pattern.matcher() : Path.of(pattern.name));
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

    int depth() {
        return name.contains("**")
                ? Integer.MAX_VALUE
                : 1 + (int) name.chars().filter(sign -> sign == '/').count();
    }

    /** Whether a file matches that stands there below the folder. */
    boolean matches(String file) {
        try {
            return isGlob
                    ? isShown(Path.of(file)) && matcher().matches(Path.of(file))
                    : file.equals(name);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** What begins with a dot belongs to programs, unless the glob does, too. */
    private boolean isShown(Path file) {
        for (Path part : file) {
            if (part.toString().startsWith(".")) {
                return name.startsWith(".");
            }
        }
        return true;
    }

    private PathMatcher matcher() {
        return FileSystems.getDefault().getPathMatcher("glob:" + name);
    }
}
