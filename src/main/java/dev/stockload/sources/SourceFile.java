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
    /** Its name as this machine takes it, which leads nowhere else. */
    public String localName() {
        return FileNames.local(name);
    }

    /** The path of a file of this name in the same folder. */
    public String beside(String other) {
        return path.substring(0, path.length() - name.length()) + other;
    }

    /** Whether only a fetch shows if it is there at all. */
    public boolean isUnknown() {
        return size < 0 && version.isEmpty();
    }
}
