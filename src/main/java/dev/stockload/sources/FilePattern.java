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
 * @param folder the folders before the name or glob, with a slash at the end
 * @param name the file name or the glob
 */
public record FilePattern(String folder, String name, boolean isGlob) {
    private static final Pattern SIGNS = Pattern.compile("[*?\\[{]");

    /** Throws an IllegalArgumentException with the end of a sentence if it is neither. */
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

    /** This file alone, whatever its name. */
    public static FilePattern of(Path file) {
        return new FilePattern(file.getParent() + "/", file.getFileName().toString(), false);
    }

    int depth() {
        return name.contains("**")
                ? Integer.MAX_VALUE
                : 1 + (int) name.chars().filter(sign -> sign == '/').count();
    }

    /** Whether a path below the folder matches. */
    boolean matches(String file) {
        try {
            return isGlob
                    ? isVisible(Path.of(file)) && matcher().matches(Path.of(file))
                    : file.equals(name);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Hidden files, whose names begin with a dot, match only a glob that begins so too. */
    private boolean isVisible(Path file) {
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
