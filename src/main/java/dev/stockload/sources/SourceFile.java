package dev.stockload.sources;

import java.time.Instant;

/**
 * A file in a source.
 *
 * @param path where it is there
 * @param name its name, without folders
 * @param size in bytes; -1 where the source does not tell
 * @param modified when it was changed last; the epoch where the source does not tell
 * @param version what changes with its content; empty where that shows only when it is fetched
 */
public record SourceFile(String path, String name, long size, Instant modified, String version) {
    private static final int LONGEST = 150;

    /**
     * A name that others gave to a file as this machine takes it, which leads nowhere else: without
     * folders, control characters and what Windows minds.
     */
    static String localName(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        String plain = last.replaceAll("[\\p{Cntrl}:*?\"<>|]", "_").strip();
        if (plain.isEmpty() || plain.equals(".") || plain.equals("..")) {
            return "sheet";
        }
        // The end of a name tells its kind.
        return plain.length() <= LONGEST ? plain : plain.substring(plain.length() - LONGEST);
    }

    public String localName() {
        return localName(name);
    }

    public String beside(String other) {
        return path.substring(0, path.length() - name.length()) + other;
    }

    /** Whether only a fetch shows if it is there at all. */
    public boolean isUnknown() {
        return size < 0 && version.isEmpty();
    }
}
