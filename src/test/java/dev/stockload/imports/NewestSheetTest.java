package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** The newest sheet wins, in whatever order runs end. */
class NewestSheetTest extends InEachWarehouse {
    @BeforeEach
    void product() {
        warehouse.service.product(1, "A-1");
        warehouse.service.product(2, "A-2");
    }

    @Test
    void a_sheet_that_was_imported_before_another_is_imported_again() throws IOException {
        warehouse.start(sheet("a.csv", 3));
        warehouse.start(sheet("b.csv", 2));
        Result third = warehouse.start(sheet("a.csv", 3));
        assertThat(third.alreadyDone()).isFalse();
        assertThat(stock()).isEqualTo(3);
        assertThat(warehouse.start(sheet("a.csv", 3)).alreadyDone()).isTrue();
    }

    @Test
    void of_a_sheet_that_came_before_only_what_is_not_there_is_sent() throws IOException {
        Path both = warehouse.write("a.csv", "pid,colour,size,stock\n1,red,36,3\n2,red,36,7\n");
        warehouse.start(both);
        warehouse.start(sheet("b.csv", 2));

        Result third = warehouse.start(both);
        assertThat(third.report().colours().sent()).isEqualTo(1);
        assertThat(third.report().colours().unchanged()).isEqualTo(1);
        assertThat(stock()).isEqualTo(3);
        assertThat(warehouse.start(both).alreadyDone()).isTrue();

        warehouse.start(sheet("c.csv", 4));
        Result again = warehouse.start(Warehouse.order(both, Work.ALL, true, null));
        assertThat(again.report().colours().sent()).isEqualTo(2);
    }

    @Test
    void a_run_that_failed_before_it_settled_sends_nothing_old() throws IOException {
        warehouse.service.stop();
        assertThat(warehouse.start(sheet("old.csv", 3)).run().state()).isEqualTo(Run.State.FAILED);
        warehouse.service.start();
        warehouse.start(sheet("new.csv", 2));

        Result resumed = warehouse.resume();

        assertThat(resumed.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(resumed.report().colours().leftOut()).as("it is not unchanged").isEqualTo(1);
        assertThat(resumed.report().colours().unchanged()).isZero();
        assertThat(stock()).isEqualTo(2);
    }

    @Test
    void a_colour_that_a_newer_run_found_unchanged_is_not_sent_by_an_older_one()
            throws IOException {
        warehouse.start(sheet("first.csv", 2));
        warehouse.service.stop();
        warehouse.start(sheet("old.csv", 3));
        warehouse.service.start();
        Path newest = warehouse.write("new.csv", "pid,colour,size,stock\n1,red,36,2\n2,red,36,1\n");
        Result unchanged = warehouse.start(Warehouse.order(newest, Work.CHANGED, false, null));
        assertThat(unchanged.report().colours().unchanged()).isEqualTo(1);

        warehouse.resume();

        assertThat(stock()).isEqualTo(2);
    }

    @Test
    void a_colour_that_a_newer_run_holds_is_not_sent_by_an_older_one() throws IOException {
        warehouse.service.stop();
        warehouse.start(sheet("old.csv", 3));
        warehouse.service.start();
        warehouse.start(
                warehouse.write("new.csv", "pid,colour,size,stock\n1,red,36,2\n1,red,37,-1\n"));

        warehouse.resume();

        assertThat(warehouse.service.creates()).isEmpty();
    }

    @Test
    void the_clock_does_not_decide_which_run_is_newer() throws IOException {
        warehouse.service.stop();
        warehouse.start(sheet("old.csv", 3));
        warehouse.service.start();
        warehouse.time.set(Duration.ofHours(-2));
        warehouse.start(sheet("new.csv", 2));

        warehouse.resume();

        assertThat(stock()).isEqualTo(2);
    }

    @Test
    void a_sheet_that_is_given_again_after_a_newer_one_is_the_newest() throws IOException {
        Path both = warehouse.write("a.csv", "pid,colour,size,stock\n1,red,36,3\n2,red,36,7\n");
        warehouse.service.fault(1, Fault.LOST_AFTER);
        warehouse.stopAtFirstRequest(both);
        warehouse.start(sheet("b.csv", 2));

        Result again = warehouse.start(both);

        assertThat(again.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(stock()).isEqualTo(3);
        Result first = warehouse.resume();
        assertThat(first.report().colours().sent() + first.report().colours().leftOut())
                .isEqualTo(2);
        assertThat(warehouse.unfinished()).isEmpty();
        assertThat(stock()).isEqualTo(3);
    }

    @Test
    void a_run_sends_nothing_that_a_newer_one_has_named_or_left_out() throws IOException {
        Path both = warehouse.write("a.csv", "pid,colour,size,stock\n1,red,36,3\n2,red,36,7\n");
        warehouse.service.put(1, "blue", "36", 1);
        warehouse.service.fault(1, Fault.LOST_BEFORE);
        warehouse.stopAtFirstRequest(both);
        Result again = warehouse.start(Warehouse.order(both, Work.NEW, true, null));
        assertThat(again.report().colours().leftOut()).as("product 1 has stock").isOne();

        Result first = warehouse.resume();

        assertThat(first.report().colours().leftOut()).as("the newer one has both").isEqualTo(2);
        assertThat(warehouse.service.stock()).as("never sent").doesNotContainKey("1 red");
        assertThat(warehouse.unfinished()).isEmpty();
    }

    @Test
    void a_colour_that_seemed_unchanged_is_sent_if_an_older_sheet_arrives_late()
            throws IOException {
        warehouse.start(sheet("first.csv", 2));
        warehouse.service.fault(2, Fault.LATE);
        warehouse.stopAtFirstRequest(sheet("old.csv", 3));

        Path newest = warehouse.write("new.csv", "pid,colour,size,stock\n1,red,36,2\n2,red,36,1\n");
        Result result = warehouse.start(Warehouse.order(newest, Work.CHANGED, false, null));

        assertThat(result.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(stock()).isEqualTo(2);
        assertThat(result.report().colours().sent()).isEqualTo(2);
        assertBalance(result);
    }

    private Path sheet(String name, int pieces) {
        return warehouse.write(name, "pid,colour,size,stock\n1,red,36,%d\n".formatted(pieces));
    }

    private int stock() {
        return warehouse.service.stock().get("1 red").get("36").stock();
    }

    @Test
    void a_sheet_is_imported_again_if_a_product_that_was_unknown_is_there_now() throws IOException {
        Path sheet = warehouse.write("n.csv", "pid,colour,size,stock\n1,red,36,4\n7,red,36,3\n");
        assertThat(warehouse.start(sheet).report().colours().rejected()).isEqualTo(1);
        assertThat(warehouse.start(sheet).alreadyDone()).isTrue();

        warehouse.service.product(7, "A-7");
        Result again = warehouse.start(sheet);

        assertThat(again.alreadyDone()).isFalse();
        assertThat(again.report().colours().sent()).isEqualTo(1);
        assertThat(again.report().colours().unchanged()).isEqualTo(1);
        assertThat(warehouse.start(sheet).alreadyDone()).isTrue();
    }
}
