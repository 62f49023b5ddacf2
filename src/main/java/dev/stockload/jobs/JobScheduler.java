package dev.stockload.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceCurrentlyExecutingException;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.StoredSchedules.State;
import dev.stockload.jobs.StoredSchedules.Stored;
import dev.stockload.jobs.define.CronTimes;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.SheetLook;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunStoppedException;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.queue.Picking;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Runs jobs by their schedules, each scheduled time in one of the processes that share the ledger
 * and have the job. If that process dies, another runs the job again. Changed definitions are
 * picked up; a schedule without a definition waits for it, since the file may come back.
 */
public final class JobScheduler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobScheduler.class);
    private static final String TASK = "job";
    private static final int MOST_AT_ONCE = 4096;
    private static final int MOST_PER_POLL = 16;
    private static final int CONNECTIONS = 4;

    /** After this time in which no host took it, a schedule is removed. */
    private static final Duration ABANDONED = Duration.ofDays(1);

    private static final Duration BETWEEN_REMOVALS = Duration.ofHours(1);
    private static final Duration LONGEST_NEWS = Duration.ofDays(32);

    private final JobFolder jobs;
    private final JobRunner run;
    private final InstantSource clock;
    private final Intervals intervals;
    private final StoredSchedules stored;
    private final Polling polling;
    private final Scheduler scheduler;
    private final ScheduledExecutorService reloads =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.small("schedules"));
    private final Map<String, String> faults = new ConcurrentHashMap<>();

    /** The jobs with a schedule that this host has: it leaves all others to other hosts. */
    private final Set<String> here = ConcurrentHashMap.newKeySet();

    private volatile boolean closing;

    /** Runs a job to its end when its time has come. */
    public interface JobRunner {
        enum End {
            DONE,
            /** It failed, but a retry within the job's catch-up time may succeed. */
            FAILED_FOR_NOW
        }

        /** {@code again} says that this is a retry for the same scheduled time. */
        End run(JobDefinition job, boolean again);

        /** Whether this process has the settings of the job's account. */
        default boolean isSet(JobDefinition job) {
            return true;
        }

        /** Hears that a job did not run at this time and will not; no host may have it any more. */
        default void missed(String job, Optional<JobDefinition> definition, Instant time) {}
    }

    /**
     * How often to look for due jobs, to write a heartbeat, and to read the definitions. Without
     * four heartbeats the process counts as dead.
     */
    public record Intervals(Duration due, Duration alive, Duration changes) {}

    /** The table of schedules, and what polls it with connections of its own. */
    record Polling(
            StoredSchedules stored,
            Function<Task<?>, SchedulerBuilder> builder,
            Runnable disconnect) {
        static Polling of(Ledger ledger) {
            HikariDataSource connections = ledger.pool("schedules", CONNECTIONS);
            return new Polling(
                    new StoredSchedules(ledger.database()),
                    task ->
                            Scheduler.create(connections, task)
                                    .schedulerName(Picking.name(ledger.owners())),
                    connections::close);
        }
    }

    public JobScheduler(
            Ledger ledger,
            JobFolder jobs,
            JobRunner run,
            InstantSource clock,
            Intervals intervals) {
        this(Polling.of(ledger), jobs, run, clock, intervals);
    }

    JobScheduler(
            Polling polling,
            JobFolder jobs,
            JobRunner run,
            InstantSource clock,
            Intervals intervals) {
        this.polling = polling;
        this.stored = polling.stored();
        this.jobs = jobs;
        this.run = run;
        this.clock = clock;
        this.intervals = intervals;
        CustomTask<State> task =
                Tasks.custom(TASK, State.class)
                        .onDeadExecution(
                                (dead, operations) -> {
                                    LOG.warn("{} died; running it again", dead.getExecution());
                                    operations.reschedule(dead, clock.instant());
                                })
                        .execute((of, context) -> execute(of.getData(), context.getExecution()));
        Picking picking = new Picking(MOST_PER_POLL, () -> Picking.condition("in", here));
        this.scheduler =
                picking.by(polling.builder().apply(task), clock, MOST_AT_ONCE, "job")
                        .serializer(new StoredSchedules.DataSerializer())
                        .pollingInterval(intervals.due())
                        .heartbeatInterval(intervals.alive())
                        .shutdownMaxWait(Duration.ofSeconds(5))
                        .build();
    }

    public JobScheduler start() {
        tried(this::reload);
        scheduler.start();
        repeat(this::reload, intervals.changes());
        repeat(this::removeAbandoned, BETWEEN_REMOVALS);
        return this;
    }

    private void repeat(Runnable work, Duration pause) {
        long between = pause.toMillis();
        reloads.scheduleWithFixedDelay(() -> tried(work), between, between, TimeUnit.MILLISECONDS);
    }

    /** Waits for the jobs that run now. The next start runs them again if it is soon enough. */
    @Override
    public void close() {
        stopping();
        reloads.shutdownNow();
        scheduler.stop();
        polling.disconnect().run();
    }

    /** From now on, a job that ends counts as interrupted. */
    public void stopping() {
        closing = true;
    }

    private CompletionHandler<State> execute(State state, Execution execution) {
        Optional<JobFolder.Entry> entry = jobs.entry(execution.getId());
        Optional<CronTimes> times = entry.flatMap(JobFolder.Entry::timetable);
        if (times.isEmpty() || !run.isSet(entry.get().definition().orElseThrow())) {
            // Unchanged, for another host, or for this one when the definition is back.
            here.remove(execution.getId());
            return reschedule(Optional.of(execution.executionTime), state);
        }
        return execute(state, execution, entry.get().definition().orElseThrow(), times.get());
    }

    private CompletionHandler<State> execute(
            State state, Execution execution, JobDefinition job, CronTimes times) {
        Instant now = clock.instant();
        // If the next scheduled time has come meanwhile, this is no retry but that run.
        Optional<Instant> failed =
                state.failed()
                        .filter(time -> !time.plus(job.catchUp()).isBefore(now))
                        .filter(time -> times.next(time).filter(n -> !n.isAfter(now)).isEmpty());
        Optional<Instant> due =
                failed.or(() -> times.latest(execution.executionTime, now, job.catchUp()));
        if (due.isEmpty()) {
            return missed(execution, job, times);
        }
        JobRunner.End end = run.run(job, failed.isPresent());
        if (closing) {
            return reschedule(due, state);
        }
        Optional<Instant> next = times.next(due.get());
        if (end == JobRunner.End.FAILED_FOR_NOW) {
            State again = (failed.isPresent() ? state : State.of(job)).failed(due.get());
            Instant retry = clock.instant().plus(again.pause());
            boolean inTime =
                    !retry.isAfter(due.get().plus(job.catchUp()))
                            && next.filter(n -> !n.isAfter(retry)).isEmpty();
            if (inTime) {
                LOG.warn("Job {} failed; trying again at {}", job.name(), retry);
                return reschedule(Optional.of(retry), again);
            }
        }
        return reschedule(next, State.of(job));
    }

    private CompletionHandler<State> missed(
            Execution execution, JobDefinition job, CronTimes times) {
        Instant now = clock.instant();
        Instant scheduled = execution.executionTime;
        Instant last = times.latest(scheduled, now, LONGEST_NEWS).orElse(scheduled);
        Instant ran = execution.lastSuccess;
        if (ran != null && !ran.isBefore(last) && !ran.isAfter(now)) {
            // A clock that was behind for a moment brought the time back.
            return reschedule(times.next(now), State.of(job));
        }
        LOG.warn("Job {} missed its run at {}, too long ago to catch up", job.name(), last);
        run.missed(job.name(), Optional.of(job), last);
        return reschedule(times.next(now), State.of(job).missed(last));
    }

    private static CompletionHandler<State> reschedule(Optional<Instant> next, State state) {
        return (done, operations) ->
                next.ifPresentOrElse(
                        time -> operations.reschedule(done, time, state), operations::remove);
    }

    private static void tried(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.error("The job definitions could not be read", e);
        }
    }

    void reload() {
        Map<String, Stored> known = new HashMap<>();
        stored.all().forEach(each -> known.put(each.job(), each));
        Set<String> found = new HashSet<>();
        for (JobFolder.Entry job : jobs.list()) {
            logNewFault(job);
            Optional<Stored> before = Optional.ofNullable(known.get(job.name()));
            if (job.timetable().isPresent()) {
                if (run.isSet(job.definition().orElseThrow())) {
                    found.add(job.name());
                }
                schedule(job.definition().orElseThrow(), job.timetable().get(), before);
            } else if (job.fault().isEmpty()) {
                // One that is due may be another host's.
                before.filter(each -> each.at().isAfter(clock.instant())).ifPresent(stored::remove);
            }
        }
        here.addAll(found);
        here.retainAll(found);
        // The library's pauses end by the clock: set back, it would not look for hours.
        scheduler.triggerCheckForDueExecutions();
    }

    private void logNewFault(JobFolder.Entry job) {
        String before = faults.put(job.name(), job.fault().orElse(""));
        job.fault()
                .filter(fault -> !fault.equals(before))
                .ifPresent(fault -> LOG.error("{}", fault));
    }

    /**
     * Stores the next time of a job. A later time, or one that was stored after now, is of a clock
     * that was wrong: then what came due within the time to catch up is due again.
     */
    private void schedule(JobDefinition job, CronTimes times, Optional<Stored> known) {
        State state = State.of(job);
        Instant now = clock.instant();
        Instant next = times.next(now).orElse(null);
        if (next == null) {
            return;
        }
        if (known.isEmpty()) {
            scheduler.scheduleIfNotExists(new TaskInstance<>(TASK, job.name(), state), next);
        } else if (!state.line().equals(known.get().state().line())) {
            reschedule(job, next, state);
        } else {
            Instant at = known.get().at();
            Instant due = times.latest(Instant.EPOCH, now, job.catchUp()).orElse(next);
            if (at.isAfter(known.get().isOfAClockAhead(now) ? due : next)) {
                LOG.warn("Job {} was scheduled for {}; correcting that", job.name(), at);
                reschedule(job, due, state);
            }
        }
    }

    private void reschedule(JobDefinition job, Instant time, State state) {
        try {
            scheduler.reschedule(TaskInstanceId.of(TASK, job.name()), time, state);
        } catch (TaskInstanceCurrentlyExecutingException e) {
            // Its end reschedules it by the new definition.
        }
    }

    /** Removes the schedules that no host has taken for a day: nobody has their jobs any more. */
    void removeAbandoned() {
        Instant before = clock.instant().minus(ABANDONED);
        for (Stored each : stored.all()) {
            boolean abandoned = each.at().isBefore(before) && !here.contains(each.job());
            Optional<JobFolder.Entry> entry = jobs.entry(each.job());
            boolean isWanted = entry.filter(job -> job.timetable().isEmpty()).isEmpty();
            if (abandoned && stored.remove(each) && isWanted) {
                LOG.warn("No host has job {}, due at {}: unscheduled", each.job(), each.at());
                run.missed(each.job(), entry.flatMap(JobFolder.Entry::definition), each.at());
            }
        }
    }

    /** Runs scheduled jobs file by file, and sends their notifications. */
    public record ScheduledJobRunner(ImportQueue queue, JobRuns jobs) implements JobRunner {
        @Override
        public boolean isSet(JobDefinition job) {
            return jobs.isSet(job);
        }

        @Override
        public End run(JobDefinition job, boolean again) {
            Sheets sheets = new Sheets(job, again);
            try {
                try {
                    jobs.run(job, new JobRuns.Options(false, false, JobRuns.SCHEDULE), sheets);
                } finally {
                    sheets.tickets.forEach(sheets::await);
                    sheets.ending.join();
                }
                return queue.isClosed() ? End.FAILED_FOR_NOW : sheets.end;
            } catch (RunStoppedException e) {
                // The next start runs it.
                return End.FAILED_FOR_NOW;
            } catch (IOException | RuntimeException e) {
                log(job, e);
                jobs.notifier().fetchFailed(job, e);
                return FaultMessages.isPassing(e) ? End.FAILED_FOR_NOW : sheets.end;
            }
        }

        @Override
        public void missed(String job, Optional<JobDefinition> definition, Instant time) {
            definition.ifPresent(
                    each ->
                            jobs.notifier()
                                    .failed(
                                            each,
                                            Optional.empty(),
                                            "It did not run at %s, and that is too long ago to catch up"
                                                    .formatted(time)));
        }

        private static void log(JobDefinition job, Throwable fault) {
            LOG.error(
                    "Job {} failed: {}",
                    job.name(),
                    FaultMessages.sentence(fault),
                    FaultMessages.isExpected(fault) ? null : fault);
        }

        private final class Sheets implements JobRuns.SheetImporter {
            private final JobDefinition job;
            private final boolean again;
            private final List<ImportTicket> tickets = new ArrayList<>();
            private CompletableFuture<Void> ending;
            private End end = End.DONE;

            Sheets(JobDefinition job, boolean again) {
                this.job = job;
                this.again = again;
            }

            @Override
            public boolean isStopped() {
                return queue.isClosed();
            }

            @Override
            public JobRuns.StartedImport begin(SheetLook.Sheet sheet, ImportOrder order)
                    throws IOException {
                ImportTicket ticket = queue.submit(order);
                tickets.add(ticket);
                return JobRuns.StartedImport.of(ticket, queue);
            }

            @Override
            public void notice(String sentence) {
                LOG.info("Job {}: {}", job.name(), sentence);
            }

            @Override
            public void ending(CompletableFuture<Void> end) {
                ending = end;
            }

            private void await(ImportTicket ticket) {
                try {
                    ticket.result()
                            .join()
                            .fault()
                            .filter(FaultMessages::isPassing)
                            .ifPresent(why -> end = End.FAILED_FOR_NOW);
                } catch (CompletionException e) {
                    failed(Optional.of(ticket.run()), e.getCause());
                }
            }

            @Override
            public void unusable(Path file, UnusableSheetException why) {
                failed(Optional.empty(), why);
            }

            /** A failure that is retried is reported the first time only. */
            private void failed(Optional<String> run, Throwable fault) {
                boolean passing = FaultMessages.isPassing(fault);
                if (passing) {
                    end = End.FAILED_FOR_NOW;
                }
                if (!queue.isClosed() && !(passing && again)) {
                    log(job, fault);
                    jobs.notifier().failed(job, run, FaultMessages.sentence(fault));
                }
            }
        }
    }
}
