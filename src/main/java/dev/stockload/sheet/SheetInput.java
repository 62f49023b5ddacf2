package dev.stockload.sheet;

import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A file that a person named, or a temporary copy of it if it is a pipe, which can be read only
 * once.
 */
public record SheetInput(Path named, Path file) implements Closeable {
    /**
     * Opens the file; reads a pipe to its end, however long that takes.
     *
     * @param notice gets a sentence while a pipe is read
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

    /** The same message with the name that the person gave instead of that of the copy. */
    public UnusableSheetException withNamedFile(UnusableSheetException fault) {
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
