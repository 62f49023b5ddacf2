package dev.stockload.imports.order;

import dev.stockload.sheet.rows.UnusableSheetException;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file to be imported.
 *
 * @param name by which people know the sheet where its path is not theirs; else null
 * @param foundAfter the number of the account's newest run when the sheet was found to be new: a
 *     later run over the same content is of somebody else who found it, too
 */
public record ImportedFile(Path path, String name, long foundAfter) {
    /** Nobody else looks for a file that a person names. */
    private static final long GIVEN = Long.MAX_VALUE;

    static ImportedFile of(Path path, String name) {
        return new ImportedFile(path, name, GIVEN);
    }

    /** The sheet as people know it. */
    String shownName() {
        return name == null ? path.toString() : name;
    }

    /**
     * @throws UnusableSheetException where there is nothing to read
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

    /** What it is called, without its ending. */
    String subject() {
        // Whoever names a file here has it in a folder; what an upload is called may fit in none.
        String plain =
                name == null
                        ? path.getFileName().toString()
                        : name.replaceAll("[^\\x20-\\x7e]+", "-");
        return plain.replaceFirst("\\.[^.]*$", "");
    }
}
