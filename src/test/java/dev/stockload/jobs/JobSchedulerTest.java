package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.queue.BegunJobs;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

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
    private final List<String> missed = new CopyOnWriteArrayList<>();
    private volatile Instant lastDue;
    private volatile Runnable during = () -> {};
    private volatile Consumer<JobProgress> goOn = progress -> {};
    private volatile boolean isSet = true;
    private volatile boolean isOver = true;
    private volatile boolean isDone = true;
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
        isDone = false;
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
        isDone = true;
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
        isDone = false;
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
        Thread.sleep(10 * QUICK.due().toMillis());
        assertNextRun("2026-11-15T01:45:00Z");
        assertThat(runs).isEmpty();

        define("45 1 * * *");
        schedules.reload();
        assertThat(nextRun()).isEqualTo(clock.minute());
        assertNextRun("2026-11-16T01:45:00Z");
    }

    @Test
    void a_host_takes_only_jobs_that_it_has() throws Exception {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        start();
        try (Ledger other = Ledger.open(database.in(folder))) {
            other.owners().enter("other");
            try (JobScheduler without = scheduler(other, empty).start()) {
                schedules.close();
                clock.set("2026-11-15T01:30:00Z");
                for (int looks = 0; looks < 20; looks++) {
                    Thread.sleep(QUICK.due().toMillis());
                }
                assertThat(runs).isEmpty();
                assertNextRun("2026-11-15T01:30:00Z");

                clock.set("2026-11-15T03:00:00Z");
                start();
                assertThat(nextRun()).isEqualTo(clock.minute());
                assertNextRun("2026-11-16T01:30:00Z");
                assertThat(without).isNotNull();
            }
        }
    }

    @Test
    void a_night_without_the_file_is_made_up_for_when_it_is_back() throws Exception {
        start();
        Files.delete(folder.resolve("jobs/night.yml"));
        clock.set("2026-11-15T01:30:00Z");
        for (int looks = 0; looks < 20; looks++) {
            Thread.sleep(QUICK.due().toMillis());
        }
        assertNextRun("2026-11-15T01:30:00Z");

        define("30 1 * * *");
        clock.set("2026-11-15T05:00:00Z");
        schedules.reload();
        assertThat(nextRun()).isEqualTo(clock.minute());
        assertThat(missed).isEmpty();
        assertNextRun("2026-11-16T01:30:00Z");
    }

    @Test
    void a_schedule_that_nobody_takes_for_a_day_is_removed_and_told() throws Exception {
        start();
        Files.delete(folder.resolve("jobs/night.yml"));
        schedules.reload();
        clock.set("2026-11-16T01:29:00Z");
        schedules.removeAbandoned();
        assertThat(scheduledTime(ledger)).isPresent();
        assertThat(alarms()).singleElement().asString().contains("no running Stockload");

        clock.set("2026-11-16T01:31:00Z");
        schedules.removeAbandoned();
        assertThat(scheduledTime(ledger)).isEmpty();
        assertThat(missed).containsExactly("night 2026-11-15T01:30:00Z");
    }

    @Test
    void a_job_that_is_only_run_by_hand_from_now_on_has_no_schedule() throws Exception {
        start();
        clock.set("2026-11-15T00:10:00Z");
        Files.writeString(folder.resolve("jobs/night.yml"), "read: stock.csv\n");
        schedules.reload();
        assertThat(scheduledTime(ledger)).isEmpty();
        assertThat(missed).isEmpty();
    }

    @Test
    void a_clock_that_was_ahead_for_a_moment_silences_no_schedule() throws Exception {
        start();
        clock.set("2031-01-01T00:00:00Z");
        schedules.reload();
        assertNextRun("2031-01-01T01:30:00Z");
        clock.set("2026-11-15T01:29:00Z");
        schedules.reload();
        assertNextRun("2026-11-15T01:30:00Z");

        clock.set("2031-01-01T00:00:00Z");
        assertNextRun("2031-01-01T01:30:00Z");
        schedules.close();
        clock.set("2026-11-15T03:00:00Z");
        runs.clear();
        start();
        assertThat(nextRun()).isEqualTo(clock.minute());
        assertNextRun("2026-11-16T01:30:00Z");
    }

    /** Nothing has run by that clock that would show that it was ahead. */
    @Test
    void a_job_that_came_while_the_clock_was_ahead_runs_at_its_next_time() throws Exception {
        clock.set("2031-01-01T00:00:00Z");
        start();
        assertNextRun("2031-01-01T01:30:00Z");
        clock.set("2026-11-15T01:29:00Z");
        schedules.reload();
        assertNextRun("2026-11-15T01:30:00Z");

        clock.set("2026-11-15T01:30:00Z");
        assertThat(nextRun()).isEqualTo(clock.minute());
        assertNextRun("2026-11-16T01:30:00Z");
    }

    @Test
    void a_night_that_a_clock_took_that_was_hours_ahead_is_run_at_its_time() throws Exception {
        start();
        clock.set("2026-11-15T08:29:00Z");
        assertNextRun("2026-11-16T01:30:00Z");
        clock.set("2026-11-15T01:33:00Z");
        schedules.reload();

        assertThat(nextRun()).isEqualTo(clock.minute());
        assertNextRun("2026-11-16T01:30:00Z");
        schedules.reload();
        assertNextRun("2026-11-16T01:30:00Z");
        assertThat(runs).isEmpty();
    }

    @Test
    void a_run_that_is_too_long_ago_to_catch_up_is_told_until_the_next_one() throws Exception {
        start();
        schedules.close();
        clock.set("2026-11-18T07:31:00Z");
        start();
        assertNextRun("2026-11-19T01:30:00Z");
        assertThat(missed).containsExactly("night 2026-11-18T01:30:00Z");
        assertThat(alarms()).singleElement().asString().contains("Wed 2026-11-18 01:30 UTC");

        clock.set("2026-11-19T01:30:00Z");
        nextRun();
        assertNextRun("2026-11-20T01:30:00Z");
        assertThat(alarms()).isEmpty();
    }

    @Test
    void the_next_run_that_is_shown_is_the_one_that_comes() throws Exception {
        start();
        isDone = false;
        clock.set("2026-11-15T01:30:00Z");
        nextRun();
        assertNextRun("2026-11-15T01:31:00Z");
        StoredSchedules stored = new StoredSchedules(ledger.database());
        Instant now = clock.instant();
        assertThat(stored.next("night", jobs(folder).get("night").next(now, 2), now))
                .extracting(time -> time.truncatedTo(ChronoUnit.MINUTES).toString())
                .containsExactly("2026-11-15T01:31:00Z", "2026-11-16T01:30:00Z");
    }

    @Test
    void a_job_that_is_begun_while_an_earlier_one_of_it_ends_is_ended_too() throws Exception {
        BegunJobs begun = new BegunJobs(ledger.database());
        BlockingQueue<String> ended = new LinkedBlockingQueue<>();
        goOn =
                progress -> {
                    if (ended.isEmpty()) {
                        begun.add("night", begunBy("a program"), clock.instant());
                    }
                    ended.add(progress.options().by());
                };
        start();
        begun.add("night", begunBy("a person"), clock.instant());

        assertThat(ended.poll(300, TimeUnit.SECONDS)).isEqualTo("a person");
        assertThat(ended.poll(300, TimeUnit.SECONDS)).isEqualTo("a program");
        Wait.until(() -> new StoredProgress(ledger.database()).of("night").isEmpty());
    }

    @Test
    void a_job_that_cannot_go_on_for_now_is_tried_again_after_a_pause() throws Exception {
        BegunJobs begun = new BegunJobs(ledger.database());
        BlockingQueue<Instant> looks = new LinkedBlockingQueue<>();
        goOn = progress -> looks.add(clock.minute());
        isOver = false;
        start();
        begun.add("night", begunBy("a person"), clock.instant());
        assertThat(looks.poll(300, TimeUnit.SECONDS)).isEqualTo(clock.minute());
        assertThat(looks.poll(20 * QUICK.due().toMillis(), TimeUnit.MILLISECONDS)).isNull();

        isOver = true;
        clock.set("2026-11-15T01:35:00Z");
        assertThat(looks.poll(300, TimeUnit.SECONDS)).isEqualTo(clock.minute());
        Wait.until(() -> new StoredProgress(ledger.database()).of("night").isEmpty());
    }

    private static JobProgress begunBy(String who) {
        JobRuns.Options options = new JobRuns.Options(false, false, who);
        return new JobProgress(options, Set.of(), null, null, false, Instant.EPOCH);
    }

    private List<String> alarms() {
        ExpectedSheets expected = new ExpectedSheets(ledger, account -> account);
        List<JobFolder.Entry> all = expected.all(jobs(folder).list(), clock.instant());
        List<String> words = new ArrayList<>();
        for (JobFolder.Entry job : all) {
            words.addAll(job.fault().stream().toList());
            job.definition()
                    .ifPresent(
                            each ->
                                    words.addAll(
                                            expected.alarms(each, clock.instant()).sentences()));
        }
        return words;
    }

    private void start() {
        schedules = scheduler(ledger, folder).start();
    }

    private JobScheduler scheduler(Ledger of, Path home) {
        return new JobScheduler(of, jobs(home), new Night(), clock, QUICK);
    }

    private static JobFolder jobs(Path home) {
        return new JobFolder(List.of(home), Set.of(), Set.of());
    }

    @Test
    void a_host_without_the_settings_of_an_account_leaves_its_jobs_to_others() throws Exception {
        isSet = false;
        start();
        clock.set("2026-11-15T01:31:00Z");
        assertThat(runs.poll(300, TimeUnit.MILLISECONDS)).isNull();
        assertNextRun("2026-11-15T01:30:00Z");

        isSet = true;
        schedules.reload();
        assertThat(nextRun()).isEqualTo(clock.minute());
        assertNextRun("2026-11-16T01:30:00Z");
    }

    @Test
    void a_run_that_no_host_had_the_settings_for_is_reported() {
        isSet = false;
        start();
        clock.set("2026-11-16T01:31:00Z");
        schedules.removeAbandoned();
        assertThat(missed).containsExactly("night 2026-11-15T01:30:00Z");
        assertThat(runs).isEmpty();
    }

    private final class Night implements JobScheduler.JobRunner {
        @Override
        public boolean isSet(JobDefinition job) {
            return isSet;
        }

        @Override
        public boolean run(JobDefinition job, Instant due) {
            assertThat(job.name()).isEqualTo("night");
            tries.add(due.equals(lastDue));
            lastDue = due;
            runs.add(clock.minute());
            during.run();
            return isDone;
        }

        @Override
        public Optional<JobProgress> goOn(JobDefinition job, JobProgress progress) {
            goOn.accept(progress);
            return Optional.of(progress).filter(same -> !isOver);
        }

        @Override
        public boolean isReady(JobProgress progress) {
            return true;
        }

        @Override
        public void missed(String job, Optional<JobDefinition> definition, Instant time) {
            missed.add(job + " " + time);
        }
    }

    private Instant nextRun() throws InterruptedException {
        Instant run = runs.poll(300, TimeUnit.SECONDS);
        assertThat(run).as("a run").isNotNull();
        return run;
    }

    private void assertNextRun(String time) {
        Optional<Instant> wanted = Optional.of(Instant.parse(time));
        Wait.until(() -> scheduledMinute().equals(wanted));
    }

    private Optional<Instant> scheduledMinute() {
        return scheduledTime(ledger).map(time -> time.truncatedTo(ChronoUnit.MINUTES));
    }

    /** When the job "night" runs next, if it is scheduled. */
    static Optional<Instant> scheduledTime(Ledger ledger) {
        return ledger.database()
                .sql(
                        """
                        select execution_time from scheduled_tasks
                         where task_name = 'job' and task_instance = 'night'
                        """)
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
