package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;

import dev.stockload.Rounds;
import dev.stockload.problem.Problem;
import dev.stockload.sheet.RejectsFile;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.XlsxPackage;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The oracle of cost: sheets of many shapes, each once and ten times as large; ten times as much
 * costs at most fifteen times the processor, whatever the shape. With {@code -Prounds=10} the
 * sheets are ten times as large.
 */
@Timeout(900)
@Tag("soak")
class CostTest {
    private static final int MOST = 15;

    /** Less is noise of the compiler and the collector. */
    private static final long LEAST_NANOS = 40_000_000;

    private static final String NAMES = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    private static final String HEADER = "pid,colour,size,stock\n";

    @TempDir Path folder;

    enum Shape {
        SOLD_OUT(
                2000,
                n -> HEADER + rows(n, i -> "%d,c,%d,%d".formatted(i, size(i, n), pieces(i, n)))),
        EQUAL_SUMS(3000, n -> HEADER + rows(n, i -> i / 3 + ",c" + i % 3 + ",36," + sum(i % 3))),
        RUNNING_TOTALS(2000, n -> HEADER + rows(n, CostTest::running)),
        NAMED_TOTALS(2000, n -> HEADER + rows(n, i -> "1,Total Colour" + i + ",36,5")),
        ONE_PRODUCT(5000, n -> HEADER + rows(n, i -> "1,c" + i + ",36,5")),
        SIZES_OF_ONE_COLOUR(
                5000, n -> HEADER + rows(n, i -> "1,red,%d-%d,5".formatted(i % 5000 + 1, 9999))),
        ONE_SIZE_AGAIN_AND_AGAIN(5000, n -> HEADER + rows(n, i -> "1,red,36,5")),
        KINDS_OF_PROBLEM(3000, n -> HEADER + rows(n, i -> "p%1$d,c%1$d,s%1$d,x%1$d".formatted(i))),
        SPELLINGS(3000, n -> HEADER + rows(n, i -> "1,%s,36,5".formatted(spelled(i)))),
        LONG_TEXTS(40, n -> HEADER + rows(n, i -> "1,c%d %s,36,x".formatted(i, "y".repeat(9000)))),
        MARKS(20, n -> HEADER + rows(n, i -> "1,c%d%s,36,5".formatted(i, "\u0301".repeat(9000)))),
        QUOTES(3000, n -> HEADER + rows(n, i -> "1,\"c\"\"%d\",36,5".formatted(i))),
        BLANK_LINES(30_000, n -> HEADER + "\n".repeat(n) + "1,red,36,5\n"),
        EMPTY_CELLS(5000, n -> HEADER + rows(n, i -> ",,,") + "1,red,36,5\n"),
        HEADERS_AGAIN(3000, n -> HEADER + rows(n, i -> i % 2 == 0 ? HEADER.strip() : row(i))),
        WIDE(
                200,
                n ->
                        "pid,colour,size,stock"
                                + many(n, i -> ",n" + i)
                                + "\n1,red,36,5"
                                + many(n, i -> ",x")),
        ITEM_NUMBERS(
                3000, n -> "item no,colour,size,stock\n" + rows(n, i -> "A%d,c,36,5".formatted(i))),
        MERGES(3000, n -> xlsx(n, i -> cells("1", "c" + i / 2, "" + (36 + i % 2), "5"), merges(n))),
        MERGED_NAMES(
                3000,
                n -> xlsx(n, i -> cells("1", "c" + i, "36", "5"), mergedOver("B2:B" + n, n / 2))),
        SHARED_STRINGS(CostTest::shared),
        MANY_SHEETS(CostTest::sheets),
        SHEETS_OF_BLANKS(CostTest::blanks),
        PAGE(2000, n -> page(many(n, i -> pageRow(i, "36")))),
        PAGE_TABLES(1000, n -> page("") + many(n, i -> "<table>" + pageRow(i, "36") + "</table>")),
        PAGE_CHOICE(500, n -> page(pageRow(1, "<select>" + "<option>9".repeat(n) + "</select>"))),
        PAGE_TEXT(2000, n -> page("text <i>".repeat(n) + pageRow(1, "36"))),
        PAGE_COLUMNS(2000, n -> page("<colgroup span=1>".repeat(n) + pageRow(1, "36"))),
        XML(2000, n -> xml2003("", many(n, i -> xmlRow("", "1", "c" + i, "36", "5")), 1)),
        XML_STYLES(
                3000, n -> xml2003(many(n, CostTest::style), xmlRow("", "1", "c", "36", "5"), 1)),
        XML_SHEETS(100, n -> xml2003("", xmlRow("", "1", "c", "36", "5"), n)),
        XML_MERGES(1500, n -> xml2003("", many(n, i -> xmlRow(down(n), "1", "c", "36", "5")), 1));

        private final int small;
        private final IntFunction<Object> content;

        Shape(int small, IntFunction<Object> content) {
            this.small = small;
            this.content = content;
        }

        Shape(IntFunction<Object> content) {
            this(1000, content);
        }
    }

    @ParameterizedTest
    @EnumSource
    void ten_times_as_much_costs_at_most_fifteen_times_as_much(Shape shape) throws IOException {
        int small = Rounds.of(shape.small);
        Path once = write(shape, small);
        Path tenTimes = write(shape, small * 10);
        check(once);
        long first = Math.max(LEAST_NANOS, Math.min(cost(once), cost(once)));
        long ten = cost(tenTimes);
        // Beside other work a measurement may cost more, never less.
        for (int again = 0; again < 3 && ten > first * MOST; again++) {
            ten = Math.min(ten, cost(tenTimes));
        }
        System.out.printf(
                "%-26s %,9d: %,6d ms, ten times: %,6d ms%n",
                shape, small, first / 1_000_000, ten / 1_000_000);
        assertThat(ten).as("nanoseconds of the processor").isLessThanOrEqualTo(first * MOST);
    }

