package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.Imports.Result;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Nights in which sizes, colours and products leave the sheet of a job, and come back. */
class MissingTest extends Nights {
    @Test
    void zeroes_a_size_that_left_its_colour_and_sends_the_colour_whole() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,7", "2,red,36,1");
        Result second = night(MissingMode.ZERO, "1,red,36,4", "2,red,36,1");

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 4, "37", 0));
        assertThat(missing(second)).isEqualTo(new Tally.Missing(1, 1, 7, 1));
        assertThat(lastCreate()).as("zeros go first").startsWith("1 red");
        assertThat(second.report().rows().read()).isEqualTo(2);
        InWarehouse.assertBalance(second);
    }

    @Test
    void zeroes_whole_missing_colours_and_products_first() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,blue,36,2", "2,red,36,1", "4,green,40,9");
        Result second = night(MissingMode.ZERO, "1,red,36,0", "2,red,36,3");

        assertThat(stockOf(1, "blue")).isEqualTo(Map.of("36", 0));
        assertThat(stockOf(4, "green")).isEqualTo(Map.of("40", 0));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 3));
        assertThat(lastCreate()).containsExactly("1 red", "1 blue", "4 green", "2 red");
        assertThat(missing(second)).isEqualTo(new Tally.Missing(2, 2, 11, 2));
        assertThat(warnings(second))
                .contains("2 sizes of 2 products left the sheet: set to 0, 11 pieces fewer");
        InWarehouse.assertBalance(second);
    }

    @Test
    void sends_a_zero_once_and_nothing_if_nothing_changes() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,7", "2,red,36,1");
        night(MissingMode.ZERO, "1,red,36,4");
        int creates = warehouse.service.creates().size();

        Result third = night(MissingMode.ZERO, "1,red,36,4", "");

        assertThat(warehouse.service.creates()).hasSize(creates);
        assertThat(third.report().colours().unchanged()).isEqualTo(1);
        assertThat(missing(third)).isEqualTo(Tally.Missing.NONE);
    }

    @Test
    void a_size_that_comes_back_is_sent_as_the_sheet_has_it() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,7", "2,red,36,3");
        night(MissingMode.ZERO, "1,red,36,5");
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,6", "2,red,36,3");

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 6));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 3));
    }

    @Test
    void reports_missing_stock_each_night_and_sends_nothing() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,7", "2,red,36,1");
        for (int stock = 4; stock > 2; stock--) {
            Result next = night(MissingMode.REPORT, "1,red,36," + stock);
            assertThat(missing(next)).isEqualTo(new Tally.Missing(2, 2, 8, 0));
            assertThat(warnings(next))
                    .containsExactly(
                            "2 sizes of 2 products left the sheet and still show 8 pieces");
            assertThat(Files.readString(folderOf(next).resolve("report.json")))
                    .contains("left the sheet");
        }
        assertThat(stockOf(1, "red")).containsEntry("37", 7);

        night(MissingMode.ZERO, "1,red,36,2");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 2, "37", 0));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));
    }

    @Test
    void reports_no_missing_stock_unless_asked() throws IOException {
        night(MissingMode.KEEP, "1,red,36,5", "1,red,37,7");
        Result next = night(MissingMode.KEEP, "1,red,36,4");
        assertThat(missing(next)).isEqualTo(Tally.Missing.NONE);
        assertThat(warnings(next)).isEmpty();
        assertThat(stockOf(1, "red")).containsEntry("37", 7);
    }

    @Test
    void pieces_are_counted_beyond_two_billion() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,2000000000", "3,red,36,1500000000");
        Result next = night(MissingMode.REPORT, "1,red,36,5");
        assertThat(next.report().missing().pieces()).isEqualTo(3_500_000_000L);
        assertThat(Tally.parse(next.run().tally().toString())).isEqualTo(next.run().tally());
    }

    @Test
    void an_import_by_hand_neither_takes_sizes_from_a_job_nor_gives_any() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,5");
        warehouse.start(Warehouse.order(sheet("3,red,36,5", "2,red,36,6"), Work.ALL, false, null));
        Result next = night(MissingMode.ZERO, "1,red,36,4");
        assertThat(missing(next)).isEqualTo(new Tally.Missing(1, 1, 6, 1));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));
        assertThat(stockOf(3, "red")).isEqualTo(Map.of("36", 5));
    }

    @Test
    void a_size_imported_by_hand_belongs_to_a_job_once_its_sheet_has_it() throws IOException {
        warehouse.start(Warehouse.order(sheet("1,red,36,5", "2,red,36,5"), Work.ALL, false, null));
        Result first = night(MissingMode.ZERO, "1,red,36,5");
        assertThat(first.report().colours().unchanged()).isEqualTo(1);
        Result second = night(MissingMode.ZERO, "3,red,36,1");
        assertThat(missing(second)).isEqualTo(new Tally.Missing(1, 1, 5, 1));
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0));
        assertThat(stockOf(2, "red")).as("the job never had it").isEqualTo(Map.of("36", 5));
    }

    @Test
    void a_size_inside_a_range_of_the_sheet_is_not_missing() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,38,5");
        Result next = night(MissingMode.ZERO, "1,red,36-40,4");
        assertThat(missing(next)).isEqualTo(Tally.Missing.NONE);
        assertThat(stockOf(1, "red")).containsEntry("36", 5).containsEntry("36-40", 4);
        assertThat(warnings(next)).hasSize(2);
        assertThat(warnings(next).get(0)).contains("2 sizes", "10 pieces");
        assertThat(warnings(next).get(1)).as("it was there in parts").contains("an undo");
        Result third = night(MissingMode.ZERO, "1,red,36-40,3");
        assertThat(warnings(third)).singleElement().asString().contains("10 pieces");
    }

    @Test
    void sizes_that_the_service_made_of_a_range_are_not_missing() throws IOException {
        splitRanges();
        night(MissingMode.REPORT, "1,red,36,5", "1,red,38,5");
        assertThat(warnings(night(MissingMode.REPORT, "1,red,36-40,4"))).hasSize(2);
        assertThat(warnings(night(MissingMode.REPORT, "1,red,36-40,3"))).isEmpty();
    }

    @Test
    void a_split_range_loses_only_the_sizes_that_the_sheet_lacks() throws IOException {
        splitRanges();
        night(MissingMode.ZERO, "1,red,36-38,5");
        Result next = night(MissingMode.ZERO, "1,red,36,1", "1,red,37,2");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 1, "37", 2, "38", 0));
        assertThat(missing(next)).isEqualTo(new Tally.Missing(1, 1, 5, 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    1,red,thirty-six,4   | a bad size
                    1,red,36,-4          | a bad stock
                    """)
    void a_bad_row_is_not_missing_and_its_colour_is_never_zeroed(String row, String why)
            throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,7", "2,red,36,1");
        Result next = night(MissingMode.ZERO, row, "3,red,36,1");
        assertThat(stockOf(1, "red")).as(why).isEqualTo(Map.of("36", 5, "37", 7));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));
        assertThat(missing(next)).isEqualTo(new Tally.Missing(1, 1, 1, 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ,red,36,4         | row 3 cannot | no product
                    x1,red,36,4       | row 3 cannot | no product id
                    2,r,ed,36,4       | row 3 cannot | a row whose cells are shifted
                    7,red,36,4        | product '7'  | a product that nobody knows
                    """)
    void nothing_is_zeroed_if_a_row_may_be_any_product_and_the_report_says_why(
            String row, String place, String why) throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,1");
        Result next = night(MissingMode.ZERO, "1,red,36,5", row, "1,blue,36,1\"");
        assertThat(stockOf(2, "red")).as(why).isEqualTo(Map.of("36", 1));
        assertThat(missing(next).zeroed()).isZero();
        assertThat(missing(next).sizes()).isEqualTo(1);
        assertThat(warnings(next))
                .anySatisfy(
                        said -> assertThat(said).contains("Nothing was set to 0", place.strip()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2,,36,4", "2,\"red"})
    void nothing_of_a_product_is_missing_if_a_colour_is_unreadable(String row) throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,1");
        Result next = night(MissingMode.ZERO, "1,red,36,5", row, "1,blue,36,1\"");
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 1));
        assertThat(missing(next)).isEqualTo(Tally.Missing.NONE);
    }

    @Test
    void a_product_that_was_unknown_in_the_last_sheet_too_does_not_prevent_zeros()
            throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,1", "7,red,36,4");
        night(MissingMode.ZERO, "1,red,36,5", "7,red,36,4");
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));
    }

    @Test
    void a_product_that_the_merchant_no_longer_has_is_not_zeroed() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,1");
        warehouse.service.forgetProducts();
        warehouse.service.product(1, "A-1");
        Result next = night(MissingMode.ZERO, "1,red,36,4");
        assertThat(missing(next)).isEqualTo(Tally.Missing.NONE);
        assertThat(next.run().state()).isEqualTo(Run.State.COMPLETED);
    }

    @Test
    void the_brake_stops_a_sheet_that_would_zero_too_much_until_it_is_forced() throws IOException {
        maxZeroed = 0.2;
        night(MissingMode.ZERO, "1,red,36,80", "2,red,36,40");
        Result next = night(MissingMode.ZERO, "1,red,36,80", "");
        assertThat(next.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(next.run().message()).contains("40 of the 120 pieces", "1 size left", "20 %");
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 40));
        assertThat(missing(next)).as("nothing was sent").isEqualTo(missing(1, 1, 40, 0));
        assertThat(Files.readString(folderOf(next).resolve("report.json")))
                .contains("1 size of 1 product left the sheet: to be set to 0, 40 pieces fewer")
                .contains("\"zeroed\" : 0");

        warehouse.reopen();
        Result forced = warehouse.resume(ResumeOptions.forced(true));
        assertThat(forced.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));
        assertThat(missing(forced)).isEqualTo(missing(1, 1, 40, 1));
        assertThat(warnings(forced))
                .containsExactly("1 size of 1 product left the sheet: set to 0, 40 pieces fewer");
        InWarehouse.assertBalance(forced);
    }

    @Test
    void the_brake_asks_before_a_small_shop_loses_everything() throws IOException {
        maxZeroed = 0.2;
        night(MissingMode.ZERO, "1,red,36,40", "2,red,36,20", "3,red,36,20");
        Result next = night(MissingMode.ZERO, "4,red,36,1");
        assertThat(next.run().message()).contains("80 of the 80 pieces", "3 sizes left", "20 %");
        Result less = night(MissingMode.ZERO, "1,red,36,40", "2,red,36,20", "3,red,37,20");
        assertThat(less.run().message()).contains("20 of the 80 pieces");
        maxZeroed = 0.25;
        Result fair = night(MissingMode.ZERO, "1,red,36,40", "2,red,36,20", "3,red,38,20");
        assertThat(fair.run().message()).isNull();
        assertThat(stockOf(3, "red")).isEqualTo(Map.of("36", 0, "38", 20));
    }

    @Test
    void the_brake_counts_more_pieces_than_fit_into_an_int() throws IOException {
        maxZeroed = 0.2;
        String[] rows = new String[13];
        for (int i = 0; i < 12; i++) {
            rows[i] = "1,red,%d,999999999".formatted(30 + i);
        }
        rows[12] = "2,red,36,1";
        night(MissingMode.ZERO, rows);
        Result next = night(MissingMode.ZERO, "2,red,36,1");
        assertThat(next.run().message())
                .contains("11,999,999,988 of the 11,999,999,989 pieces", "maxZeroed");
        assertThat(stockOf(1, "red")).containsEntry("30", 999_999_999);
    }

    @ParameterizedTest
    @CsvSource({"20, 5, true", "20, 4, false", "19, 19, false"})
    void the_brake_asks_before_the_sheet_itself_sets_many_sizes_to_0(
            int sizes, int zeros, boolean asks) throws IOException {
        maxZeroed = 0.2;
        night(MissingMode.REPORT, column(sizes, 0));
        Result next = night(MissingMode.REPORT, column(sizes, zeros));
        assertThat(next.run().state()).isEqualTo(asks ? Run.State.FAILED : Run.State.COMPLETED);
        if (asks) {
            assertThat(next.run().message())
                    .contains("5 of the 20 sizes", "25 of the 100 pieces", "maxZeroed", "20 %");
        }
    }

    @Test
    void what_a_check_showed_as_0_already_does_not_count_for_the_brake() throws IOException {
        maxZeroed = 0.2;
        night(MissingMode.REPORT, column(20, 0));
        for (int i = 0; i < 10; i++) {
            warehouse.service.put(1, "red", String.valueOf(30 + i), 0);
        }
        warehouse.storeVerification().verify("default", (done, all) -> {});
        Result next = night(MissingMode.REPORT, column(20, 10));
        assertThat(next.run().state()).isEqualTo(Run.State.COMPLETED);
    }

    /** One colour with this many sizes, the first of them sold out. */
    private static String[] column(int sizes, int zeros) {
        String[] rows = new String[sizes];
        for (int i = 0; i < sizes; i++) {
            rows[i] = "1,red,%d,%d".formatted(30 + i, i < zeros ? 0 : 5);
        }
        return rows;
    }

    @Test
    void zeros_are_sent_once_whatever_happens_to_the_connection() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,1");
        warehouse.service.fault(2, StrictService.Fault.LOST_AFTER);
        night(MissingMode.ZERO, "1,red,36,4");
        assertThat(warehouse.service.applied()).containsEntry("2 red", 2).containsEntry("1 red", 2);
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));
    }

    @Test
    void an_older_run_zeroes_nothing_that_a_newer_one_has_sent() throws IOException {
        maxZeroed = 0.2;
        night(MissingMode.ZERO, "1,red,36,50", "2,red,36,70");
        Path older = sheet("1,red,36,50");
        assertThat(warehouse.start(order(older, MissingMode.ZERO)).run().state())
                .isEqualTo(Run.State.FAILED);
        warehouse.time.rest(Duration.ofHours(20), warehouse.stop);
        night(MissingMode.ZERO, "1,red,36,50", "2,red,36,70", "3,red,36,1");

        warehouse.resume(ResumeOptions.forced(true));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 70));
        assertThat(stockOf(3, "red")).isEqualTo(Map.of("36", 1));
    }

    @Test
    void a_refused_zero_is_reported() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,1");
        warehouse.service.vanish(2);
        Result next = night(MissingMode.ZERO, "1,red,36,4");
        assertThat(next.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(next.report().colours().rejected()).isEqualTo(1);
        assertThat(missing(next)).as("it was not taken").isEqualTo(missing(1, 1, 1, 0));
        assertThat(warnings(next))
                .containsExactly("1 size of 1 product left the sheet: 0 of 1 set to 0");
        assertThat(Files.readString(folderOf(next).resolve("report.json")))
                .contains("service.refused", "product 2");
    }

    private static Tally.Missing missing(int colours, int sizes, int pieces, int zeroed) {
        return new Tally.Missing(colours, sizes, pieces, zeroed);
    }

    private static Tally.Missing missing(Result result) {
        return result.report().missing();
    }
}
