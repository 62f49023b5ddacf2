package dev.stockload.sheet;

import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A file that a person named: as it is, or, where it is a pipe that can be read only once, a copy
 * that is gone afterwards.
 */
public record SheetInput(Path named, Path file) implements Closeable {
    /**
     * Reads a pipe to its end, as long as that takes.
     *
     * @param notice is told what is waited for
     */
    public static SheetInput of(Path named, Consumer<String> notice) throws IOException {
        boolean isPipe =
                Files.exists(named) && !Files.isRegularFile(named) && !Files.isDirectory(named);
        if (!isPipe) {
            return new SheetInput(named, named);
        }
        notice.accept("Reading " + named + " until it ends");
        Path copy = PrivateFiles.create(String.valueOf(named.getFileName()));
        SheetInput input = new SheetInput(named, copy);
        boolean done = false;
        try (InputStream in = Files.newInputStream(named)) {
            Files.copy(in, copy);
            done = true;
            return input;
        } finally {
            if (!done) {
                input.close();
            }
        }
    }

    /** The same sentence about what the person named. */
    public UnusableSheetException inTheirWords(UnusableSheetException fault) {
        return new UnusableSheetException(
                fault.getMessage().replace(file.toString(), named.toString()), fault);
    }

    @Override
    public void close() throws IOException {
        if (!file.equals(named)) {
            PrivateFiles.delete(file);
        }
    }
}
