package dev.stockload.sources;

import dev.stockload.stock.SafeText;

import java.time.Instant;

/**
 * A file in a source.
 *
 * @param size in bytes; -1 if the source does not say
 * @param modified when it was last changed; the epoch if the source does not say
 * @param version changes with its content; empty if it is known only after a fetch
 */
public record SourceFile(String path, String name, long size, Instant modified, String version) {
    /** In bytes, as most systems have it. */
    public static final int LONGEST_NAME = 255;

    private static final int LONGEST = 150;

    /** A file whose version is its size and its time. */
    static SourceFile of(String path, String name, long size, Instant modified) {
        return new SourceFile(path, name, size, modified, size + " " + modified);
    }

    /**
     * A foreign file name made safe for this machine: without folders, control characters and
     * characters that Windows forbids.
     */
    static String localName(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        String cleaned = last.replaceAll("[\\p{Cntrl}:*?\"<>|]", "_").strip();
        if (cleaned.isEmpty() || cleaned.equals(".") || cleaned.equals("..")) {
            return "sheet";
        }
        // The end is kept, since it shows the kind of file.
        return SafeText.last(cleaned, LONGEST);
    }

    public String localName() {
        return localName(name);
    }

    public String sibling(String other) {
        return path.substring(0, path.length() - name.length()) + other;
    }

    /** Whether it may still be written: then it is looked at twice, however old it is. */
    public boolean mayChange() {
        return size >= 0;
    }

    /** Whether only a fetch shows if it exists. */
    public boolean isUnknown() {
        return size < 0 && version.isEmpty();
    }
}
