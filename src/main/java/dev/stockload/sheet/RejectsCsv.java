package dev.stockload.sheet;

import com.opencsv.CSVWriter;
import com.opencsv.ICSVWriter;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Rejected rows as CSV, in UTF-8 with a mark that spreadsheet programs know it by. */
final class RejectsCsv implements RejectsFile.Target {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final ICSVWriter csv;
    private String[] cells = new String[8];

    RejectsCsv(Path file, char delimiter) throws IOException {
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
    }

    @Override
    public void header(List<String> names) {
        csv.writeNext(names.stream().map(RejectsCsv::inert).toArray(String[]::new), false);
    }

    @Override
    public void row(RowBlock block, int row, RejectsFile.Places places, String problems) {
        int length = places.problems() + 1;
        Arrays.fill(cells, "");
        put(places.row(), Integer.toString(block.number(row)));
        put(places.problems(), inert(problems));
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            int place = places.of(block.column(cell));
            if (place >= 0) {
                put(place, inert(block.paddedText(cell)));
                length = Math.max(length, place + 1);
            }
        }
        csv.writeNext(Arrays.copyOf(cells, length), false);
    }

    private void put(int place, String text) {
        if (place >= cells.length) {
            int before = cells.length;
            cells = Arrays.copyOf(cells, place * 2);
            Arrays.fill(cells, before, cells.length, "");
        }
        cells[place] = text;
    }

    private static String inert(String text) {
        return RejectsFile.isFormula(text) ? "'" + text : text;
    }

    @Override
    public void close() throws IOException {
        try (ICSVWriter closing = csv) {
            if (closing.checkError()) { // after closing it would be one
                throw new IOException(
                        "The rejects file could not be written to its end", closing.getException());
            }
        }
    }
}
