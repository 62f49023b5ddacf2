package dev.stockload.sheet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;

/**
 * A table that we write for people: CSV, or a workbook where the name ends in {@code .xlsx}. Texts
 * that a spreadsheet program would run as formulas are made inert.
 */
public final class TableFile {
    /** Where the rows go; a cell is a text, a whole number, a decimal one, or null for nothing. */
    public interface Target extends Closeable {
        void row(List<?> cells) throws IOException;
    }

    /** The rows of a table, told one after the other. */
    public interface Rows {
        void into(Target target) throws IOException;
    }

    private TableFile() {}

    /** Writes the whole table or, where that fails, leaves what was there before. */
    public static void write(Path file, List<String> header, Rows rows) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path beside = folder.resolve(file.getFileName() + ".part");
        try {
            try (Target target = open(file, beside, header)) {
                rows.into(target);
            }
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private static Target open(Path file, Path beside, List<String> header) throws IOException {
        boolean workbook = file.toString().toLowerCase(Locale.ROOT).endsWith(".xlsx");
        return workbook
                ? new TableWorkbook(beside, "Table", header)
                : new TableCsv(beside, ',', header);
    }
}
