package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.report.Status;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

class ImportsTest extends InEachWarehouse {
    @Test
    void sends_each_colour_once_in_full_requests_two_seconds_apart() throws IOException {
        Result result = warehouse.start(warehouse.sheet("a.csv", 100, 7));

        assertFinished(result, 700);
        assertThat(warehouse.service.creates())
                .extracting(create -> create.colours().size())
                .containsExactly(300, 300, 100);
        assertThat(warehouse.service.shortestGap()).isEqualTo(Duration.ofSeconds(2));
        assertThat(result.report().requests()).isEqualTo(new StatusReport.Requests(3, 0));
        assertThat(folderOf(result).resolve("rejected.csv")).doesNotExist();
        assertThat(folderOf(result).resolve("report.json")).content().contains("\"COMPLETED\"");
        assertThat(folderOf(result).resolve("sheet")).doesNotExist();
    }

    @Test
    void reports_that_a_file_was_imported_and_sends_it_again_only_on_request() throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 2);
        Result first = warehouse.start(file);
        warehouse.reopen();
        Result second = warehouse.start(file);
        assertThat(second.alreadyDone()).isTrue();
        assertThat(second.run().id()).isEqualTo(first.run().id());
        assertThat(warehouse.service.creates()).hasSize(1);

        Result again = warehouse.start(Warehouse.order(file, Work.ALL, true, null));
        assertThat(again.run().number()).isEqualTo(2);
        assertThat(warehouse.service.creates()).hasSize(2);
    }

    @Test
    void sends_all_of_a_file_after_products_with_stock_were_left_out() throws IOException {
        warehouse.start(warehouse.sheet("stocked.csv", 1, 1));
        Path file = warehouse.sheet("a.csv", 2, 2);
        Result added = warehouse.start(Warehouse.order(file, Work.NEW, false, null));
        assertThat(added.report().colours().leftOut()).isEqualTo(2);
        assertThat(warehouse.start(Warehouse.order(file, Work.NEW, false, null)).alreadyDone())
                .isTrue();

        Result all = warehouse.start(Warehouse.order(file, Work.ALL, false, null));

        assertThat(all.alreadyDone()).isFalse();
        assertThat(all.report().colours().sent()).isEqualTo(4);
        assertThat(warehouse.start(file).alreadyDone()).isTrue();
    }

    @Test
    void a_file_with_other_options_is_imported_with_these() throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 2);
        ImportOrder changed = Warehouse.order(file, Work.CHANGED, false, null);
        warehouse.start(changed);

        assertThat(warehouse.start(changed).alreadyDone()).isTrue();
        Result all = warehouse.start(file);
        assertThat(all.alreadyDone()).isFalse();
        assertThat(all.report().colours().sent()).isEqualTo(4);
        assertThat(warehouse.start(file).alreadyDone()).isTrue();
    }

    @Test
    void starts_a_new_run_with_the_new_options_if_a_run_has_sent_nothing() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.stop.ask();
        Result stopped = warehouse.start(Warehouse.order(file, Work.CHANGED, false, null));
        warehouse.reopen();

        Result sent = warehouse.start(file);

        assertFinished(sent, 700);
        assertThat(sent.run().id()).isNotEqualTo(stopped.run().id());
        assertThat(sent.run().work()).isEqualTo(Work.ALL);
        assertThat(warehouse.resume().run().id()).isEqualTo(stopped.run().id());
        assertThat(warehouse.service.creates()).as("a newer run has settled all").hasSize(3);
    }

    @Test
    void an_unfinished_run_leaves_its_file_to_a_new_run_with_other_options() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        Result stopped =
                warehouse.stopAtFirstRequest(Warehouse.order(file, Work.CHANGED, false, null));

        Result all = warehouse.start(file);
        assertThat(all.report().colours().sent()).isEqualTo(700);
        int creates = warehouse.service.creates().size();

        Result resumed = warehouse.resume();
        assertThat(resumed.run().id()).isEqualTo(stopped.run().id());
        assertThat(resumed.report().colours().leftOut()).isEqualTo(400);
        assertThat(warehouse.service.creates()).hasSize(creates);
    }

    @Test
    void a_run_of_a_job_whose_definition_was_corrected_sends_nothing_when_it_is_resumed()
            throws IOException {
        warehouse.service.product(1, "A-1");
        Path file = warehouse.write("a.csv", "pid,code,colour,size,stock\n1,C8,red,36,5\n");
        warehouse.service.fault(1, Fault.TOO_MANY_FOR_LONG);
        Result wrong = warehouse.start(nightly(file, "code"));
        assertThat(wrong.run().state()).isEqualTo(Run.State.FAILED);
        warehouse.passAnHour();

        assertFinished(warehouse.start(nightly(file, "colour")), 1);
        Result resumed = warehouse.resume();

        assertThat(resumed.run().id()).isEqualTo(wrong.run().id());
        assertThat(resumed.report().colours().sent()).isZero();
        assertThat(resumed.report().colours().leftOut()).isOne();
        assertThat(warehouse.service.pieces("1 red", "36")).isEqualTo(5);
        assertThat(warehouse.service.creates()).hasSize(2);
    }

    private static ImportOrder nightly(Path file, String colour) {
        ImportOrder byHand = Warehouse.orderWithColour(file, colour);
        return new ImportOrder("nightly", "default", file, byHand.options(), false, false);
    }

    @Test
    void a_product_that_one_product_list_lacks_is_not_unknown() throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 1);
        warehouse.service.missOnce(2);
        assertFinished(warehouse.start(file), 2);
    }

    @Test
    void stops_on_request_and_resumes_later() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        Result stopped = warehouse.stopAtFirstRequest(file);
        assertThat(stopped.report().colours().sent()).isEqualTo(300);
        assertThat(stopped.report().colours().waiting()).isEqualTo(400);
        assertBalance(stopped);
        assertFinished(warehouse.start(file), 700);
        assertThat(warehouse.service.creates()).hasSize(3);
    }

    @Test
    void a_changed_file_is_a_new_run_and_the_old_run_keeps_its_own_copy() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.fault(2, Fault.TOO_MANY_FOR_LONG);
        Result failed = warehouse.start(file);
        warehouse.passAnHour();
        warehouse.write("a.csv", "pid,colour,size,stock\n5,new,36,1\n5,bad,XL,1\n");
        Result changed = warehouse.start(file);
        assertThat(changed.run().id()).isNotEqualTo(failed.run().id());
        assertThat(changed.report().colours().sent()).isEqualTo(1);
        assertThat(folderOf(changed).resolve("rejected.csv")).exists();
        Result resumed = warehouse.resume();
        assertThat(resumed.run().id()).isEqualTo(failed.run().id());
        assertThat(resumed.report().colours().sent()).isEqualTo(700);
    }

    @Test
    void does_not_send_old_stock_over_that_of_a_later_run() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 4);
        warehouse.service.fault(2, Fault.TOO_MANY_FOR_LONG);
        warehouse.start(file);
        warehouse.time.rest(Duration.ofHours(24), warehouse.stop);
        warehouse.start(warehouse.write("b.csv", "pid,colour,size,stock\n100,c4,36,77\n"));
        Result resumed = warehouse.resume();
        assertThat(resumed.report().colours().leftOut()).isEqualTo(1);
        assertThat(warehouse.service.stock().get("100 c4").get("36").stock()).isEqualTo(77);
        assertBalance(resumed);
    }

    @Test
    void keeps_the_pace_when_the_clock_is_set() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 12);
        long[] nanos = new long[9];
        warehouse.service.onCreate(
                () -> {
                    int n = warehouse.service.creates().size();
                    nanos[n] = warehouse.time.nanos();
                    warehouse.time.set(n == 1 ? Duration.ofMinutes(-3) : Duration.ofMinutes(2));
                });
        assertThat(warehouse.start(file).report().colours().sent()).isEqualTo(1200);
        for (int n = 2; n <= 4; n++) {
            assertThat(Duration.ofNanos(nanos[n] - nanos[n - 1])).isEqualTo(Duration.ofSeconds(2));
        }
    }

    @Test
    void keeps_the_pace_across_processes_and_a_clock_that_was_set_back() throws IOException {
        warehouse.start(warehouse.sheet("a.csv", 2, 2));
        warehouse.reopen();
        warehouse.time.set(Duration.ofHours(-5));
        long before = warehouse.time.nanos();
        warehouse.start(warehouse.sheet("b.csv", 2, 1));
        assertThat(Duration.ofNanos(warehouse.time.nanos() - before))
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void shows_a_running_run_to_other_processes() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        List<List<StatusReport>> seen = Collections.synchronizedList(new java.util.ArrayList<>());
        warehouse.service.onCreate(
                () -> seen.add(Status.of(warehouse.ledger, null, false).reports()));
        warehouse.start(file);
        StatusReport last = seen.get(2).get(0);
        assertThat(last.state()).isEqualTo(Run.State.RUNNING);
        assertThat(last.colours().sent()).isEqualTo(600);
        assertThat(last.colours().waiting()).isEqualTo(100);
    }
}
