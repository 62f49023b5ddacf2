package dev.stockload.sheet;

import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.commons.io.function.IOFunction;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** A file that a person named, or a copy of it if it is a pipe, which can be read only once. */
public final class SheetInput {
    private SheetInput() {}

    /**
     * Reads a pipe to its end first, however long that takes. A message about the copy names the
     * file.
     */
    public static <T> T read(Path named, Consumer<String> notice, IOFunction<Path, T> work)
            throws IOException {
        boolean isPipe =
                Files.exists(named) && !Files.isRegularFile(named) && !Files.isDirectory(named);
        if (!isPipe) {
            return work.apply(named);
        }
        notice.accept("Reading " + named + " until it ends");
        Path copy = PrivateFiles.create(String.valueOf(named.getFileName()));
        try {
            try (InputStream in = Files.newInputStream(named)) {
                Files.copy(in, copy);
            }
            return work.apply(copy);
        } catch (UnusableSheetException e) {
            throw new UnusableSheetException(
                    e.getMessage().replace(copy.toString(), named.toString()), e);
        } finally {
            PrivateFiles.delete(copy);
        }
    }
}
