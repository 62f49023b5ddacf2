package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.batch.ProcessContext;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;

/** Two processes share a ledger: a command has no run until it is its account's turn. */
@Timeout(300)
class TurnFirstTest {
    @TempDir Path folder;
    private Warehouse first;
    private Ledger ledger;
    private String owner;

    @BeforeEach
    void open() throws Exception {
        first =
                new Warehouse(
                        Files.createDirectory(folder.resolve("data")), TestDatabase.POSTGRESQL);
        first.service.product(1, "A-1");
        ledger = TestDatabase.POSTGRESQL.open(first.data);
        owner = ledger.owners().enter("elsewhere", () -> {});
    }

    @AfterEach
    void close() throws Exception {
        ledger.close();
        first.close();
    }

    @Test
    void a_command_that_is_refused_or_stopped_while_it_waits_leaves_no_run() throws Exception {
        Run done = first.start(sheet(1)).run();
        StopSignal stop = new StopSignal();
        try (Imports.Turn turn = imports(true, stop).turn("default")) {
            assertThat(turn).isNotNull();
            Imports hurried = other(false, stop);
            assertThatThrownBy(() -> hurried.start(sheet(2)))
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining("Without --no-wait");

            stop.ask();
            Imports stopped = other(true, stop);
            assertThatThrownBy(() -> stopped.start(sheet(2)))
                    .hasMessageContaining("Stopped while waiting; nothing was done");
        }
        assertThat(ledger.runs().page("", 0, 10)).extracting(Run::id).containsExactly(done.id());
    }

    @Test
    void two_processes_that_are_given_the_same_sheet_enter_one_run() throws Exception {
        Imports here = imports(true, new StopSignal());
        Imports there = other(true, new StopSignal());
        for (int round = 1; round <= 10; round++) {
            ImportOrder order = sheet(round);
            CyclicBarrier together = new CyclicBarrier(2);
            CompletableFuture<String> run =
                    CompletableFuture.supplyAsync(() -> entered(here, order, together));
            assertThat(entered(there, order, together)).isEqualTo(run.get());
        }
        assertThat(ledger.runs().size("")).isEqualTo(10);
    }

    private static String entered(Imports imports, ImportOrder order, CyclicBarrier together) {
        try {
            together.await();
            return imports.enter(order, true).id();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Imports imports(boolean waits, StopSignal stop) {
        return new Imports(process(ledger, owner, waits), caller(waits, stop));
    }

    private Imports other(boolean waits, StopSignal stop) {
        return new Imports(process(first.ledger, first.owner(), waits), caller(waits, stop));
    }

    private static Caller caller(boolean waits, StopSignal stop) {
        return new Caller(stop, RunListener.NOBODY, waits, true);
    }

    private ProcessContext process(Ledger of, String name, boolean waits) {
        return new ProcessContext(
                of, folder.resolve("data-of-" + waits), name, first.time, first::merchant);
    }

    private ImportOrder sheet(int stock) {
        return Orders.byHand(
                "default",
                first.write(stock + ".csv", "pid,colour,size,stock\n1,c,36,%d\n".formatted(stock)));
    }
}
