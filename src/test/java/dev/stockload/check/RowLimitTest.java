package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.sheet.UnusableSheetException;

import org.junit.jupiter.api.Test;

class RowLimitTest {
    private static final long MEGABYTE = 1 << 20;

    @Test
    void a_million_rows_fit_into_256_megabytes_and_the_limit_is_told_in_numbers() {
        RowLimit limit = RowLimit.of(256 * MEGABYTE);
        assertThatCode(() -> limit.check("a.csv", 1_048_576, 0)).doesNotThrowAnyException();
        assertThatThrownBy(() -> limit.check("a.csv", 2_000_000, 0))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining("a.csv has more than 1,220,161 rows")
                .hasMessageContaining("256 MB")
                .hasMessageContaining("-Xmx");
    }

    @Test
    void a_sheet_of_problems_alone_is_refused_before_they_fill_the_memory() {
        RowLimit limit = RowLimit.of(256 * MEGABYTE);
        assertThatThrownBy(() -> limit.check("a.csv", 400_000, 1_300_000))
                .hasMessageContaining("1,220,161 problems in its first 400,000 rows");
    }

    @Test
    void no_memory_is_large_enough_for_what_is_no_stock_sheet() {
        RowLimit limit = RowLimit.of(64_000 * MEGABYTE);
        assertThat(limit.most()).isEqualTo(5_000_000);
        assertThatThrownBy(() -> limit.check("a.csv", 28_000_000, 0))
                .hasMessageContaining("more than 5,000,000 rows, too many for a stock sheet");
    }
}
