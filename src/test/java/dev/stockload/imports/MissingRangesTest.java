package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.imports.read.StockDiff.DiffTotals;
import dev.stockload.runs.Tally;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Map;
import java.util.stream.IntStream;

/** Sizes that left the sheet under another name: a range, single sizes, another spelling. */
class MissingRangesTest extends Nights {
    @Test
    void single_sizes_that_became_a_range_are_zeroed_with_it_if_the_service_keeps_both()
            throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,38,5", "2,red,36,1");
        night(MissingMode.ZERO, "1,red,36-40,4", "2,red,36,1");
        Result gone = night(MissingMode.ZERO, "2,red,36,1");

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0, "38", 0, "36-40", 0));
        assertThat(gone.report().missing()).isEqualTo(new Tally.Missing(1, 3, 14, 3));
    }

    @Test
    void the_brake_counts_single_sizes_kept_along_with_a_range() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,39,2", "2,red,36,1");
        night(MissingMode.ZERO, "1,red,36-37,9", "1,red,39,2", "2,red,36,1");

        maxZeroed = 0.93;
        Result stopped = night(MissingMode.ZERO, "2,red,36,1");
        maxZeroed = 0.95;
        Result passed = night(MissingMode.ZERO, "2,red,36,1", "");

        assertThat(stopped.run().message()).contains("16 of the 17 pieces");
        assertThat(passed.run().message()).isNull();
    }

    @Test
    void single_sizes_that_became_a_range_are_zeroed_when_only_the_range_leaves()
            throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,38,5");
        night(MissingMode.ZERO, "1,red,36-40,4");
        night(MissingMode.ZERO, "1,red,41,1");

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0, "38", 0, "36-40", 0, "41", 1));
    }

    @Test
    void single_sizes_that_became_a_range_are_zeroed_once_if_the_service_splits_it()
            throws IOException {
        splitRanges();
        night(MissingMode.ZERO, "1,red,36,5", "1,red,38,5");
        night(MissingMode.ZERO, "1,red,36-38,4");
        Result gone = night(MissingMode.ZERO, "1,red,41,1");

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0, "37", 0, "38", 0, "41", 1));
        assertThat(gone.report().missing()).isEqualTo(new Tally.Missing(1, 3, 12, 3));
    }

    @Test
    void a_range_that_became_single_sizes_is_reported_each_night_until_it_is_zeroed()
            throws IOException {
        night(MissingMode.REPORT, "1,red,36-38,5");
        for (int stock = 1; stock <= 3; stock++) {
            Result next =
                    night(MissingMode.REPORT, "1,red,36," + stock, "1,red,37,2", "1,red,38,3");
            assertThat(next.report().missing()).isEqualTo(new Tally.Missing(1, 1, 5, 0));
        }
        night(MissingMode.ZERO, "1,red,36,1", "1,red,37,2", "1,red,38,3");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 1, "37", 2, "38", 3, "36-38", 0));
    }

    @Test
    void single_sizes_inside_a_range_of_the_sheet_are_reported_and_kept() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,2");
        night(MissingMode.ZERO, "1,red,36-38,9");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 2, "36-38", 9));
        assertThat(warehouse.notices)
                .contains(
                        "2 sizes of 1 product with 7 pieces are inside a range that the sheet has"
                                + " now, and may still show beside it: they are left as they are");
    }

    @Test
    void single_sizes_of_a_split_range_need_no_look_each_night() throws IOException {
        splitRanges();
        night(MissingMode.ZERO, "1,red,36-38,5");
        night(MissingMode.ZERO, "1,red,36,1", "1,red,37,2", "1,red,38,3");
        night(MissingMode.ZERO, "1,red,36,2", "1,red,37,2", "1,red,38,3");
        int[] asked = {0};
        warehouse.service.onList(count -> asked[0] = count);

        Result next = night(MissingMode.ZERO, "1,red,36,3", "1,red,37,2", "1,red,38,3");

        assertThat(next.report().missing()).isEqualTo(Tally.Missing.NONE);
        assertThat(asked[0]).isZero();
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 3, "37", 2, "38", 3));
    }

    @Test
    void a_store_that_does_not_show_its_ranges_is_asked_for_a_few_of_them() throws IOException {
        String[] rows =
                IntStream.rangeClosed(1, 7)
                        .mapToObj(product -> product + ",red,36-38,5")
                        .toArray(String[]::new);
        night(MissingMode.REPORT, rows);
        IntStream.rangeClosed(1, 7).forEach(product -> warehouse.service.lose(product, "red"));
        int[] asked = {0};
        warehouse.service.onList(count -> asked[0] = count);

        rows[0] = "1,red,36-38,6";
        night(MissingMode.REPORT, rows);

        assertThat(asked[0]).isEqualTo(5);
    }

    @Test
    void a_diff_counts_a_range_and_its_single_sizes_once_each() throws IOException {
        night(MissingMode.ZERO, "1,red,36-38,5");
        ImportOrder order = order(sheet("1,red,36,1", "1,red,37,2"), MissingMode.ZERO);
        StockDiff diff = warehouse.diff(order, false);
        assertThat(diff.totals()).isEqualTo(new DiffTotals(3, 5, 1, 2, 0, 1, 0));
        warehouse.start(order);
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36-38", 0, "36", 1, "37", 2));
    }

    @Test
    void a_new_spelling_is_sent_under_the_name_that_the_service_has() throws IOException {
        night(MissingMode.ZERO, "1,Red,36,5", "1,Red,37,1");
        Result next = night(MissingMode.ZERO, "1,red,36,4");

        assertThat(stockOf(1, "Red")).isEqualTo(Map.of("36", 4, "37", 0));
        assertThat(warehouse.service.stock()).doesNotContainKey("1 red");
        assertThat(next.report().missing()).isEqualTo(new Tally.Missing(1, 1, 1, 1));
        assertThat(lastCreate()).containsExactly("1 Red");
    }

    @Test
    void a_colour_with_a_new_spelling_is_not_missing() throws IOException {
        night(MissingMode.REPORT, "1,Red,36,5");
        Result next = night(MissingMode.REPORT, "1,red,36,4");
        assertThat(next.report().missing()).isEqualTo(Tally.Missing.NONE);
        night(MissingMode.ZERO, "1,red,36,4", "");
        assertThat(stockOf(1, "Red")).isEqualTo(Map.of("36", 4));
    }

    @Test
    void a_new_spelling_is_the_same_colour_if_the_service_has_its_own_spelling()
            throws IOException {
        warehouse.service.rename(String::toUpperCase);
        night(MissingMode.ZERO, "1,Red,36,5");
        Result next = night(MissingMode.ZERO, "1,red,36,4");
        assertThat(next.report().missing()).isEqualTo(Tally.Missing.NONE);
        assertThat(stockOf(1, "RED")).isEqualTo(Map.of("36", 4));
    }

    @Test
    void a_new_spelling_keeps_its_stock_if_the_service_keeps_the_first_spelling()
            throws IOException {
        warehouse.service.rename(name -> "Red");
        night(MissingMode.ZERO, "1,Red,36,5", "1,Red,37,1");
        night(MissingMode.ZERO, "1,red,36,4");
        assertThat(stockOf(1, "Red")).isEqualTo(Map.of("36", 4, "37", 0));
        night(MissingMode.REPORT, "1,red,36,3");
        Result next = night(MissingMode.ZERO, "1,red,36,3", "");
        assertThat(next.report().missing()).isEqualTo(Tally.Missing.NONE);
        assertThat(stockOf(1, "Red")).isEqualTo(Map.of("36", 3, "37", 0));
    }

    @Test
    void a_colour_that_the_service_joins_is_not_zeroed_under_its_old_spelling() throws IOException {
        warehouse.service.rename(name -> "Red");
        night(MissingMode.REPORT, "1,Red,36,5");
        night(MissingMode.REPORT, "1,red,36,4");
        Result next = night(MissingMode.ZERO, "1,red,36,4", "");
        assertThat(next.report().colours().unchanged()).isEqualTo(1);
        assertThat(next.report().missing()).isEqualTo(Tally.Missing.NONE);
        assertThat(stockOf(1, "Red")).isEqualTo(Map.of("36", 4));
    }

    @Test
    void a_bad_row_in_the_new_spelling_keeps_the_old_stock() throws IOException {
        night(MissingMode.ZERO, "1,Red,36,5");
        Result next = night(MissingMode.ZERO, "1,red,36,x", "2,red,36,1");
        assertThat(next.report().missing()).isEqualTo(Tally.Missing.NONE);
        assertThat(stockOf(1, "Red")).isEqualTo(Map.of("36", 5));
    }
}
