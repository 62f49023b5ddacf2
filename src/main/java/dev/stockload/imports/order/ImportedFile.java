package dev.stockload.imports.order;

import dev.stockload.sheet.rows.UnusableSheetException;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file to import.
 *
 * @param name the name that people know the sheet by if the path is not theirs; otherwise null
 * @param foundAfter the number of the account's newest run when the sheet was found: a later run of
 *     the same content is of another process that found it too
 */
public record ImportedFile(Path path, String name, long foundAfter) {
    /** For a file that a person names: no other process finds it. */
    private static final long GIVEN = Long.MAX_VALUE;

    static ImportedFile of(Path path, String name) {
        return new ImportedFile(path, name, GIVEN);
    }

    /** The name of the sheet that people know. */
    String shownName() {
        return name == null ? path.toString() : name;
    }

    /**
     * @throws UnusableSheetException if there is no file that can be read
     */
    public void expectReadable() {
        if (!Files.exists(path)) {
            throw unusable("there is no such file");
        }
        if (!Files.isRegularFile(path)) {
            throw unusable(
                    Files.isDirectory(path)
                            ? "it is a folder, not a file"
                            : "it is a pipe or a device, not a file");
        }
        if (!Files.isReadable(path)) {
            throw unusable("this user may not read it");
        }
    }

    private UnusableSheetException unusable(String why) {
        return new UnusableSheetException("%s cannot be used: %s".formatted(shownName(), why));
    }

    /** Its name without the extension. */
    String subject() {
        // A path exists, so its name fits the file system; the name of an upload may not.
        String plain =
                name == null
                        ? path.getFileName().toString()
                        : name.replaceAll("[^\\x20-\\x7e]+", "-");
        return plain.replaceFirst("\\.[^.]*$", "");
    }
}
