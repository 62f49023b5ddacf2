package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Folding;
import dev.stockload.imports.change.Previews.ImportPreview;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.imports.read.StockDiff.DiffTotals;
import dev.stockload.runs.Run;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What an import would change. */
class DiffsTest extends Nights {
    private int creates;

    @BeforeEach
    void count() {
        creates = 0;
    }

    @AfterEach
    void a_diff_sends_nothing() {
        assertThat(warehouse.service.creates()).hasSize(creates);
    }

    @Test
    void shows_each_changed_size_with_the_largest_loss_first() throws IOException {
        sent(MissingMode.ZERO, "1,red,36,5", "1,red,37,7", "2,red,36,4", "3,red,36,30");

        StockDiff diff =
                diff(MissingMode.ZERO, "1,red,36,9", "2,red,36,4", "3,red,36,10", "4,blue,40,2");

        assertThat(lines(diff))
                .containsExactly(
                        "3 A-3 red 36: 30 > 10",
                        "1 A-1 red 37: 7 > 0",
                        "4 A-4 blue 40: null > 2",
                        "1 A-1 red 36: 5 > 9");
        assertThat(diff.totals()).isEqualTo(new DiffTotals(6, 27, 1, 1, 1, 1, 0));
        assertThat(diff.summary().base().from()).isEqualTo("ledger");
        assertThat(diff.summary().base().at()).isEqualTo(warehouse.time.instant());
    }

    @Test
    void shows_what_the_import_does_afterwards() throws IOException {
        sent(MissingMode.ZERO, "1,red,36,5", "1,red,37,7", "2,red,36,4");
        ImportOrder order = order(sheet("1,red,36,6", "3,red,36-38,1"), MissingMode.ZERO);
        StockDiff diff = warehouse.diff(order, false);
        warehouse.start(order);
        creates++;

        assertThat(lines(diff))
                .containsExactly(
                        "1 A-1 red 37: 7 > 0",
                        "2 A-2 red 36: 4 > 0",
                        "1 A-1 red 36: 5 > 6",
                        "3 A-3 red 36-38: null > 1");
        assertThat(stockOf(1, "red").toString() + stockOf(2, "red") + stockOf(3, "red"))
                .isEqualTo("{36=6, 37=0}{36=0}{36-38=1}");
    }

    @Test
    void looks_at_what_is_missing_from_the_sheet_where_nothing_is_known() throws IOException {
        sent(MissingMode.ZERO, "1,red,36,5", "2,red,36,4");
        warehouse.ledger.markRestored();
        warehouse.service.put(2, "red", "36", 3);
        StockDiff diff = diff(MissingMode.ZERO, "1,red,36,5");
        assertThat(lines(diff)).containsExactly("2 A-2 red 36: 3 > 0");
        assertThat(diff.summary().base().at())
                .as("compared with the service, not with the book")
                .isNull();
    }

    @Test
    void asks_the_service_only_for_products_that_the_ledger_does_not_know() throws IOException {
        sent(MissingMode.REPORT, "1,red,36,5");
        warehouse.service.put(1, "red", "36", 3);
        warehouse.service.put(2, "Red", "36", 8);
        assertThat(lines(diff(MissingMode.REPORT, "1,red,36,4", "2,red,36,6", "3,red,36,1")))
                .as("what the service shows of product 1 is not looked at")
                .containsExactly(
                        "2 A-2 red 36: 8 > 6", "1 A-1 red 36: 5 > 4", "3 A-3 red 36: null > 1");
    }

    @Test
    void a_size_in_doubt_is_compared_with_what_the_service_shows() throws IOException {
        sent(MissingMode.REPORT, "1,red,36,50");
        warehouse.service.fault(2, StrictService.Fault.PARTLY);
        sent(MissingMode.REPORT, "1,red,36,70", "1,red,37,80");
        warehouse.service.lose(1, "red");
        warehouse.service.put(1, "red", "36", 50);
        assertThat(lines(diff(MissingMode.REPORT, "1,red,36,75", "1,red,37,80")))
                .containsExactly("1 A-1 red 36: 50 > 75", "1 A-1 red 37: null > 80");
    }

