package dev.stockload.sheet;

import org.apache.commons.io.function.IOConsumer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files atomically: others see the whole file or the old one. */
public final class WholeFile {
    private WholeFile() {}

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
