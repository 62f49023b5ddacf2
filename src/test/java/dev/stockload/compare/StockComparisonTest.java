package dev.stockload.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.Colour;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

class StockComparisonTest {
    /** Sizes are written as size:stock[:barcode]. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    the same                    | 36:1 37:0        | 36:1 37:0              | 36 equal, 37 equal
                    order does not matter       | 36:1 37:0        | 37:0 36:1              | 36 equal, 37 equal
                    another quantity            | 36:1             | 36:2                   | 36 different
                    not there                   | 36:1 37:2        | 36:1                   | 36 equal, 37 missing
                    nothing there               | 36:1             |                        | 36 missing
                    never sent                  | 36:1             | 36:1 45:3              | 36 equal, 45 extra
                    there twice                 | 36:1             | 36:1 36:1              | 36 equal, 36 extra
                    a range as one entry        | 36-38:5          | 36-38:5                | 36-38 equal
                    a range size by size        | 36-38:5          | 36:5 37:5 38:5         | 36 equal, 37 equal, 38 equal
                    a range with a hole         | 36-38:5          | 36:5 38:4              | 36 equal, 37 missing, 38 different
                    a range both ways           | 36-37:5          | 36-37:5 36:5           | 36-37 equal, 36 extra
                    a range that is not there   | 36-38:5          | 41:1                   | 36-38 missing, 41 extra
                    the barcode is there        | 36:1:0690        | 36:1:0690              | 36 equal
                    another barcode             | 36:1:0690        | 36:1:0691              | 36 different
                    a barcode is gone           | 36:1:0690        | 36:1                   | 36 different
                    a barcode that was not sent | 36:1             | 36:1:0690              | 36 equal
                    """)
    void compares_size_by_size(String name, String sent, String shown, String expected) {
        Colour red =
                new Colour(
                        7,
                        "red",
                        parts(sent).stream()
                                .map(p -> new SizeStock(size(p[0]), stock(p), barcode(p)))
                                .toList());
        List<StockEntry> entries =
                parts(shown).stream()
                        .map(p -> new StockEntry("g", barcode(p), "red", p[0], stock(p)))
                        .toList();
        assertThat(
                        StockComparison.of(7, sent(red, entries, Set.of())).stream()
                                .map(line -> line.size() + " " + line.verdict())
                                .collect(Collectors.joining(", ")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"blue, 0", "green, 1"})
    void what_others_have_sent_is_no_extra(String elsewhere, int extras) {
        Colour red = new Colour(7, "red", List.of(new SizeStock(new Size(36, 36), 1, null)));
        List<StockEntry> entries =
                List.of(
                        new StockEntry("a", null, "blue", "36", 4),
                        new StockEntry("b", null, "red", "36", 1));
        assertThat(StockComparison.of(7, sent(red, entries, Set.of(elsewhere))))
                .hasSize(1 + extras);
    }

    private static SentStock sent(Colour colour, List<StockEntry> shown, Set<String> elsewhere) {
        return new SentStock(List.of(colour), shown, elsewhere, Map.of(), Map.of(), 0);
    }

    private static List<String[]> parts(String text) {
        return text == null
                ? List.of()
                : Arrays.stream(text.split(" ")).map(part -> part.split(":")).toList();
    }

    private static Size size(String text) {
        return Size.parse(text).orElseThrow();
    }

    private static int stock(String[] parts) {
        return Integer.parseInt(parts[1]);
    }

    private static String barcode(String[] parts) {
        return parts.length > 2 ? parts[2] : null;
    }
}
