package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;
import dev.stockload.batch.ProcessContext;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.queue.Ended;
import dev.stockload.queue.ImportQueue;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** One of two hosts that share a ledger has accepted a sheet. */
@Timeout(300)
@Tag("soak")
class AcceptedElsewhereTest {
    @TempDir Path folder;

    @Test
    void another_host_continues_when_the_first_is_dead_and_not_before() throws Exception {
        Warehouse first =
                new Warehouse(
                        Files.createDirectory(folder.resolve("data")), TestDatabase.POSTGRESQL);
        first.service.product(1, "A-1");
        first.service.product(2, "A-2");
        HeldCreates held = first.service.holdCreates();
        ImportQueue dying = first.queue(Duration.ofSeconds(1));
        dying.submit(sheet(first, 1));
        held.awaitFirst();
        String run = dying.submit(sheet(first, 2)).run();

        try (Ledger ledger = TestDatabase.POSTGRESQL.open(first.data)) {
            String owner = ledger.owners().enter("elsewhere", () -> {});
            ImportQueue queue =
                    new ImportQueue(
                            imports(first, ledger, owner),
                            ledger,
                            ImportQueue.WORKERS,
                            Duration.ofSeconds(10),
                            (lost, fault) -> {});
            queue.start();
            Thread.sleep(2500);
            assertThat(ledger.waitingRuns().unfinished())
                    .as("its host lives")
                    .extracting(each -> each.run().owner())
                    .doesNotContain(owner);

            first.change("delete from process where name = '%s'".formatted(first.owner()));
            first.ledger.close();
            held.release();
            dying.close();
            first.service.onCreate(() -> {});
            assertThat(Ended.waits(ledger, run)).isTrue();
            Wait.until(() -> ledger.waitingRuns().unfinished().isEmpty());
            assertThat(ledger.runs().get(run).state()).isEqualTo(Run.State.COMPLETED);
            assertThat(first.service.applied())
                    .containsEntry("1 c", 1)
                    .containsEntry("2 c", 1)
                    .hasSize(2);
            assertThat(ledger.waitingRuns().unfinished()).isEmpty();
            queue.close();
        } finally {
            held.release();
            first.close();
        }
    }

    /** Another process with its own data folder. */
    private Imports imports(Warehouse first, Ledger ledger, String owner) {
        return new Imports(
                new ProcessContext(
                        ledger, folder.resolve("other"), owner, first.time, first::merchant),
                Caller.silent());
    }

    private static ImportOrder sheet(Warehouse warehouse, int product) {
        return Orders.byHand(
                "default",
                warehouse.write(
                        product + ".csv",
                        "pid,colour,size,stock\n%d,c,36,%d\n".formatted(product, product)));
    }
}
