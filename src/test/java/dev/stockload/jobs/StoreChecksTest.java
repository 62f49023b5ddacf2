package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;
import dev.stockload.database.Database;
import dev.stockload.imports.HeldCreates;
import dev.stockload.imports.change.StoreVerification.Check;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.jobs.define.JobDefinition;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A job with {@code verify: store} has its whole store compared every few days. */
@Timeout(60)
@Tag("soak")
class StoreChecksTest extends InNights {
    @BeforeEach
    void open() throws IOException {
        nights.sheet("n.csv", GOOD);
    }

    @Test
    void the_store_is_compared_after_a_night_and_again_a_week_later() throws Exception {
        JobDefinition job = job("verify: store\n");
        Instant first = check(job).at();

        nights.time.rest(Duration.ofDays(6), nights.stop);
        assertThat(check(job).at()).isEqualTo(first);
        nights.time.rest(Duration.ofDays(2), nights.stop);
        assertThat(check(job).at()).isAfter(first.plus(Duration.ofDays(7)));
    }

    @Test
    void the_job_says_how_often() throws Exception {
        JobDefinition job = job("verify: store\nverifyEvery: 1\n");
        Instant first = check(job).at();

        nights.time.rest(Duration.ofDays(2), nights.stop);
        assertThat(check(job).at()).isAfter(first);
    }

    @Test
    void a_check_that_fails_says_why() throws Exception {
        nights.runs.run(job("verify: none\n"), false);
        nights.service.close();
        nights.queue.check("default");
        Wait.until(() -> !nights.check().orElseThrow().running());

        assertThat(nights.check().orElseThrow().fault()).contains("cannot be reached");
    }

    @Test
    void whoever_serves_next_continues_a_check_that_was_stopped() throws Exception {
        nights.service.product(2, "A-2");
        nights.runs.run(job("verify: none\nmissing: keep\n"), false);
        List<Integer> read = new CopyOnWriteArrayList<>();
        HeldCreates lists = new HeldCreates();
        nights.service.put(1, "red", "36", 9);
        nights.service.put(2, "red", "36", 9);
        nights.service.onList(
                list -> {
                    read.add(list);
                    lists.hold();
                });
        nights.queue.check("default");
        lists.awaitFirst();
        Thread answer =
                new Thread(
                        () -> {
                            Wait.until(() -> nights.queue.isClosed());
                            lists.release();
                        });
        answer.start();

        nights.restart(null);
        VerifyResult result = nights.checked();

        answer.join();
        assertThat(result.differences()).hasSize(2);
        assertThat(read).containsExactly(1, 2);
    }

    @Test
    void a_check_waits_for_the_runs_of_its_store_without_a_worker() throws Exception {
        HeldCreates creates = nights.service.holdCreates();
        JobDefinition job = job("verify: none\n");
        nights.queue.submit(job.order(folder.resolve("n.csv"), "default", false, false));
        creates.awaitFirst();
        nights.queue.check("default");
        Wait.until(
                () ->
                        nights.ledger
                                .database()
                                .sql(
                                        "select execution_time > :now from waiting_account where"
                                                + " task_name = 'check'")
                                .param("now", Database.time(nights.ledger.owners().now()))
                                .query(Boolean.class)
                                .optional()
                                .orElse(false));
        assertThat(nights.check().orElseThrow()).isEqualTo(new Check(true, 0, 0, null));

        creates.release();

        assertThat(nights.checked().sizes()).isOne();
    }

    @Test
    void another_job_does_not_compare_the_store() throws Exception {
        nights.runs.run(job("verify: sample\n"), false);

        assertThat(nights.check()).isEmpty();
    }

    private JobDefinition job(String lines) throws IOException {
        return nights.job("night", "read: n.csv\n" + lines);
    }

    private VerifyResult check(JobDefinition job) throws Exception {
        nights.runs.run(job, false);
        return nights.checked();
    }
}
