package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.rows.SheetBudget;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class SheetBudgetTest {
    private static final long MEGABYTE = 1 << 20;
    private static final SheetBudget SMALL = of(256 * MEGABYTE);

    @TempDir Path folder;

    private static SheetBudget of(long memory) {
        return new SheetBudget(memory, "of memory", "As with JAVA_OPTS", null);
    }

    @Test
    void a_million_rows_fit_into_256_megabytes() {
        assertThatCode(() -> SMALL.check(1_048_576, 180_000, 10_000, 5_000_000))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    2700000 |  10000 |       0 |   100000 | its first 2,700,000 rows | JAVA_OPTS
                     900000 | 900000 |       0 | 20000000 | 900,000 different colours | JAVA_OPTS
                     400000 |      1 | 1300000 |  2600000 | 1,300,000 problems | its columns
                     120000 | 120000 |       0 | 120000000 | 120,000,000 letters | JAVA_OPTS
                    """)
    void the_message_shows_what_takes_the_memory(
            long rows, long colours, long problems, long letters, String number, String advice) {
        assertThatThrownBy(() -> SMALL.check(rows, colours, problems, letters))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining("does not fit into the 256 MB of memory")
                .hasMessageContaining(number)
                .hasMessageContaining(advice);
    }

    @Test
    void refuses_too_many_rows_with_any_memory() {
        assertThatThrownBy(() -> of(64_000 * MEGABYTE).check(28_000_000, 1, 0, 0))
                .hasMessageContaining("more than 5,000,000 rows, too many for a stock sheet");
    }

    /** Everything else in these sheets is small. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    colours  | pid,colour,size,stock         | 1,c%1$d,36,5
                    items    | item no,colour,size,stock     | A%1$d,red,36,5
                    problems | pid,colour,size,stock         | 1,red,%1$d,x
                    letters  | pid,colour,size,stock         | 1,red%2$s,36,x%2$s
                    barcodes | pid,colour,size,stock,barcode | 1,red,36,5,B%1$d%2$s
                    """)
    void a_sheet_is_refused_while_it_is_read(String name, String header, String row)
            throws IOException {
        StringBuilder rows = new StringBuilder(header).append('\n');
        for (int i = 0; i < 5000; i++) {
            rows.append(row.formatted(i, name.equals("colours") ? "" : "y".repeat(200)))
                    .append('\n');
        }
        Path file = Files.writeString(folder.resolve("a.csv"), rows);
        SheetBudget limit = of(5000 * 200);
        assertThatThrownBy(() -> limit.spend(file, () -> read(file)))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining("does not fit into");
    }

    private static CheckedSheet read(Path file) throws IOException {
        return CheckedSheet.read(file, SheetOptions.none(), count -> {});
    }
}
