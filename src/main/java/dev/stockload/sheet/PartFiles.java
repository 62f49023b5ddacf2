package dev.stockload.sheet;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Files that hold a sheet while it is copied. */
public final class PartFiles {
    private static final String PREFIX = ".incoming";

    /** No copy takes so long: its process was killed. */
    private static final Duration ABANDONED = Duration.ofDays(1);

    private PartFiles() {}

    /** Creates an empty file in the folder, and deletes those that killed processes left there. */
    public static Path create(Path folder, Instant now) throws IOException {
        Files.createDirectories(folder);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (Path file : files) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(ABANDONED))) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (NoSuchFileException e) {
            // another process has just finished its copy
        }
        return Files.createTempFile(folder, PREFIX, "");
    }
}
