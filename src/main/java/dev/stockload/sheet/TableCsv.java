package dev.stockload.sheet;

import com.opencsv.CSVWriter;
import com.opencsv.ICSVWriter;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A table as CSV, in UTF-8 with a mark that spreadsheet programs know it by. */
final class TableCsv implements TableFile.Target {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final ICSVWriter csv;

    TableCsv(Path file, char delimiter, List<String> header) throws IOException {
        Writer out =
                new BufferedWriter(
                        new OutputStreamWriter(
                                Files.newOutputStream(file), StandardCharsets.UTF_8));
        out.write(BYTE_ORDER_MARK);
        csv =
                new CSVWriter(
                        out,
                        delimiter,
                        ICSVWriter.DEFAULT_QUOTE_CHARACTER,
                        ICSVWriter.DEFAULT_QUOTE_CHARACTER,
                        "\r\n");
        row(header);
    }

    @Override
    public void row(List<?> cells) {
        csv.writeNext(cells.stream().map(TableCsv::text).toArray(String[]::new), false);
    }

    private static String text(Object cell) {
        if (cell == null) {
            return "";
        }
        if (cell instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        String text = cell.toString();
        boolean typed = cell instanceof String || cell instanceof StoredCell;
        return typed && RejectsFile.isFormula(text) ? "'" + text : text;
    }

    @Override
    public void close() throws IOException {
        try (ICSVWriter closing = csv) {
            if (closing.checkError()) { // after closing it would be one
                throw new IOException(
                        "The table could not be written to its end", closing.getException());
            }
        }
    }
}
