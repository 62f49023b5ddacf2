package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.undo.UndoSummary;
import dev.stockload.runs.Run;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** People or an earlier tool had stocked the service before Stockload sent anything. */
@Tag("soak")
class UndoOfFirstImportTest extends Nights {
    private static final String UNKNOWN = "it is not known what was there before";

    @Test
    void restores_what_was_there_and_touches_nothing_else() throws IOException {
        there(1, "red", "36", 5);
        there(1, "red", "38", 8);
        there(1, "red", "40", 2);
        there(2, "blue", "36", 9);
        Run first =
                night(
                                MissingMode.REPORT,
                                "1,red,36,50",
                                "1,red,37,7",
                                "1,red,38,8",
                                "2,red,36,4",
                                "3,red,36,9")
                        .run();

        UndoSummary plan = warehouse.undoPlan(first);
        Result undo = warehouse.undo(first);

        assertThat(plan.restored()).isEqualTo(2);
        assertThat(plan.zeroed()).isEqualTo(3);
        assertThat(plan.firstKept()).isEmpty();
        assertThat(undo.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 0, "38", 8, "40", 2));
        assertThat(stockOf(2, "blue")).isEqualTo(Map.of("36", 9));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));
        assertThat(stockOf(3, "red")).isEqualTo(Map.of("36", 0));
        assertThat(Files.readString(folderOf(undo).resolve("undo.csv")))
                .contains("1,red,36,50,5,restored,")
                .contains("3,red,36,9,0,set to 0,it was not there before");
    }

    @Test
    void a_new_size_of_a_known_colour_may_have_been_there() throws IOException {
        night(MissingMode.REPORT, "1,red,36,5");
        there(1, "red", "37", 3);
        Run second = night(MissingMode.REPORT, "1,red,36,6", "1,red,37,9").run();

        warehouse.undo(second);

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 3));
    }

    @Test
    void an_undo_of_the_undo_and_of_a_part_restore_everything() throws IOException {
        there(1, "red", "36", 5);
        there(2, "red", "36", 4);
        Run first = night(MissingMode.REPORT, "1,red,36,50", "2,red,36,40").run();
        Run part = warehouse.undo(first, 2).run();
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 50));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 4));

        warehouse.undo(part);
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 40));

        warehouse.undo(first);
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5));
        assertThat(stockOf(2, "red")).as("another run has sent it since").containsEntry("36", 40);
    }

    @Test
    void unreadable_products_are_sent_and_kept_by_the_undo() throws IOException {
        there(1, "red", "36", 5);
        warehouse.service.busyLists(1000);
        Result first = night(MissingMode.REPORT, "1,red,36,50", "2,red,36,4");
        assertThat(first.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(warehouse.notices)
                .anyMatch(said -> said.contains("an undo of this run will keep"));
        warehouse.service.busyLists(0);

        UndoSummary plan = warehouse.undoPlan(first.run());
        Result undo = warehouse.undo(first.run());

        assertThat(plan.firstKept())
                .extracting(UndoSummary.Kept::pid, UndoSummary.Kept::why)
                .containsExactly(tuple(1, UNKNOWN), tuple(2, UNKNOWN));
        assertThat(plan.changesNothing()).isTrue();
        assertThat(undo.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 50));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 4));
        assertThat(Files.readString(folderOf(undo).resolve("undo.csv")))
                .contains("1,red,36,50,50,kept," + UNKNOWN);
    }

    @Test
    void a_list_that_is_busy_for_a_moment_is_read_again() throws IOException {
        there(1, "red", "36", 5);
        warehouse.service.busyLists(1);
        Run first = night(MissingMode.REPORT, "1,red,36,50").run();

        warehouse.undo(first);

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5));
    }

    @Test
    void lists_that_are_never_answered_do_not_hold_up_a_long_run() throws IOException {
        Path file = sheetOfStockedProducts(700);
        warehouse.service.busyLists(10_000);
        AtomicInteger lists = countLists();
        Instant from = warehouse.time.instant();

        Result first = warehouse.start(file);

        assertThat(first.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(lists).hasValueLessThan(20);
        assertThat(Duration.between(from, warehouse.time.instant())).hasSeconds(60 + 4);
    }

    @Test
    void slow_lists_are_read_for_an_hour_at_most() throws IOException {
        Path file = sheetOfStockedProducts(700);
        warehouse.service.onList(
                count -> warehouse.time.rest(Duration.ofSeconds(9), warehouse.stop));
        Instant from = warehouse.time.instant();

        Result first = warehouse.start(file);

        assertThat(first.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(Duration.between(from, warehouse.time.instant()))
                .isBetween(Duration.ofMinutes(60), Duration.ofMinutes(61));
        assertThat(Files.readString(folderOf(first).resolve("report.json")))
                .contains("The stock of 300 products before this run could not be read");
    }

    @Test
    void a_resume_reads_unread_products_that_were_not_sent() throws IOException {
        Path file = sheetOfStockedProducts(10);
        AtomicInteger lists = new AtomicInteger();
        leaveUnanswered(
                request -> {
                    if (isList(request) && lists.incrementAndGet() == 3) {
                        warehouse.stop.ask();
                    }
                    return isList(request);
                });
        assertThat(warehouse.start(file).run().state()).isEqualTo(Run.State.STOPPED);
        assertThat(warehouse.service.creates()).isEmpty();
        leaveUnanswered(request -> false);
        warehouse.reopen();

        Result first = warehouse.resume();

        assertThat(Files.readString(folderOf(first).resolve("report.json")))
                .doesNotContain("stock.unread");
        warehouse.undo(first.run());
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5));
    }

    @Test
    void the_products_that_could_not_be_read_are_counted_across_a_resume() throws IOException {
        Path file = sheetOfStockedProducts(700);
        leaveUnanswered(UndoOfFirstImportTest::isList);
        Result stopped = warehouse.stopAtFirstRequest(file);
        assertThat(Files.readString(folderOf(stopped).resolve("report.json")))
                .contains("The stock of 300 products before this run could not be read");

        Result first = warehouse.resume();

        assertThat(Files.readString(folderOf(first).resolve("report.json")))
                .contains("The stock of 700 products before this run could not be read");
    }

    @Test
    void stock_that_the_run_itself_sent_does_not_count_as_earlier_stock() throws IOException {
        there(1, "red", "36", 5);
        warehouse.service.fault(1, StrictService.Fault.LOST_AFTER);
        warehouse.stopAtFirstRequest(order(sheet("1,red,36,50", "1,red,37,7"), MissingMode.REPORT));
        Run first = warehouse.resume().run();
        assertThat(warehouse.service.applied()).containsEntry("1 red", 1);

        warehouse.undo(first);

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "37", 0));
    }

    @Test
    void a_lost_request_is_compared_with_what_was_there() throws IOException {
        there(1, "red", "36", 5);
        warehouse.service.fault(1, StrictService.Fault.LOST_BEFORE);

        Result first = night(MissingMode.REPORT, "1,red,36,50", "1,red,37,7");

        assertThat(first.run().message()).isNull();
        assertThat(first.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 50, "37", 7));
        assertThat(warehouse.service.applied()).containsEntry("1 red", 1);
    }

    @Test
    void a_resume_keeps_what_it_had_seen_of_a_product_in_two_requests() throws IOException {
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        for (int colour = 100; colour < 410; colour++) {
            there(1, "c" + colour, "36", 5);
            rows.append("1,c%d,36,50%n".formatted(colour));
        }
        Result stopped = warehouse.stopAtFirstRequest(warehouse.write("a.csv", rows.toString()));
        assertThat(stopped.report().colours().waiting()).isEqualTo(10);
        there(1, "c409", "36", 4);
        Run first = warehouse.resume().run();

        warehouse.undo(first);

        assertThat(stockOf(1, "c100")).isEqualTo(Map.of("36", 5));
        assertThat(stockOf(1, "c408")).isEqualTo(Map.of("36", 5));
        assertThat(stockOf(1, "c409")).as("as it was seen").isEqualTo(Map.of("36", 5));
    }

    @Test
    void reads_only_products_that_have_stock_and_that_the_ledger_does_not_know()
            throws IOException {
        there(1, "red", "36", 5);
        AtomicInteger lists = countLists();
        night(
                MissingMode.REPORT,
                "1,red,36,50",
                "1,blue,36,50",
                "2,red,36,4",
                "3,red,36,4",
                "4,red,36,4");
        assertThat(lists).as("product 1 alone").hasValue(1);

        night(MissingMode.REPORT, "1,red,36,51", "1,blue,36,50", "2,red,36,5", "3,red,36,6");
        assertThat(lists).as("all is known").hasValue(1);

        night(MissingMode.REPORT, "1,red,36,51", "1,blue,36,50", "2,white,36,5", "5,red,36,6");
        assertThat(lists).as("product 2 has a new colour, product 5 no stock").hasValue(2);
    }

    @Test
    void products_without_stock_are_not_read_however_many_there_are() throws IOException {
        AtomicInteger lists = countLists();
        int before = warehouse.service.requests();

        warehouse.start(warehouse.sheet("a.csv", 200, 5));

        assertThat(lists).hasValue(0);
        int pages = 5;
        assertThat(warehouse.service.requests() - before)
                .as("all products, those without stock, and four creates")
                .isEqualTo(pages + pages + 4);
    }

    @Test
    void what_was_read_before_a_stop_is_not_read_again() throws IOException {
        Path file = sheetOfStockedProducts(150);
        AtomicInteger lists = new AtomicInteger();
        warehouse.service.onList(
                count -> {
                    if (lists.incrementAndGet() == 120) {
                        warehouse.stop.ask();
                    }
                });
        assertThat(warehouse.start(file).run().state()).isEqualTo(Run.State.STOPPED);
        warehouse.reopen();
        lists.set(1000);

        warehouse.resume();

        assertThat(lists).as("it was stored by hundreds").hasValue(1050);
    }

    @Test
    void reports_progress_if_reading_takes_long() throws IOException {
        Path file = sheetOfStockedProducts(25);
        warehouse.service.onList(
                count -> warehouse.time.rest(Duration.ofSeconds(1), warehouse.stop));

        warehouse.start(file);

        assertThat(warehouse.notices)
                .containsExactly(
                        "Reading what is there of products that were not sent before, so that the"
                                + " run can be undone: 11 of 25",
                        "Reading what is there of products that were not sent before, so that the"
                                + " run can be undone: 22 of 25");
    }

    @Test
    void a_range_that_replaced_single_sizes_is_kept() throws IOException {
        splitRanges();
        there(1, "red", "36", 5);
        there(1, "red", "37", 6);
        Run first = night(MissingMode.REPORT, "1,red,36-38,1").run();

        assertThat(warehouse.undoPlan(first).firstKept())
                .extracting(UndoSummary.Kept::why)
                .containsExactly(UNKNOWN);
        warehouse.undo(first);

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 1, "37", 1, "38", 1));
    }

    @Test
    void stock_sold_since_the_first_import_is_kept() throws IOException {
        there(1, "red", "36", 5);
        there(1, "red", "37", 5);
        Run first = night(MissingMode.REPORT, "1,red,36,50", "1,red,37,50").run();
        there(1, "red", "36", 49);

        UndoSummary plan = warehouse.undoPlan(first);
        warehouse.undo(first);

        assertThat(plan.firstKept())
                .extracting(UndoSummary.Kept::why)
                .isEqualTo(List.of("sold or changed since: sent 50, now 49"));
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 49, "37", 5));
    }

    private void there(int product, String colour, String size, int pieces) {
        warehouse.service.put(product, colour, size, pieces);
    }

    private AtomicInteger countLists() {
        AtomicInteger lists = new AtomicInteger();
        warehouse.service.onList(lists::set);
        return lists;
    }

    private Path sheetOfStockedProducts(int count) {
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        for (int product = 1; product <= count; product++) {
            warehouse.service.product(product, "A-" + product);
            there(product, "red", "36", 5);
            rows.append("%d,red,36,50%n".formatted(product));
        }
        return warehouse.write("a.csv", rows.toString());
    }

    /** Cancels some requests after the time that a look may take. */
    private void leaveUnanswered(Predicate<StrictService.HttpRequest> some) {
        warehouse.service.leaveUnanswered(
                request -> {
                    boolean hangs = some.test(request);
                    if (hangs) {
                        warehouse.time.rest(Duration.ofSeconds(10), warehouse.stop);
                    }
                    return hangs;
                });
    }

    private static boolean isList(StrictService.HttpRequest request) {
        return request.path().equals("/Stock/List");
    }
}
