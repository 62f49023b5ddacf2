package dev.stockload.sheet;

import org.apache.commons.io.function.IOConsumer;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;

/** Writes files atomically: others see the whole file or the old one. */
public final class WholeFile {
    private static final String PREFIX = ".incoming";

    /** No copy takes so long: its process was killed. */
    private static final Duration ABANDONED = Duration.ofDays(1);

    private WholeFile() {}

    /**
     * Creates an empty file in the folder that holds a sheet while it is copied, and deletes those
     * that killed processes left there.
     */
    public static Path part(Path folder, Instant now) throws IOException {
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

    public static Path write(Path file, IOConsumer<Path> writing) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path temporary = folder.resolve(file.getFileName() + ".part");
        try {
            writing.accept(temporary);
            return Files.move(
                    temporary,
                    file,
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
