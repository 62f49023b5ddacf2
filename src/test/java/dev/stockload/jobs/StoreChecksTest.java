package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.change.VerifyResult;
import dev.stockload.jobs.define.JobDefinition;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** A job with {@code verify: store} has its whole store compared every few days. */
@Timeout(60)
class StoreChecksTest extends InNights {
    @BeforeEach
    void open() throws IOException {
        nights.sheet("n.csv", GOOD);
    }

    @Test
    void the_store_is_compared_after_a_night_and_again_a_week_later() throws Exception {
        JobDefinition job = job("verify: store\n");
        Instant first = check(job).at();
        assertThat(nights.checks.ofStore("default"))
                .as("for a command that comes late")
                .isPresent();

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
        nights.checks.start("default");
        while (nights.checks.ofStore("default").orElseThrow().running()) {
            TimeUnit.MILLISECONDS.sleep(5);
        }

        assertThat(nights.checks.ofStore("default").orElseThrow().fault())
                .contains("cannot be reached");
    }

    @Test
    void another_job_does_not_compare_the_store() throws Exception {
        nights.runs.run(job("verify: sample\n"), false);

        assertThat(nights.checks.ofStore("default")).isEmpty();
        assertThat(nights.checks.last("default")).isEmpty();
    }

    private JobDefinition job(String lines) throws IOException {
        return nights.job("night", "read: n.csv\n" + lines);
    }

    private VerifyResult check(JobDefinition job) throws Exception {
        nights.runs.run(job, false);
        return nights.checked();
    }
}
