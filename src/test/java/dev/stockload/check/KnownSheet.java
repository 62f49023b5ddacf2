package dev.stockload.check;

import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.SheetOptions.SheetChoice;
import dev.stockload.sheet.XlsxPackage;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.HeaderOptions;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.ColourState;

import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A small sheet with known content, written by other code than ours: what must arrive, and what
 * must be reported. Nothing else may arrive or be reported.
 */
final class KnownSheet {
    interface Maker {
        void write(Path file) throws IOException;
    }

    private final String about;
    private String ending;
    private Maker maker;
    private Consumer<Workbook> content;
    private final List<String> arrives = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private SheetChoice choice = SheetChoice.FIRST;
    private Set<HeaderField> fillDown = Set.of();
    private Map<HeaderField, String> columns = Map.of();
    private final List<String> sentences = new ArrayList<>();
    private String refusal;

    private KnownSheet(String about, String ending, Maker maker) {
        this.about = about;
        this.ending = ending;
        this.maker = maker;
    }

    /** A CSV file in UTF-8 of these lines. */
    static KnownSheet csv(String about, String... lines) {
        return bytes(about, "csv", StandardCharsets.UTF_8, String.join("\n", lines) + "\n");
    }

    static KnownSheet bytes(String about, String ending, Charset encoding, String text) {
        return new KnownSheet(about, ending, file -> Files.write(file, text.getBytes(encoding)));
    }

    /**
     * A workbook of one sheet; cells are separated by {@code |}, plain numbers are stored as
     * numbers.
     */
    static KnownSheet xlsx(String about, String... lines) {
        return book(about, book -> fill(book.createSheet("Stock"), lines));
    }

    static KnownSheet xls(String about, String... lines) {
        return xlsx(about, lines).asXls();
    }

    static KnownSheet book(String about, Consumer<Workbook> content) {
        KnownSheet sheet =
                new KnownSheet(about, "xlsx", file -> write(new XSSFWorkbook(), file, content));
        sheet.content = content;
        return sheet;
    }

    /** The same workbook in the older format. */
    KnownSheet asXls() {
        ending = "xls";
        maker = file -> write(new HSSFWorkbook(), file, content);
        return this;
    }

    /** A workbook with rows in XML, including ones that no program would write. */
    static KnownSheet xml(String about, XlsxPackage content) {
        return new KnownSheet(about, "xlsx", content::write);
    }

    private static void write(Workbook book, Path file, Consumer<Workbook> content)
            throws IOException {
        try (Workbook closing = book;
                OutputStream out = Files.newOutputStream(file)) {
            content.accept(closing);
            closing.write(out);
        }
    }

    static Sheet fill(Sheet sheet, String... lines) {
        for (String line : lines) {
            Row row = sheet.createRow(sheet.getPhysicalNumberOfRows());
            String[] cells = line.split("\\|", -1);
            for (int column = 0; column < cells.length; column++) {
                if (!cells[column].isEmpty()) {
                    set(row.createCell(column), cells[column]);
                }
            }
        }
        return sheet;
    }

    private static void set(Cell cell, String text) {
        if (text.matches("-?\\d+(\\.\\d+)?")) {
            cell.setCellValue(Double.parseDouble(text));
        } else {
            cell.setCellValue(text);
        }
    }

    KnownSheet allSheets() {
        choice = SheetChoice.ALL;
        return this;
    }

    KnownSheet fillsDown(HeaderField... fields) {
        fillDown = Set.of(fields);
        return this;
    }

    /** The colours to send, each as {@code product colour size:stock/barcode size:stock …}. */
    KnownSheet arrives(String... colours) {
        arrives.addAll(List.of(colours));
        return this;
    }

    /** Problems as {@code row code}, then warnings about the file as {@code code}. */
    KnownSheet reports(String... codes) {
        told.addAll(List.of(codes));
        return this;
    }

    /** What a person calls the columns. */
    KnownSheet named(Map<HeaderField, String> names) {
        columns = names;
        return this;
    }

    /** Words that the messages contain. */
    KnownSheet saying(String... words) {
        sentences.addAll(List.of(words));
        return this;
    }

    /** The file cannot be used, and the message contains these words. */
    KnownSheet refused(String words) {
        refusal = words;
        return this;
    }

    /** What is expected, to compare with {@link #outcome}. */
    String expected() {
        return refusal != null
                ? "refused: " + refusal
                : "arrives: %s%ntold: %s".formatted(arrives, told);
    }

    void write(Path file) throws IOException {
        maker.write(file);
    }

    /** The actual result. */
    String outcome(Path folder) throws IOException {
        Path file = folder.resolve("sheet." + ending);
        maker.write(file);
        try {
            CheckedSheet sheet =
                    CheckedSheet.read(
                            file,
                            new SheetOptions(
                                    choice,
                                    HeaderOptions.named(columns),
                                    null,
                                    null,
                                    fillDown,
                                    Set.of()),
                            rows -> {});
            return "arrives: %s%ntold: %s".formatted(ready(sheet), told(sheet)) + unsaid(sheet);
        } catch (UnusableSheetException e) {
            boolean same = refusal != null && e.getMessage().contains(refusal);
            return "refused: " + (same ? refusal : e.getMessage());
        }
    }

    /** The words that no message contains, with the messages. */
    private String unsaid(CheckedSheet sheet) {
        List<String> said = new ArrayList<>();
        sheet.problems().forEach(problem -> said.add(problem.toString()));
        sheet.warnings().forEach(warning -> said.add(warning.toString()));
        List<String> unsaid =
                sentences.stream()
                        .filter(words -> said.stream().noneMatch(each -> each.contains(words)))
                        .toList();
        return unsaid.isEmpty() ? "" : "%nnot said: %s, but %s".formatted(unsaid, said);
    }

    private static List<String> ready(CheckedSheet sheet) {
        List<String> ready = new ArrayList<>();
        for (CheckedColour colour : sheet.colours()) {
            if (colour.state() == ColourState.READY) {
                StringBuilder line = new StringBuilder(colour.product() + " " + colour.name());
                colour.lines().stream()
                        .sorted(Comparator.comparing(CheckedColour.Line::size))
                        .forEach(
                                size -> {
                                    line.append(' ').append(size.size()).append(':');
                                    line.append(size.stock().pieces());
                                    if (size.stock().barcode() != null) {
                                        line.append('/').append(size.stock().barcode());
                                    }
                                });
                ready.add(line.toString());
            }
        }
        return ready;
    }

    private static List<String> told(CheckedSheet sheet) {
        List<String> told = new ArrayList<>();
        sheet.problems().forEach(p -> told.add(p.place() + " " + p.code()));
        sheet.warnings()
                .forEach(
                        w ->
                                told.add(
                                        w.isOfFile()
                                                ? w.code().toString()
                                                : w.place() + " " + w.code()));
        return told;
    }

    @Override
    public String toString() {
        return about;
    }
}
