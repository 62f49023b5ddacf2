package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.report.Status;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.queue.Ended;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Sheets accepted while their account was busy, and a process that ends meanwhile. */
@Timeout(300)
@Tag("soak")
class AcceptedRunsTest extends InEachWarehouse {
    private final HeldCreates held = new HeldCreates();

    @AfterEach
    void release() {
        held.release();
    }

    private Run seen(String run) {
        return warehouse.ledger.waitingRuns().seen(warehouse.ledger.runs().get(run));
    }

    @Test
    void waiting_runs_are_in_the_ledger_in_the_order_of_submission() throws Exception {
        try (ImportQueue queue = busy()) {
            ImportTicket second = queue.submit(sheet("second.csv", 2));
            ImportTicket third = queue.submit(sheet("third.csv", 3));
            List<StatusReport> shown = status();
            assertThat(shown)
                    .extracting(StatusReport::file)
                    .containsExactlyInAnyOrder("first.csv", file("second.csv"), file("third.csv"));
            assertThat(shown).extracting("state").containsOnly(Run.State.RUNNING);
            assertThat(run(third).number()).isEqualTo(run(second).number() + 1);
            assertThat(seen(second.run()).waits()).isTrue();
            held.release();
            assertThat(ended(third).state()).isEqualTo(Run.State.COMPLETED);
        }
        assertThat(warehouse.ledger.waitingRuns().unfinished()).isEmpty();
    }

    @Test
    void accepted_runs_survive_a_process_that_dies() throws Exception {
        ImportQueue dying = busy();
        ImportTicket second = dying.submit(sheet("second.csv", 2));
        Path letter = warehouse.write("letter.csv", "Dear Sir\n");
        dying.submit(Orders.byHand("default", letter));
        Files.delete(warehouse.data.resolveSibling("second.csv"));
        // From here on nothing can be stored, as after a kill.
        warehouse.ledger.close();
        held.release();
        dying.close();
        warehouse.service.onCreate(() -> {});

        warehouse.reopen();
        try (ImportQueue queue = warehouse.queue(Duration.ofSeconds(10))) {
            String run = second.run();
            assertThat(seen(run).state())
                    .as("waits, and is not shown as failed")
                    .isIn(Run.State.RUNNING, Run.State.COMPLETED);
            awaitAll();
            assertThat(warehouse.ledger.runs().get(run).state()).isEqualTo(Run.State.COMPLETED);
        }
        assertThat(warehouse.service.applied())
                .containsEntry("1 c", 1)
                .containsEntry("2 c", 1)
                .hasSize(2);
        StatusReport failed =
                status().stream()
                        .filter(each -> each.state() == Run.State.FAILED)
                        .findFirst()
                        .orElseThrow();
        assertThat(failed.file()).endsWith("letter.csv");
        assertThat(failed.message()).contains("letter.csv");
        assertThat(warehouse.ledger.waitingRuns().unfinished()).isEmpty();
    }

    @Test
    void accepted_runs_survive_a_stop_of_the_process() throws Exception {
        ImportQueue stopping = busy();
        ImportTicket second = stopping.submit(sheet("second.csv", 2));
        Thread close = new Thread(stopping::close);
        close.start();
        held.release();
        close.join();
        assertThat(run(second).state()).isEqualTo(Run.State.STOPPED);
        assertThat(run(second).message()).contains("before it started");

        warehouse.reopen();
        try (ImportQueue queue = warehouse.queue(Duration.ofSeconds(10))) {
            awaitAll();
            assertThat(run(second).state()).isEqualTo(Run.State.COMPLETED);
        }
    }

    @Test
    void a_run_that_a_person_stops_stays_stopped() throws Exception {
        try (ImportQueue queue = busy()) {
            ImportTicket second = queue.submit(sheet("second.csv", 2));
            assertThat(queue.stop(second.run())).isTrue();
            held.release();
            assertThat(ended(second).message()).contains("before it started");
            assertThat(Ended.waits(warehouse.ledger, second.run())).isFalse();
            assertThat(run(second).state()).isEqualTo(Run.State.STOPPED);
        }
    }

    @Test
    void the_same_sheet_again_joins_the_waiting_run() throws Exception {
        try (ImportQueue queue = busy()) {
            ImportOrder order = sheet("second.csv", 2);
            ImportTicket once = queue.submit(order);
            ImportTicket twice = queue.submit(order);
            held.release();
            assertThat(ended(twice).id()).isEqualTo(ended(once).id());
            ImportTicket later = queue.submit(order);
            assertThat(later.earlier()).isPresent();
            assertThat(later.run()).isEqualTo(once.run());
        }
        assertThat(warehouse.service.applied()).containsEntry("2 c", 1);
    }

    @Test
    void the_later_of_two_waiting_sheets_wins() throws Exception {
        try (ImportQueue queue = busy()) {
            queue.submit(order("old.csv", "2,c,36,4\n"));
            ImportTicket newer = queue.submit(order("new.csv", "2,c,36,9\n"));
            held.release();
            ended(newer);
        }
        assertThat(warehouse.service.pieces("2 c", "36")).isEqualTo(9);
    }

    /** A queue whose account is sending until the latch opens. */
    private ImportQueue busy() throws Exception {
        warehouse.service.product(1, "A-1");
        warehouse.service.product(2, "A-2");
        warehouse.service.product(3, "A-3");
        warehouse.service.onCreate(held::hold);
        ImportQueue queue = warehouse.queue(Duration.ofSeconds(10));
        queue.submit(sheet("first.csv", 1).named("first.csv"));
        held.awaitFirst();
        return queue;
    }

    private ImportOrder sheet(String name, int product) {
        return order(name, "%d,c,36,%d\n".formatted(product, product));
    }

    private ImportOrder order(String name, String rows) {
        return Orders.byHand("default", warehouse.write(name, "pid,colour,size,stock\n" + rows));
    }

    private String file(String name) {
        return warehouse.data.resolveSibling(name).toString();
    }

    /** Waits until nothing waits or runs any more. */
    private void awaitAll() throws Exception {
        Wait.until(() -> warehouse.ledger.waitingRuns().unfinished().isEmpty());
    }

    private List<StatusReport> status() throws IOException {
        return Status.of(warehouse.ledger, null, false).reports();
    }

    private Run run(ImportTicket ticket) {
        return warehouse.ledger.runs().get(ticket.run());
    }

    private Run ended(ImportTicket ticket) {
        return Ended.run(warehouse.ledger, ticket);
    }
}
