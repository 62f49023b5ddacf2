package dev.stockload.jobs;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceCurrentlyExecutingException;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;

import dev.stockload.jobs.StoredSchedules.State;
import dev.stockload.jobs.StoredSchedules.Stored;
import dev.stockload.jobs.define.CronTimes;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.ledger.Executions;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.DaemonThreads;
import dev.stockload.queue.BegunJobs;
import dev.stockload.queue.SchedulerSetup;
import dev.stockload.runs.WaitingRuns;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    private static final String SCHEDULE = Executions.Task.SCHEDULE.toString();

    /** A job that was begun is brought forward; this is for a process that died before that. */
    private static final Duration WITHOUT_NEWS = Duration.ofMinutes(5);

    private static final int MOST_AT_ONCE = 64;
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
    private final BegunJobs begun;
    private final Polling polling;
    private final Scheduler scheduler;
    private final ScheduledExecutorService reloads =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.small("schedules"));
    private final Map<String, String> faults = new ConcurrentHashMap<>();

    /** Executions of jobs that this host does not have: it leaves them to other hosts. */
    private volatile Set<String> absent = ConcurrentHashMap.newKeySet();

    private volatile boolean closing;

    /** Begins a job when its time has come, and goes on with it. */
    public interface JobRunner {
        /** False if it failed, but a retry within the job's catch-up time may succeed. */
        boolean run(JobDefinition job, Instant due);

        /** Goes on with a job; empty if it is over, the same if it failed for now. */
        Optional<JobProgress> goOn(JobDefinition job, JobProgress progress);

        /** Whether something can be done now for a job that was begun. */
        boolean isReady(JobProgress progress);

        /** Whether this process has the settings of the job's account. */
        boolean isSet(JobDefinition job);

        /** Hears that a job did not run at this time and will not; no host may have it any more. */
        void missed(String job, Optional<JobDefinition> definition, Instant time);
    }

    /**
     * How often to look for due jobs, to write a heartbeat, and to read the definitions. Without
     * four heartbeats the process counts as dead.
     */
    public record Intervals(Duration due, Duration alive, Duration changes) {}

    /** The table of schedules, and what polls it with connections of its own. */
    record Polling(
            StoredSchedules stored,
            Function<List<Task<?>>, SchedulerBuilder> builder,
            Runnable disconnect) {
        static Polling of(Ledger ledger) {
            HikariDataSource connections = ledger.pool("schedules", CONNECTIONS);
            return new Polling(
                    new StoredSchedules(ledger.database()),
                    tasks ->
                            Scheduler.create(connections, tasks)
                                    .schedulerName(SchedulerSetup.name(ledger.owners())),
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
        this.begun = new BegunJobs(stored.database());
        this.jobs = jobs;
        this.run = run;
        this.clock = clock;
        this.intervals = intervals;
        CustomTask<State> task =
                Tasks.custom(SCHEDULE, State.class)
                        .onDeadExecution(this::runAgain)
                        .execute((of, context) -> execute(of.getData(), context.getExecution()));
        CustomTask<JobProgress> sheets =
                Tasks.custom(Executions.Task.SHEETS.toString(), JobProgress.class)
                        .onDeadExecution(this::runAgain)
                        .execute((of, context) -> goOn(of.getData(), context.getExecution()));
        SchedulerSetup picking = new SchedulerSetup(MOST_PER_POLL, this::ofThisHost);
        SchedulerBuilder builder = polling.builder().apply(List.of(task, sheets));
        this.scheduler =
                picking.by(builder, clock, MOST_AT_ONCE, "job")
                        .serializer(new StoredSchedules.DataSerializer())
                        .pollingInterval(intervals.due())
                        .heartbeatInterval(intervals.alive())
                        .shutdownMaxWait(Duration.ofSeconds(5))
                        .build();
    }

    private String ofThisHost() {
        return SchedulerSetup.condition("task_name || ' ' || task_instance", absent);
    }

    private static String key(String task, String job) {
        return task + " " + job;
    }

    /** Leaves an execution as it is, for another host or until this one has its job. */
    private <T> CompletionHandler<T> leave(Execution execution) {
        absent.add(key(execution.getTaskName(), execution.getId()));
        Instant now = clock.instant();
        // It did not run, so it has not succeeded.
        return (done, operations) ->
                operations.reschedule(
                        ExecutionComplete.failure(execution, now, now, null),
                        execution.executionTime);
    }

    private <T> void runAgain(ExecutionComplete dead, ExecutionOperations<T> operations) {
        LOG.warn("{} died; running it again", dead.getExecution());
        operations.reschedule(dead, clock.instant());
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
            return leave(execution);
        }
        return execute(state, execution, entry.get().definition().orElseThrow(), times.get());
    }

    private CompletionHandler<JobProgress> goOn(JobProgress progress, Execution execution) {
        String name = BegunJobs.job(execution.getId());
        Optional<JobDefinition> job = jobs.entry(name).flatMap(JobFolder.Entry::definition);
        if (closing || job.filter(run::isSet).isEmpty()) {
            return leave(execution);
        }
        boolean ready = run.isReady(progress);
        Optional<JobProgress> left = run.goOn(job.get(), progress);
        // If it failed for now, it is tried again after a pause.
        boolean failed = ready && left.equals(Optional.of(progress));
        Instant later = clock.instant().plus(WITHOUT_NEWS);
        return (done, operations) -> {
            reschedule(left.map(same -> later), left.orElse(null)).complete(done, operations);
            // Stored first: what is read or ends in between is not missed.
            if (!failed && left.filter(run::isReady).isPresent()) {
                begun.wake(name, clock.instant());
            }
        };
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
        boolean done = run.run(job, due.get());
        if (closing) {
            return reschedule(due, state);
        }
        Optional<Instant> next = times.next(due.get());
        if (!done) {
            State again = (failed.isPresent() ? state : State.of(job)).failed(due.get());
            Instant retry = clock.instant().plus(WaitingRuns.pause(again.tries()));
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

    private static <T> CompletionHandler<T> reschedule(Optional<Instant> next, T state) {
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
        Map<String, Boolean> set = new HashMap<>();
        Set<String> others = ConcurrentHashMap.newKeySet();
        known.keySet().forEach(job -> others.add(key(SCHEDULE, job)));
        for (JobFolder.Entry job : jobs.list()) {
            logNewFault(job);
            Optional<Stored> before = Optional.ofNullable(known.get(job.name()));
            if (job.timetable().isPresent()) {
                JobDefinition definition = job.definition().orElseThrow();
                // Asked once for all jobs of an account.
                if (set.computeIfAbsent(definition.account(), of -> run.isSet(definition))) {
                    others.remove(key(SCHEDULE, job.name()));
                } else {
                    others.add(key(SCHEDULE, job.name()));
                }
                schedule(definition, job.timetable().get(), before);
            } else if (job.fault().isEmpty()) {
                // One that is due may be another host's.
                before.filter(each -> each.at().isAfter(clock.instant())).ifPresent(stored::remove);
            }
        }
        absent = others;
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
            scheduler.scheduleIfNotExists(new TaskInstance<>(SCHEDULE, job.name(), state), next);
        } else if (!state.line().equals(known.get().state().line())) {
            reschedule(job, next, state);
        } else {
            Instant at = known.get().at();
            boolean ahead = known.get().isOfAClockAhead(now);
            if (!ahead && !at.isAfter(next)) {
                return;
            }
            // Only where it is needed: it goes through all times that could be caught up.
            Instant due = times.latest(Instant.EPOCH, now, job.catchUp()).orElse(next);
            if (!ahead || at.isAfter(due)) {
                LOG.warn("Job {} was scheduled for {}; correcting that", job.name(), at);
                reschedule(job, due, state);
            }
        }
    }

    private void reschedule(JobDefinition job, Instant time, State state) {
        try {
            scheduler.reschedule(TaskInstanceId.of(SCHEDULE, job.name()), time, state);
        } catch (TaskInstanceCurrentlyExecutingException e) {
            // Its end reschedules it by the new definition.
        }
    }

    /** Removes the schedules that no host has taken for a day: nobody has their jobs any more. */
    void removeAbandoned() {
        begun.removeForgotten(clock.instant());
        Instant before = clock.instant().minus(ABANDONED);
        for (Stored each : stored.all()) {
            boolean abandoned =
                    each.at().isBefore(before) && absent.contains(key(SCHEDULE, each.job()));
            Optional<JobFolder.Entry> entry = jobs.entry(each.job());
            boolean isWanted = entry.filter(job -> job.timetable().isEmpty()).isEmpty();
            if (abandoned && stored.remove(each) && isWanted) {
                LOG.warn("No host has job {}, due at {}: unscheduled", each.job(), each.at());
                run.missed(each.job(), entry.flatMap(JobFolder.Entry::definition), each.at());
            }
        }
    }
}
