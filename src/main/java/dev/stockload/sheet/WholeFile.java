package dev.stockload.sheet;

import org.apache.commons.io.function.IOConsumer;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

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
        return part(folder, "", now);
    }

    /** One whose name ends as that of the sheet, for those who write by it. */
    public static Path part(Path folder, String end, Instant now) throws IOException {
        sweep(folder, now);
        return Files.createTempFile(folder, PREFIX, end);
    }

    /** For many files of one folder, which was swept before. */
    public static Path part(Path folder) throws IOException {
        return Files.createTempFile(folder, PREFIX, "");
    }

    /** Creates the folder, and deletes what killed processes left in it. */
    public static void sweep(Path folder, Instant now) throws IOException {
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
    }

    /** Writes UTF-8; what it cannot hold becomes a question mark instead of a failure. */
    public static Path writeText(Path file, IOConsumer<Writer> writing) throws IOException {
        return write(
                file,
                temporary -> {
                    OutputStream bytes = Files.newOutputStream(temporary);
                    try (Writer out =
                            new BufferedWriter(
                                    new OutputStreamWriter(bytes, StandardCharsets.UTF_8))) {
                        writing.accept(out);
                    }
                });
    }

    static Path write(Path file, IOConsumer<Path> writing) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        sweep(folder, Instant.now());
        // A name of its own: two processes may write the same file at once.
        Path temporary = folder.resolve(PREFIX + UUID.randomUUID());
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
