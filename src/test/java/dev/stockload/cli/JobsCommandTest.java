package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The jobs of this repository, as somebody sees them who has just unpacked it. */
class JobsCommandTest {
    @Test
    void lists_the_jobs_with_their_next_three_times() {
        CommandRun run = CommandRun.at("https://merchant.example", "jobs");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines().filter(line -> line.contains("01:30:00"))).hasSize(3);
        assertThat(run.out())
                .containsPattern("nightly-stock +default +sample-data/nightly/\\*.csv +changed")
                .contains("Europe/Vienna")
                .containsPattern("onboard-warehouse .* by hand");
    }

    @Test
    void checks_the_jobs_and_the_accounts_they_name() {
        CommandRun good = CommandRun.at("https://merchant.example", "jobs", "--check");
        CommandRun bad = CommandRun.at("http://merchant.example", "jobs", "--check");

        assertThat(good.exitCode()).as(good.err()).isZero();
        assertThat(good.out()).contains("nightly-stock: next run", "2 files to read now");
        assertThat(bad.exitCode()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(bad.err()).contains("Job nightly-stock: ", "STOCKLOAD_BASE_URL");
    }
}
