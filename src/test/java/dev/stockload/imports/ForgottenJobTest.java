package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.batch.AccountTurn;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.keep.ForgottenJobs;
import dev.stockload.imports.order.Brake;
import dev.stockload.ledger.Executions;
import dev.stockload.queue.BegunJobs;
import dev.stockload.stock.MissingMode;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** A job has its sizes until a person ends it; then they are no job's, or another's. */
class ForgottenJobTest extends Nights {
    @Test
    void what_a_forgotten_job_had_keeps_its_stock_and_belongs_to_nobody() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,7");
        warehouse.imports.forgetJob("nightly", null);

        assertThat(unclaimed("other").sizes()).isEqualTo(2);
        assertThat(unclaimed("other").jobs()).isEmpty();
        Result anew = night(MissingMode.ZERO, "1,red,36,4");
        assertThat(anew.report().missing().sizes()).isZero();
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 7));
        assertThat(unclaimed("nightly").sizes()).as("the job has the other again").isOne();
    }

    @Test
    void a_size_of_two_jobs_belongs_to_the_other_alone_once_one_is_forgotten() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,7");
        other("1,red,36,5", "3,red,36,1");
        warehouse.imports.forgetJob("nightly", null);

        other("3,red,36,1");

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0));
    }

    @Test
    void a_renamed_job_zeroes_what_left_the_sheet_in_between() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "2,red,36,7");
        warehouse.imports.forgetJob("nightly", "other");

        Result renamed = other("1,red,36,5");

        assertThat(renamed.report().missing().zeroed()).isOne();
        assertThat(renamed.report().colours().unchanged()).isOne();
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));
        assertThat(unclaimed("other").jobs()).isEmpty();
    }

    @Test
    void a_job_can_be_forgotten_twice() throws IOException {
        for (int pieces = 1; pieces <= 2; pieces++) {
            night(MissingMode.ZERO, "1,red,36," + pieces);
            night(MissingMode.ZERO, "1,red,36,9");
            warehouse.imports.forgetJob("nightly", null);
        }
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 9));
    }

    @Test
    void who_forgets_a_job_that_was_begun_hears_that_it_does_not_go_on() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5");
        assertThat(warehouse.imports.forgetJob("nightly", "other")).doesNotContain("had begun");
        new BegunJobs(warehouse.ledger.database()).add("other", "its progress", Instant.EPOCH);

        assertThat(warehouse.imports.forgetJob("other", null))
                .startsWith("Job other is forgotten")
                .endsWith(
                        "; it had begun, and its sheets that were not read yet stay where they"
                                + " are");
        assertThat(new Executions(warehouse.ledger.database(), Executions.Task.SHEETS).instances())
                .isEmpty();
    }

    @Test
    void a_job_is_not_forgotten_while_a_run_of_it_is_unfinished() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5");
        warehouse.service.stop();
        Result failed = night(MissingMode.ZERO, "1,red,36,4");
        for (String to : new String[] {null, "other"}) {
            assertThatThrownBy(() -> warehouse.imports.forgetJob("nightly", to))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining(failed.run().id());
        }
        warehouse.service.start();
        warehouse.resume();
        warehouse.imports.forgetJob("nightly", "other");
    }

    @Test
    void who_is_refused_for_an_unfinished_run_does_not_wait_for_the_locks_before()
            throws IOException {
        night(MissingMode.ZERO, "1,red,36,5");
        warehouse.service.stop();
        Result failed = night(MissingMode.ZERO, "1,red,36,4");
        AccountTurn none = null;

        assertThatThrownBy(
                        () ->
                                new ForgottenJobs(warehouse.ledger)
                                        .forget("nightly", null, Instant.EPOCH, none, null))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(failed.run().id());
    }

    @Test
    void a_job_with_runs_does_not_take_over_another() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5");
        other("2,red,36,5");
        assertThatThrownBy(() -> warehouse.imports.forgetJob("nightly", "other"))
                .hasMessageContaining("Job other has runs of its own");
        assertThatThrownBy(() -> warehouse.imports.forgetJob("nobody", null))
                .hasMessageContaining("There is no job 'nobody'");
        night(MissingMode.ZERO, "1,red,36,4", "3,red,36,1");
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 5));
    }

    @Test
    void a_job_without_a_file_is_named() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5");
        assertThat(unclaimed("nightly").sentences()).isEmpty();
        assertThat(unclaimed("other").sentences())
                .singleElement()
                .asString()
                .contains("Job nightly has no file", "stockload jobs forget nightly");
    }

    private ForgottenJobs.Unclaimed unclaimed(String... files) {
        return new ForgottenJobs(warehouse.ledger).unclaimed(Set.of(files));
    }

    private Result other(String... rows) throws IOException {
        warehouse.time.rest(Duration.ofHours(4), warehouse.stop);
        return warehouse.start(
                Orders.nightly("other", sheet(rows), MissingMode.ZERO, new Brake(1, 0, 1, false)));
    }
}
