package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.imports.change.SizeHistory;
import dev.stockload.imports.change.StockHistory;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.ResumeOptions.TakeAs;
import dev.stockload.runs.Run;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.MissingMode;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Why the shop shows what it shows: each step of each size, with its sheet, row and request. */
class StockHistoryTest extends Nights {
    private static final Duration ALWAYS = Duration.ofDays(400);

    @Test
    void names_the_sheet_the_row_and_the_request_of_each_change() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,37,7");
        Run second = night(MissingMode.ZERO, "1,red,37,7", "1,red,36,3").run();

        SizeHistory size = why("1").get(0);

        assertThat(size.now()).isEqualTo("the service shows 3, as the newest sheet wants");
        assertThat(size.events())
                .extracting(SizeHistory.Step::cause)
                .containsExactly("accepted", "sheet", "accepted", "sheet");
        SizeHistory.Step request = size.events().get(0);
        assertThat(request.request()).isOne();
        assertThat(request.row()).isEqualTo(3);
        assertThat(request.message()).isNull();
        SizeHistory.Step step = size.withMessage().get(0);
        assertThat(step.run()).isEqualTo(second.id());
        assertThat(step.job()).isEqualTo("nightly");
        assertThat(step.row()).isEqualTo(3);
        assertThat(step.message())
                .startsWith("5 → 3, night-2.csv, row 3, column stock; request 1 of 1, accepted ");
        assertThat(size.withMessage().get(1).message())
                .startsWith(
                        "none yet → 5, night-1.csv, row 2, column stock; request 1 of 1, accepted"
                                + " ");
    }

    @Test
    void says_which_text_was_read_as_a_size_or_a_colour() throws IOException {
        Path sheet = sheet("1,red,36,3", "1,rot,XL,7");
        Run first = warehouse.start(order(sheet, MissingMode.KEEP)).run();
        Set<Correction> values =
                Set.of(
                        new Correction(HeaderField.SIZE, "XL", "44", null),
                        new Correction(HeaderField.COLOUR, "rot", "Red", null));
        SheetOptions reading = new SheetOptions(null, null, null, null, Set.of(), values);
        warehouse.start(ImportOrder.correcting(first, sheet, reading));

        List<SizeHistory> sizes = why("1");

        assertThat(sizes.get(1).withMessage().get(0).message())
                .startsWith(
                        "none yet → 7, night-1.csv, row 3, column stock, 'rot' read as Red, 'XL'"
                                + " read as 44; ");
    }

    @Test
    void says_what_left_the_sheet_was_held_back_or_was_brought_back() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,4");
        Run without = night(MissingMode.ZERO, "2,red,36,4").run();
        warehouse.undo(without);
        night(MissingMode.ZERO, "1,red,36,6", "1,red,XL,6", "2,red,36,4");

        List<SizeHistory.Step> steps = why("1").get(0).withMessage();

        assertThat(steps)
                .extracting(SizeHistory.Step::message)
                .satisfiesExactly(
                        held ->
                                assertThat(held)
                                        .startsWith("held back: 'XL' is not a size")
                                        .endsWith(", night-3.csv, row 3"),
                        back ->
                                assertThat(back)
                                        .startsWith(
                                                "0 → 5, brought back by undo of run "
                                                        + without.id()
                                                        + "; request 1 of 1, accepted "),
                        left ->
                                assertThat(left)
                                        .startsWith(
                                                "5 → 0, because it left the sheet, night-2.csv;"
                                                        + " request 1 of 1, accepted "),
                        first -> assertThat(first).startsWith("none yet → 5, night-1.csv, row 2"));
        assertThat(steps)
                .extracting(SizeHistory.Step::cause)
                .containsExactly("held", "undo", "missing", "sheet");
    }

    @Test
    void says_that_a_size_left_the_sheet_and_is_on_sale_still() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,4");
        night(MissingMode.REPORT, "2,red,36,4");

        assertThat(why("1").get(0).now())
                .isEqualTo(
                        "the service shows 5, as the last sheet with it wants; it left the sheet"
                                + " of job nightly since");
        assertThat(why("2").get(0).now())
                .isEqualTo("the service shows 4, as the newest sheet wants");
    }

    @Test
    void what_a_check_of_the_store_found_changed_there_is_a_step() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,7", "2,red,36,4");
        warehouse.service.put(1, "red", "36", 3);
        warehouse.storeVerification().verify("default", (product, products) -> {});
        night(MissingMode.REPORT, "1,red,36,6", "1,red,37,7", "2,red,36,4");

        SizeHistory sold = why("1").get(0);

        assertThat(sold.withMessage())
                .extracting(SizeHistory.Step::cause)
                .containsExactly("sheet", "elsewhere", "sheet");
        SizeHistory.Step step = sold.withMessage().get(1);
        assertThat(step.jobAndCaller()).isEqualTo("check of the store");
        assertThat(step.message()).isEqualTo("the service showed 3: 2 sold or changed there since");
        assertThat(step.before()).isEqualTo(5);
        assertThat(step.after()).isEqualTo(3);
        assertThat(why("1").get(1).events())
                .as("a size that is as it was sent")
                .extracting(SizeHistory.Step::cause)
                .doesNotContain("elsewhere");
    }

    @Test
    void a_colour_without_a_good_row_is_rejected_with_its_problem() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,4");
        night(MissingMode.REPORT, "1,red,36,few", "2,red,36,4");

        assertThat(why("1").get(0).withMessage().get(0).message())
                .startsWith("rejected: 'few' ")
                .endsWith(", night-2.csv, row 2");
    }

    @Test
    void what_an_undo_has_brought_back_is_not_what_a_sheet_wants() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "2,red,36,4");
        warehouse.undo(night(MissingMode.REPORT, "1,red,36,3", "2,red,36,4").run());

        assertThat(why("1").get(0).now()).isEqualTo("the service shows 5, as an undo wants");
        assertThat(why("2").get(0).now())
                .isEqualTo("the service shows 4, as the newest sheet wants");
    }

    @Test
    void what_is_in_doubt_is_said_so_until_a_person_takes_it_as_sent() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,5");
        warehouse.service.fault(warehouse.service.creates().size() + 1, StrictService.Fault.PARTLY);
        night(MissingMode.REPORT, "1,red,36,6", "1,red,37,7");
        assertThat(why("1").get(1).withMessage().get(0).message())
                .startsWith("5 → 7, night-2.csv, row 3")
                .endsWith("; whether it arrived is not known yet");
        warehouse.resume(new ResumeOptions(false, TakeAs.SENT));

        assertThat(why("1").get(1).withMessage().get(0).message())
                .startsWith("5 → 7, night-2.csv, row 3")
                .contains("taken as sent by a person ");
    }

    @Test
    void a_whole_name_means_that_colour_alone() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,dark red,36,4");

        assertThat(warehouse.why("1", "Red", ALWAYS).colours())
                .extracting(SizeHistory.OfColour::color)
                .containsExactly("red");
        assertThat(warehouse.why("1", "re", ALWAYS).colours()).hasSize(2);
    }

    @Test
    void says_what_was_sold_edited_or_removed_since() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5", "1,red,37,5", "1,blue,36,5");
        warehouse.service.put(1, "red", "36", 3);
        warehouse.service.put(1, "red", "37", 9);
        warehouse.service.lose(1, "blue");

        assertThat(why("1"))
                .extracting(SizeHistory::now)
                .containsExactly(
                        "the service does not have it: it was removed there since 5 were sent",
                        "the service shows 3: 2 sold or changed there since",
                        "the service shows 9: 4 more than was sent, changed there since");
        assertThat(warehouse.why("1", ALWAYS).differs()).isTrue();
    }

    @Test
    void finds_a_product_by_its_item_number_or_barcode() throws IOException {
        warehouse.start(
                order(
                        warehouse.write(
                                "barcodes.csv",
                                "pid,colour,size,stock,barcode\n2,red,36,4,6901234567892\n"),
                        MissingMode.KEEP));

        assertThat(warehouse.why("A-2", ALWAYS).pid()).isEqualTo(2);
        assertThat(warehouse.why("6901234567892", ALWAYS).item()).isEqualTo("A-2");
        assertThatThrownBy(() -> why("6900000000000"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("no product id, item number or barcode");
        assertThatThrownBy(() -> why("3")).isInstanceOf(Refusal.class);
    }

    @Test
    void a_number_that_nobody_knows_is_no_product_or_the_service_was_not_read() {
        assertThatThrownBy(() -> why("99"))
                .hasMessageStartingWith("Product 99 is in no imported sheet. ")
                .extracting(fault -> ((Refusal) fault).kind())
                .isEqualTo(Refusal.Kind.NOT_FOUND);
        warehouse.service.stop();
        assertThatThrownBy(() -> why("99"))
                .hasMessageContaining("is in no imported sheet. The merchant service")
                .extracting(fault -> ((Refusal) fault).kind())
                .isEqualTo(Refusal.Kind.SERVICE_FAILED);
    }

    @Test
    void a_barcode_of_several_products_is_refused_with_their_ids() throws IOException {
        warehouse.start(
                order(
                        warehouse.write(
                                "same.csv",
                                """
                                pid,colour,size,stock,barcode
                                1,red,36,4,6901234567892
                                2,red,36,4,6901234567892
                                """),
                        MissingMode.KEEP));

        assertThatThrownBy(() -> why("6901234567892"))
                .isInstanceOf(Refusal.class)
                .hasMessage(
                        "'6901234567892' belongs to 2 products (1, 2): name the product by its id");
    }

    @Test
    void goes_back_no_further_than_asked() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5");
        night(MissingMode.REPORT, "1,red,36,4");

        StockHistory.Answer answer = warehouse.why("1", Duration.ofHours(10));

        assertThat(answer.colours().get(0).sizes().get(0).withMessage()).hasSize(1);
    }

    /** The truth is kept beside the nights: which value each row wanted that was another before. */
    @Test
    void every_change_of_random_nights_has_an_event_with_its_row() throws IOException {
        Random random = new Random(20261116);
        Map<String, Integer> wanted = new TreeMap<>();
        Map<String, List<String>> truth = new TreeMap<>();
        for (int night = 1; night <= 12; night++) {
            List<String> rows = new ArrayList<>();
            Map<String, Integer> now = new TreeMap<>();
            for (int size = 36; size < 42; size++) {
                for (String colour : List.of("blue", "red")) {
                    if (random.nextInt(4) > 0) {
                        String key = colour + " " + size;
                        int pieces = random.nextInt(3);
                        rows.add("1,%s,%d,%d".formatted(colour, size, pieces));
                        now.put(key, pieces);
                        note(truth, key, wanted.get(key), pieces, night + ":" + (rows.size() + 1));
                    }
                }
            }
            rows.add("2,red,36,1");
            for (String key : List.copyOf(wanted.keySet())) {
                if (!now.containsKey(key) && wanted.get(key) > 0) {
                    note(truth, key, wanted.get(key), 0, night + ":left");
                    now.put(key, 0);
                }
            }
            wanted.putAll(now);
            night(MissingMode.ZERO, rows.toArray(new String[0]));
        }

        for (SizeHistory.OfColour colour : warehouse.why("1", ALWAYS).colours()) {
            colour.sizes().forEach(size -> isTruth(colour.color(), size, truth));
        }
        assertThat(truth.values().stream().mapToInt(List::size).sum()).isGreaterThan(50);
    }

    private static void isTruth(String colour, SizeHistory size, Map<String, List<String>> truth) {
        List<String> shown = new ArrayList<>();
        for (SizeHistory.Step step : size.withMessage()) {
            if (!step.message().contains(" arrived")) {
                String night = step.file().replaceAll("\\D", "");
                String place = step.row() == null ? "left" : String.valueOf(step.row());
                shown.add(0, "%s:%s=%d".formatted(night, place, step.after()));
                assertThat(step.request()).as(step.message()).isNotNull();
            }
        }
        assertThat(shown)
                .as("%s %s", colour, size.size())
                .isEqualTo(truth.get(colour + " " + size.size()));
    }

    private static void note(
            Map<String, List<String>> truth, String key, Integer before, int after, String where) {
        if (before == null || before != after) {
            truth.computeIfAbsent(key, each -> new ArrayList<>()).add(where + "=" + after);
        }
    }

    private List<SizeHistory> why(String product) {
        return warehouse.why(product, ALWAYS).colours().stream()
                .flatMap(colour -> colour.sizes().stream())
                .toList();
    }
}
