package dev.stockload.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stockload.batch.RunFailedException;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.pipeline.Imports.Result;
import dev.stockload.pipeline.StrictService.Fault;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What disk and database can do to a run. */
class FaultyStorageTest extends InWarehouse {
    @Test
    void goes_on_when_its_storage_broke_during_a_request() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.onCreate(
                () -> {
                    if (warehouse.service.creates().size() == 2) {
                        warehouse.ledger.close();
                    }
                });
        assertThatThrownBy(() -> warehouse.start(file))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("stockload resume");
        warehouse.reopen();
        assertThat(warehouse.unfinished()).hasSize(1);
        assertFinished(warehouse.resume(), 700);
    }

    @Test
    void clears_up_what_was_under_way_when_its_storage_failed_for_a_moment() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.onCreate(
                () -> {
                    if (warehouse.service.creates().size() == 2) {
                        warehouse.change("alter table request rename to away");
                    }
                });
        Result failed = warehouse.start(file);
        assertThat(failed.run().state()).isEqualTo(RunState.FAILED);
        assertBalance(failed);
        warehouse.change("alter table away rename to request");
        warehouse.service.onCreate(() -> {});

        assertFinished(warehouse.resume(), 700);
        assertThat(warehouse.service.creates()).hasSize(3);
    }

    @Test
    void sends_nothing_twice_when_the_database_goes_back_in_time() throws IOException {
        assumeTrue(database == TestDatabase.H2, "PostgreSQL keeps what it committed");
        Path file = warehouse.sheet("a.csv", 100, 7);
        Path database = warehouse.data.resolve("stockload.mv.db");
        Path before = folder.resolve("before");
        warehouse.service.onCreate(
                () -> {
                    if (warehouse.service.creates().size() == 1) {
                        copy(database, before);
                    }
                });
        warehouse.service.fault(3, Fault.TOO_MANY_FOR_LONG);
        warehouse.start(file);
        warehouse.service.onCreate(() -> {});
        warehouse.replaceDatabase(before);

        assertFinished(warehouse.start(file), 700);
        assertThat(warehouse.service.creates()).hasSize(4);
        assertThat(warehouse.notices).anyMatch(notice -> notice.contains("the database had lost"));
    }

    @Test
    void sends_nothing_twice_when_the_database_has_lost_the_whole_run() throws IOException {
        assumeTrue(database == TestDatabase.H2, "PostgreSQL keeps what it committed");
        Path file = warehouse.sheet("a.csv", 100, 7);
        Path before = folder.resolve("before");
        warehouse.replaceDatabase(null);
        copy(warehouse.data.resolve("stockload.mv.db"), before);
        warehouse.start(file);
        warehouse.replaceDatabase(before);

        assertFinished(warehouse.start(file), 700);
        assertThat(warehouse.service.creates()).hasSize(3);
        Result again = warehouse.start(Warehouse.order(file, SendMode.ALL, true, null));
        assertThat(again.report().colours().sent()).isEqualTo(700);
        assertThat(warehouse.service.creates()).hasSize(6);
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
