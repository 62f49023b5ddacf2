package dev.stockload.jobs;

import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.testhelper.ManualScheduler;
import com.github.kagkarlsson.scheduler.testhelper.SettableClock;
import com.github.kagkarlsson.scheduler.testhelper.TestHelper.ManualSchedulerBuilder;

import dev.stockload.jobs.define.JobFolder;
import dev.stockload.ledger.Ledger;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** The real scheduler of jobs without its threads: it looks when it is told to. */
public final class PolledScheduler {
    private static final JobScheduler.Intervals INTERVALS =
            new JobScheduler.Intervals(
                    Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofSeconds(5));

    private final JobScheduler jobs;
    private ManualScheduler manual;

    public PolledScheduler(
            Ledger ledger, JobFolder folder, JobScheduler.JobRunner run, InstantSource clock) {
        jobs =
                new JobScheduler(
                        new JobScheduler.Polling(
                                new StoredSchedules(ledger.database()),
                                tasks -> builder(ledger, tasks, clock),
                                () -> {}),
                        folder,
                        run,
                        clock,
                        INTERVALS);
    }

    private ManualSchedulerBuilder builder(
            Ledger ledger, List<Task<?>> tasks, InstantSource clock) {
        ManualSchedulerBuilder builder =
                new ManualSchedulerBuilder(ledger.dataSource(), tasks) {
                    @Override
                    public ManualScheduler build() {
                        manual = super.build();
                        return manual;
                    }
                };
        builder.clock(
                new SettableClock() {
                    @Override
                    public Instant now() {
                        return clock.instant();
                    }
                });
        builder.schedulerName(new SchedulerName.Fixed(ledger.owners().name()));
        return builder;
    }

    /** Reads the definitions, runs what is due, and what a dead process has left. */
    public void poll() {
        jobs.reload();
        manual.runAnyDueExecutions();
        manual.runDeadExecutionDetection();
    }
}
