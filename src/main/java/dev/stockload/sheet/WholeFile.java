package dev.stockload.sheet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that others see whole or not at all. */
public final class WholeFile {
    private WholeFile() {}

    /** Writes the file that is to take the place of another. */
    public interface Writing {
        void to(Path beside) throws IOException;
    }

    /** Writes a file, and leaves what was there before where that fails. */
    public static Path write(Path file, Writing writing) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path beside = folder.resolve(file.getFileName() + ".part");
        try {
            writing.to(beside);
            return Files.move(
                    beside,
                    file,
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(beside);
        }
    }
}