    private Path write(Shape shape, int n) throws IOException {
        Object content = shape.content.apply(n);
        if (content instanceof XlsxPackage book) {
            return book.write(folder.resolve("%d.xlsx".formatted(n)));
        }
        return Files.writeString(folder.resolve("%d.csv".formatted(n)), content.toString());
    }

    private long cost(Path file) {
        var processor = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.gc();
        long before = processor.getProcessCpuTime();
        check(file);
        return processor.getProcessCpuTime() - before;
    }

    private void check(Path file) {
        try {
            CheckedSheet sheet = CheckedSheet.read(file, SheetOptions.none(), rows -> {});
            long length = 0;
            for (CheckedColour colour : sheet.colours()) {
                length += colour.name().length();
            }
            for (Problem problem : sheet.problems()) {
                length += problem.toString().length();
            }
            assertThat(length).isPositive();
            if (!sheet.problems().isEmpty()) {
                RejectsFile.write(file, SheetOptions.none(), false, sheet.problems(), folder);
            }
        } catch (UnusableSheetException e) {
            assertThat(e).hasMessageContaining(file.getFileName().toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String rows(int n, IntFunction<String> row) {
        return many(n, i -> row.apply(i + 1) + "\n");
    }

    private static String many(int n, IntFunction<String> part) {
        return IntStream.range(0, n).mapToObj(part).collect(Collectors.joining());
    }

    private static String row(int i) {
        return i + ",red,36,5";
    }

    /** Ten rows have equal pieces of different sizes, and all others none. */
    private static int pieces(int i, int n) {
        return i % (n / 10) == 7 ? 500 : 0;
    }

    private static int size(int i, int n) {
        return 36 + i / (n / 10);
    }

    private static int sum(int place) {
        return place == 2 ? 9000 : 4500;
    }

    /** Two colours, then all the colours so far. */
    private static String running(int i) {
        boolean isTotal = i % 3 == 0;
        int pieces = isTotal ? i / 3 * 2000 : 1000;
        String name = (isTotal ? "T" : "c") + i;
        return "1,%1$s,36,%2$d\n1,%1$s,37,%2$d".formatted(name, pieces);
    }

    private static String spelled(int i) {
        String name = "colour" + i / 2;
        return i % 2 == 0 ? name : name.toUpperCase(Locale.ROOT);
    }

    private static String cells(String... texts) {
        return XlsxPackage.row(texts);
    }

    private static XlsxPackage xlsx(int n, IntFunction<String> row, String merged) {
        String all = cells("pid", "colour", "size", "stock") + many(n, row);
        return new XlsxPackage()
                .sheet(
                        "Stock",
                        "<worksheet xmlns=\"%s\"><sheetData>%s</sheetData>%s</worksheet>"
                                .formatted(NAMES, all, merged),
                        "",
                        "worksheet");
    }

    /** Each over all rows, as no program writes them. */
    private static String merges(int n) {
        return mergedOver("D2:D" + n, n / 2);
    }

    private static String mergedOver(String range, int times) {
        return "<mergeCells>"
                + "<mergeCell ref=\"%s\"/>".formatted(range).repeat(times)
                + "</mergeCells>";
    }

    private static XlsxPackage shared(int n) {
        XlsxPackage book = XlsxPackage.of(cells("pid", "colour", "size", "stock") + cells("1"));
        book.texts(many(n * 10, i -> "<si><t>text number %d</t></si>".formatted(i)));
        return book;
    }

    private static XlsxPackage sheets(int n) {
        XlsxPackage book = new XlsxPackage();
        for (int sheet = 0; sheet < n / 20; sheet++) {
            book.rows(
                    "S" + sheet,
                    cells("pid", "colour", "size", "stock") + cells("1", "a", "36", "1"));
        }
        return book;
    }

    private static XlsxPackage blanks(int n) {
        XlsxPackage book = XlsxPackage.of(cells("pid", "colour", "size", "stock") + cells("1"));
        for (int sheet = 0; sheet < 5; sheet++) {
            book.rows("S" + sheet, "<row/>".repeat(n * 10));
        }
        return book;
    }

    private static String page(String rows) {
        String header = "<tr><td>pid<td>colour<td>stock<td>size</tr>";
        return "<html><table>%s%s</table></html>".formatted(header, rows);
    }

    private static String pageRow(int i, String size) {
        return "<tr><td>1<td>c%d<td>5<td>%s</tr>".formatted(i, size);
    }

    private static String xml2003(String styles, String rows, int sheets) {
        String uri = "urn:schemas-microsoft-com:office:spreadsheet";
        String header = xmlRow("", "pid", "colour", "size", "stock");
        return "<?xml version='1.0'?><Workbook xmlns='%1$s' xmlns:ss='%1$s'>".formatted(uri)
                + "<Styles>%s</Styles>".formatted(styles)
                + many(
                        sheets,
                        i ->
                                "<Worksheet ss:Name='S%d'><Table>%s%s</Table></Worksheet>"
                                        .formatted(i, header, rows))
                + "</Workbook>";
    }

    /** Each has the one before as its parent. */
    private static String style(int i) {
        return "<Style ss:ID='s%d' ss:Parent='s%d'/>".formatted(i, i - 1);
    }

    private static String down(int rows) {
        return " ss:MergeDown='%d'".formatted(rows);
    }

    private static String xmlRow(String attributes, String... cells) {
        return Stream.of(cells)
                .map(
                        each ->
                                "<Cell%s><Data ss:Type='String'>%s</Data></Cell>"
                                        .formatted(attributes, each))
                .collect(Collectors.joining("", "<Row>", "</Row>"));
    }
}
