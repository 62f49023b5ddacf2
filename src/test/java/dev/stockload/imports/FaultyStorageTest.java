package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.stockload.imports.Imports.Result;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;

/** Faults of disk and database during a run. */
class FaultyStorageTest extends InEachWarehouse {
    @Test
    void resumes_after_its_storage_broke_during_a_request() throws IOException {
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
    void an_answer_that_comes_while_the_database_is_restarted_is_stored_when_it_is_back()
            throws IOException {
        assumeThat(database).isEqualTo(TestDatabase.POSTGRESQL);
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.onCreate(
                () -> {
                    if (warehouse.service.creates().size() == 2) {
                        warehouse
                                .ledger
                                .database()
                                .sql(
                                        """
                                        select count(pg_terminate_backend(pid)) from pg_stat_activity
                                         where datname = current_database() and pid <> pg_backend_pid()
                                        """)
                                .query(Long.class)
                                .single();
                    }
                });

        Result result = warehouse.start(file);

        assertFinished(result, 700);
        assertThat(warehouse.service.creates()).hasSize(3);
        assertThat(result.run().requests()).isEqualTo(3);
    }

    @Test
    void clears_a_request_in_flight_when_its_storage_failed_for_a_moment() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.onCreate(
                () -> {
                    if (warehouse.service.creates().size() == 2) {
                        warehouse.change("alter table book rename to away");
                    }
                });
        Result failed = warehouse.start(file);
        assertThat(failed.run().state()).isEqualTo(Run.State.FAILED);
        assertBalance(failed);
        warehouse.change("alter table away rename to book");
        warehouse.service.onCreate(() -> {});

        assertFinished(warehouse.resume(), 700);
        assertThat(warehouse.service.creates()).hasSize(3);
    }
}