    @Test
    void reads_all_products_on_request_and_marks_changes_made_at_the_service() throws IOException {
        sent(MissingMode.REPORT, "1,red,36,5", "1,red,37,5", "2,red,36,5");
        warehouse.service.put(1, "red", "36", 2);
        StockDiff diff =
                warehouse.diff(
                        order(sheet("1,red,36,4", "1,red,37,6", "2,red,36,5"), MissingMode.REPORT),
                        true);
        assertThat(diff.changes().toList())
                .containsExactly(
                        new StockDiff.Change(1, "A-1", "red", "37", 5, 6, null, null),
                        new StockDiff.Change(1, "A-1", "red", "36", 2, 4, 5, null));
        assertThat(diff.summary().base().from()).isEqualTo("service");
        assertThat(diff.totals().unchanged()).isEqualTo(1);
    }

    @Test
    void shows_changes_made_at_the_service_in_colours_left_out_as_unchanged() throws IOException {
        sent(MissingMode.REPORT, "1,red,36,5", "1,red,37,5", "2,red,36,5");
        warehouse.service.put(1, "red", "36", 2);
        warehouse.service.lose(2, "red");
        StockDiff diff =
                warehouse.diff(
                        order(
                                sheet("1,red,36,5", "1,red,37,5", "2,red,36,5", "3,red,36,1"),
                                MissingMode.REPORT),
                        true);
        assertThat(diff.changes().toList())
                .containsExactly(
                        new StockDiff.Change(1, "A-1", "red", "36", 2, 2, 5, null),
                        new StockDiff.Change(2, "A-2", "red", "36", null, null, 5, null),
                        new StockDiff.Change(3, "A-3", "red", "36", null, 1, null, null));
        assertThat(diff.totals()).isEqualTo(new DiffTotals(1, 0, 0, 1, 3, 0, 0));
        assertThat(diff.sending()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"CAPITALS", "FIRST_SPELLING", "NEWEST_SPELLING"})
    void a_new_spelling_is_the_same_colour_if_the_service_folds_names(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        sent(MissingMode.REPORT, "1,Red,36,5", "1,Red,37,2");
        sent(MissingMode.REPORT, "1,red,36,5", "1,red,37,3");
        for (boolean fresh : new boolean[] {false, true}) {
            assertThat(
                            lines(
                                    warehouse.diff(
                                            order(
                                                    sheet("1,RED,36,4", "1,RED,37,3"),
                                                    MissingMode.REPORT),
                                            fresh)))
                    .containsExactly("1 A-1 RED 36: 5 > 4");
        }
    }

    @Test
    void a_size_of_an_earlier_range_is_new_if_the_service_keeps_ranges() throws IOException {
        sent(MissingMode.REPORT, "1,red,36-38,5");
        assertThat(lines(diff(MissingMode.REPORT, "1,red,36,1", "1,red,37,2")))
                .containsExactly("1 A-1 red 36: null > 1", "1 A-1 red 37: null > 2");
    }

    @Test
    void a_size_of_an_earlier_range_is_not_new_if_the_service_has_split_it() throws IOException {
        splitRanges();
        sent(MissingMode.REPORT, "1,red,36-38,5");
        assertThat(lines(diff(MissingMode.REPORT, "1,red,36,1", "1,red,37,2")))
                .containsExactly("1 A-1 red 36: 5 > 1", "1 A-1 red 37: 5 > 2");
    }

    @Test
    void its_progress_says_of_how_many_products() throws IOException {
        List<Integer> all = new ArrayList<>();
        ImportOrder order = order(sheet("1,red,36,1", "2,red,36,1"), MissingMode.REPORT);
        warehouse.previews().ofOrder(order, true, (product, products) -> all.add(products));
        assertThat(all).containsExactly(2, 2);
    }

    @Test
    void a_range_over_single_sizes_is_new_and_they_may_stay() throws IOException {
        sent(MissingMode.REPORT, "1,red,36,5", "1,red,38,4");
        ImportOrder order = order(sheet("1,red,36-40,3"), MissingMode.REPORT);
        ImportPreview result =
                warehouse.previews().ofOrder(order, false, (product, products) -> {});
        assertThat(lines(result.diff())).containsExactly("1 A-1 red 36-40: null > 3");
        assertThat(result.warning())
                .hasValueSatisfying(
                        said ->
                                assertThat(said)
                                        .contains("2 sizes of 1 product", "9 pieces", "range"));
    }

