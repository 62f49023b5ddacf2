package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

@Timeout(600)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class JobSchedulerTest {
    private static final JobScheduler.Intervals QUICK =
            new JobScheduler.Intervals(
                    Duration.ofMillis(20), Duration.ofSeconds(10), Duration.ofMinutes(10));

    @Parameter TestDatabase database;
    @TempDir Path folder;

    private final BlockingQueue<Instant> runs = new LinkedBlockingQueue<>();
    private final SetClock clock = new SetClock("2026-11-15T01:29:00Z");
    private final List<Boolean> tries = new CopyOnWriteArrayList<>();
    private volatile Runnable during = () -> {};
    private volatile JobScheduler.JobRunner.End end = JobScheduler.JobRunner.End.DONE;
    private Ledger ledger;
    private JobScheduler schedules;

    @BeforeEach
    void open() throws IOException {
        ledger = database.open(folder);
        ledger.owners().enter("test");
        define("30 1 * * *");
    }

    @AfterEach
    void close() {
        schedules.close();
        ledger.close();
    }

    @Test
    void runs_a_job_at_its_time_and_schedules_the_next_run() throws Exception {
        start();
        assertNextRun("2026-11-15T01:30:00Z");
        clock.set("2026-11-15T01:30:00Z");

        assertThat(nextRun()).isEqualTo(clock.minute());
        assertNextRun("2026-11-16T01:30:00Z");
        assertThat(runs).isEmpty();
    }

    @Test
    void catches_up_several_missed_nights_with_one_run() throws Exception {
        start();
        schedules.close();
        clock.set("2026-11-18T07:29:00Z");
        start();

        assertThat(nextRun()).isEqualTo(clock.minute());
        assertNextRun("2026-11-19T01:30:00Z");
        assertThat(runs).isEmpty();
    }

    @Test
    void does_not_catch_up_a_run_that_is_too_long_ago() {
        start();
        schedules.close();
        clock.set("2026-11-18T07:31:00Z");
        start();

        assertNextRun("2026-11-19T01:30:00Z");
        assertThat(runs).isEmpty();
    }

    @Test
    void a_run_waits_until_the_run_of_the_night_before_has_ended() throws Exception {
        start();
        during =
                () -> {
                    clock.set("2026-11-16T02:30:00Z");
                    during = () -> {};
                };
        clock.set("2026-11-15T01:30:00Z");

        assertThat(nextRun()).isEqualTo(Instant.parse("2026-11-15T01:30:00Z"));
        assertThat(nextRun()).isEqualTo(Instant.parse("2026-11-16T02:30:00Z"));
        assertNextRun("2026-11-17T01:30:00Z");
        assertThat(runs).isEmpty();
    }

    @Test
    void an_interrupted_job_is_run_again_at_the_next_start() throws Exception {
        start();
        during = () -> schedules.stopping();
        clock.set("2026-11-15T01:30:00Z");
        nextRun();
        schedules.close();
        runs.clear();
        during = () -> {};
        clock.set("2026-11-15T03:00:00Z");
        start();

        assertThat(nextRun()).isEqualTo(clock.minute());
        assertNextRun("2026-11-16T01:30:00Z");
    }

    @Test
    void retries_a_failed_run_with_growing_pauses() throws Exception {
        start();
        end = JobScheduler.JobRunner.End.FAILED_FOR_NOW;
        for (String time : List.of("01:30", "01:31", "01:33", "01:37")) {
            assertNextRun("2026-11-15T" + time + ":00Z");
            clock.set("2026-11-15T" + time + ":00Z");
            nextRun();
        }
        assertNextRun("2026-11-15T01:45:00Z");
        // Another process would know it too.
        schedules.close();
        start();
        schedules.reload();
        end = JobScheduler.JobRunner.End.DONE;
        clock.set("2026-11-15T01:45:00Z");
        nextRun();
        assertNextRun("2026-11-16T01:30:00Z");
        assertThat(tries).containsExactly(false, true, true, true, true);

        clock.set("2026-11-16T01:30:00Z");
        nextRun();
        assertThat(tries).endsWith(false);
    }

    @Test
    void stops_retrying_after_the_catch_up_time() throws Exception {
        start();
        end = JobScheduler.JobRunner.End.FAILED_FOR_NOW;
        clock.set("2026-11-15T01:30:00Z");
        nextRun();
        assertNextRun("2026-11-15T01:31:00Z");
        clock.set("2026-11-15T07:29:30Z");
        nextRun();
        assertNextRun("2026-11-16T01:30:00Z");
    }

    @Test
    void notices_definitions_that_are_changed_broken_and_fixed() throws Exception {
        start();
        define("45 1 * * *");
        schedules.reload();
        assertNextRun("2026-11-15T01:45:00Z");

        Files.writeString(folder.resolve("jobs/night.yml"), "read: [");
        clock.set("2026-11-15T01:45:00Z");
        assertNextRun("2026-11-15T01:46:00Z");
        assertThat(runs).isEmpty();

        define("45 1 * * *");
        clock.set("2026-11-15T01:46:00Z");
        assertThat(nextRun()).isEqualTo(clock.minute());
        assertNextRun("2026-11-16T01:45:00Z");
    }

    @Test
    void unschedules_a_job_whose_definition_is_gone() throws Exception {
        start();
        Files.delete(folder.resolve("jobs/night.yml"));
        clock.set("2026-11-15T01:30:00Z");
        while (scheduledTime(ledger).isPresent()) {
            Thread.onSpinWait();
        }
        assertThat(runs).isEmpty();
    }

    private void start() {
        schedules =
                new JobScheduler(
                                ledger,
                                new JobFolder(List.of(folder), Set.of(), Set.of()),
                                this::run,
                                clock,
                                QUICK)
                        .start();
    }

    private JobScheduler.JobRunner.End run(JobDefinition job, boolean again) {
        assertThat(job.name()).isEqualTo("night");
        tries.add(again);
        runs.add(clock.minute());
        during.run();
        return end;
    }

    private Instant nextRun() throws InterruptedException {
        Instant run = runs.poll(300, TimeUnit.SECONDS);
        assertThat(run).as("a run").isNotNull();
        return run;
    }

    private void assertNextRun(String time) {
        Optional<Instant> wanted = Optional.of(Instant.parse(time));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
        while (!scheduledMinute().equals(wanted)) {
            assertThat(System.nanoTime()).as("next run at %s", scheduledMinute()).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private Optional<Instant> scheduledMinute() {
        return scheduledTime(ledger).map(time -> time.truncatedTo(ChronoUnit.MINUTES));
    }

    /** When the job "night" runs next, if it is scheduled. */
    static Optional<Instant> scheduledTime(Ledger ledger) {
        return ledger.database()
                .sql("select execution_time from scheduled_tasks where task_instance = 'night'")
                .query(OffsetDateTime.class)
                .optional()
                .map(OffsetDateTime::toInstant);
    }

    private void define(String schedule) throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(
                folder.resolve("jobs/night.yml"),
                "read: stock.csv\nschedule: \"%s\"\nzone: UTC\n".formatted(schedule));
    }
}
