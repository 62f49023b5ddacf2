package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.change.StoreVerification;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.process.RunFailedException;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** A job with {@code verify: store} has its whole store compared every few days. */
@Timeout(60)
class StoreChecksTest {
    @TempDir Path folder;
    @AutoClose private JobFixture nights;

    @BeforeEach
    void open() throws IOException {
        nights = new JobFixture(folder);
        nights.service.product(1, "A-1");
        Files.writeString(folder.resolve("n.csv"), "pid,colour,size,stock\n1,red,36,4\n");
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
        StoreChecks checks =
                new StoreChecks(
                        folder,
                        nights.time,
                        (account, progress) -> {
                            throw new RunFailedException("The service does not answer");
                        });
        checks.start("default");
        while (checks.of("default").orElseThrow().running()) {
            TimeUnit.MILLISECONDS.sleep(5);
        }

        assertThat(checks.of("default").orElseThrow().fault())
                .contains("The service does not answer");
    }

    @Test
    void another_job_does_not_compare_the_store() throws Exception {
        nights.runs.run(job("verify: sample\n"), false);

        assertThat(nights.checks.of("default")).isEmpty();
        assertThat(nights.checks.last("default")).isEmpty();
    }

    private JobDefinition job(String lines) throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(folder.resolve("jobs/night.yml"), "read: n.csv\n" + lines);
        return nights.folder().find("night");
    }

    private StoreVerification.Result check(JobDefinition job) throws Exception {
        nights.runs.run(job, false);
        ended();
        return nights.checks.last("default").orElseThrow();
    }

    private void ended() throws InterruptedException {
        while (nights.checks.of("default").filter(StoreChecks.Check::running).isPresent()) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