    @Test
    void a_run_that_the_brake_stopped_shows_the_same() throws IOException {
        maxZeroed = 0.2;
        sent(MissingMode.ZERO, "1,red,36,50", "2,red,36,50");
        ImportOrder order = order(sheet("1,red,36,40"), MissingMode.ZERO);
        StockDiff before = warehouse.diff(order, false);
        Result braked = warehouse.start(order);
        assertThat(braked.run().state()).isEqualTo(Run.State.FAILED);
        StockDiff shown =
                warehouse.previews().ofRun(warehouse.ledger.runs().get(braked.run().id()));
        assertThat(lines(shown)).isEqualTo(lines(before)).anyMatch(line -> line.contains("A-1"));
        assertThat(shown.totals()).isEqualTo(before.totals());
        assertThat(shown.size()).isEqualTo(2);
        assertThat(braked.run().message())
                .contains("It would bring 0 pieces more and 60 fewer", "1 size to 0");
    }

    @Test
    void a_waiting_run_shows_nothing_that_a_newer_run_has_settled() throws IOException {
        maxZeroed = 0.2;
        sent(MissingMode.ZERO, "1,red,36,50", "2,red,36,50");
        Result older = warehouse.start(order(sheet("1,red,36,40"), MissingMode.ZERO));
        assertThat(older.run().state()).isEqualTo(Run.State.FAILED);
        sent(MissingMode.ZERO, "1,red,36,50", "2,red,36,51");

        StockDiff shown = warehouse.previews().ofRun(warehouse.ledger.runs().get(older.run().id()));

        assertThat(shown.size()).isZero();
        assertThat(shown.sending()).isZero();
        assertThat(shown.totals().fewer()).isZero();
    }

    @Test
    void reports_that_the_brake_would_stop_it() throws IOException {
        maxZeroed = 0.2;
        sent(MissingMode.ZERO, "1,red,36,50", "2,red,36,50");
        ImportOrder order = order(sheet("1,red,36,40"), MissingMode.ZERO);
        assertThat(warehouse.previews().ofOrder(order, false, (product, all) -> {}).objection())
                .hasValueSatisfying(why -> assertThat(why).contains("50 of the 100 pieces"));
    }

    @Test
    void a_missing_size_alone_does_not_send_its_colour() throws IOException {
        sent(MissingMode.KEEP, "1,red,36,5", "1,red,37,5", "2,red,36,1");
        StockDiff diff = diff(MissingMode.KEEP, "1,red,36,5", "2,red,36,1");
        assertThat(diff.size()).isZero();
        assertThat(diff.sending()).isZero();
    }

    @Test
    void diffs_that_show_the_same_have_the_same_fingerprint() throws IOException {
        sent(MissingMode.REPORT, "1,red,36,5");
        String first = diff(MissingMode.REPORT, "1,red,36,4").fingerprint();
        assertThat(diff(MissingMode.REPORT, "1,red,36,4").fingerprint()).isEqualTo(first);
        assertThat(diff(MissingMode.REPORT, "1,red,36,3").fingerprint()).isNotEqualTo(first);
    }

    @Test
    void writes_the_json_of_the_http_interface() throws IOException {
        sent(MissingMode.REPORT, "1,red,36,5");
        StockDiff diff = diff(MissingMode.REPORT, "1,red,36,4", "2,red,36,1");
        String text = JsonMapper.shared().writeValueAsString(diff.document(List.of()));
        JsonNode json = JsonMapper.shared().readTree(text);
        assertThat(json.propertyNames())
                .containsExactly("base", "totals", "newColours", "changes", "problems");
        assertThat(json.at("/totals").propertyNames())
                .containsExactly(
                        "more", "fewer", "toZero", "new", "unchanged", "missing", "leftOut");
        assertThat(json.at("/changes/1").toString())
                .isEqualTo(
                        "{\"pid\":2,\"item\":\"A-2\",\"color\":\"red\",\"size\":\"36\",\"before\":null,\"after\":1}");
    }

    private void sent(MissingMode mode, String... rows) throws IOException {
        night(mode, rows);
        creates = warehouse.service.creates().size();
    }

    private StockDiff diff(MissingMode mode, String... rows) throws IOException {
        return warehouse.diff(order(sheet(rows), mode), false);
    }

    private static List<String> lines(StockDiff diff) {
        return diff.changes()
                .map(
                        c ->
                                "%d %s %s %s: %s > %d"
                                        .formatted(
                                                c.pid(),
                                                c.item(),
                                                c.color(),
                                                c.size(),
                                                c.before(),
                                                c.after()))
                .toList();
    }
}
