package dev.stockload.jobs;

import com.github.kagkarlsson.scheduler.ScheduledExecution;
import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceCurrentlyExecutingException;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.CronTimes;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.NewSheets.FoundSheets;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunStoppedException;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Run;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.SafeText;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Runs jobs by their schedules, each scheduled time in one of the processes that share the ledger.
 * If that process dies, another runs the job again. Changed definitions are picked up.
 */
public final class JobScheduler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobScheduler.class);
    private static final String TASK = "job";
    private static final int MOST_AT_ONCE = 4096;
    private static final int MISSED_HEARTBEATS = 4;
    private static final int LONGEST_NAME = 200;
    private static final Duration FAULTY_JOB_RETRY = Duration.ofMinutes(1);

    private final JobFolder jobs;
    private final JobRunner run;
    private final InstantSource clock;
    private final Intervals intervals;
    private final Scheduler scheduler;
    private final ScheduledExecutorService reloads =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.small("schedules"));
    private final Map<String, String> faults = new ConcurrentHashMap<>();
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
    }

    /**
     * How often to look for due jobs, to write a heartbeat, and to read the definitions. Without
     * four heartbeats the process counts as dead.
     */
    public record Intervals(Duration due, Duration alive, Duration changes) {}

    public JobScheduler(
            Ledger ledger,
            JobFolder jobs,
            JobRunner run,
            InstantSource clock,
            Intervals intervals) {
        this(task -> builder(ledger, task), jobs, run, clock, intervals);
    }

    JobScheduler(
            Function<Task<?>, SchedulerBuilder> builder,
            JobFolder jobs,
            JobRunner run,
            InstantSource clock,
            Intervals intervals) {
        this.jobs = jobs;
        this.run = run;
        this.clock = clock;
        this.intervals = intervals;
        CustomTask<ScheduleState> task =
                Tasks.custom(TASK, ScheduleState.class)
                        .onDeadExecution(
                                (dead, operations) -> {
                                    LOG.warn("{} died; running it again", dead.getExecution());
                                    operations.reschedule(dead, clock.instant());
                                })
                        .execute((of, context) -> execute(of.getData(), context.getExecution()));
        this.scheduler =
                builder.apply(task)
                        .serializer(new ScheduleDataSerializer())
                        .clock(clock::instant)
                        .threads(MOST_AT_ONCE)
                        .executorService(Executors.newCachedThreadPool(DaemonThreads.small("job")))
                        .pollingInterval(intervals.due())
                        .heartbeatInterval(intervals.alive())
                        .missedHeartbeatsLimit(MISSED_HEARTBEATS)
                        .alwaysPersistTimestampInUTC()
                        .shutdownMaxWait(Duration.ofSeconds(5))
                        .build();
    }

    private static SchedulerBuilder builder(Ledger ledger, Task<?> task) {
        String owner = ledger.owners().name();
        String name = SafeText.last(owner, LONGEST_NAME);
        return Scheduler.create(ledger.dataSource(), task)
                .schedulerName(new SchedulerName.Fixed(name));
    }

    public JobScheduler start() {
        reload();
        scheduler.start();
        long between = intervals.changes().toMillis();
        reloads.scheduleWithFixedDelay(this::reload, between, between, TimeUnit.MILLISECONDS);
        return this;
    }

    /** Waits for the jobs that run now. The next start runs them again if it is soon enough. */
    @Override
    public void close() {
        stopping();
        reloads.shutdownNow();
        scheduler.stop();
    }

    /** From now on, a job that ends counts as interrupted. */
    public void stopping() {
        closing = true;
    }

    private CompletionHandler<ScheduleState> execute(ScheduleState state, Execution execution) {
        Instant now = clock.instant();
        Optional<JobFolder.Entry> entry = jobs.entry(execution.getId());
        if (entry.flatMap(JobFolder.Entry::fault).isPresent()) {
            // It may be fixed soon. Its fault was logged when the definition was read.
            return (done, operations) -> operations.reschedule(done, now.plus(FAULTY_JOB_RETRY));
        }
        Optional<CronTimes> times = entry.flatMap(JobFolder.Entry::timetable);
        if (times.isEmpty()) {
            LOG.warn("Job {} no longer has a schedule here", execution.getId());
            return (done, operations) -> operations.remove();
        }
        return execute(state, execution, entry.get().definition().orElseThrow(), times.get());
    }

    private CompletionHandler<ScheduleState> execute(
            ScheduleState state, Execution execution, JobDefinition job, CronTimes times) {
        Instant now = clock.instant();
        // If the next scheduled time has come meanwhile, this is no retry but that run.
        Optional<Instant> failed =
                state.due()
                        .filter(time -> !time.plus(job.catchUp()).isBefore(now))
                        .filter(time -> times.next(time).filter(n -> !n.isAfter(now)).isEmpty());
        Optional<Instant> due =
                failed.or(() -> times.latest(execution.executionTime, now, job.catchUp()));
        if (due.isEmpty()) {
            LOG.warn(
                    "Job {} missed its run at {}, which is too long ago to catch up",
                    job.name(),
                    execution.executionTime);
            return reschedule(times.next(now), ScheduleState.of(job));
        }
        JobRunner.End end = run.run(job, failed.isPresent());
        if (closing) {
            return reschedule(due, state);
        }
        Optional<Instant> next = times.next(due.get());
        if (end == JobRunner.End.FAILED_FOR_NOW) {
            ScheduleState again =
                    (failed.isPresent() ? state : ScheduleState.of(job)).failed(due.get());
            Instant retry = clock.instant().plus(again.pause());
            boolean inTime =
                    !retry.isAfter(due.get().plus(job.catchUp()))
                            && next.filter(n -> !n.isAfter(retry)).isEmpty();
            if (inTime) {
                LOG.warn("Job {} failed; trying again at {}", job.name(), retry);
                return reschedule(Optional.of(retry), again);
            }
        }
        return reschedule(next, ScheduleState.of(job));
    }

    private static CompletionHandler<ScheduleState> reschedule(
            Optional<Instant> next, ScheduleState state) {
        return (done, operations) ->
                next.ifPresentOrElse(
                        time -> operations.reschedule(done, time, state), operations::remove);
    }

    void reload() {
        try {
            Map<String, ScheduledExecution<ScheduleState>> known = new HashMap<>();
            scheduler.fetchScheduledExecutionsForTask(
                    TASK, ScheduleState.class, e -> known.put(e.getTaskInstance().getId(), e));
            for (JobFolder.Entry job : jobs.list()) {
                logNewFault(job);
                job.timetable().ifPresent(times -> schedule(job, times, known.get(job.name())));
            }
        } catch (RuntimeException e) {
            LOG.error("The job definitions could not be read", e);
        }
    }

    private void logNewFault(JobFolder.Entry job) {
        String before = faults.put(job.name(), job.fault().orElse(""));
        job.fault()
                .filter(fault -> !fault.equals(before))
                .ifPresent(fault -> LOG.error("{}", fault));
    }

    private void schedule(
            JobFolder.Entry job, CronTimes times, ScheduledExecution<ScheduleState> known) {
        ScheduleState state = ScheduleState.of(job.definition().orElseThrow());
        Instant next = times.next(clock.instant()).orElse(null);
        if (next == null) {
            return;
        }
        if (known == null) {
            scheduler.scheduleIfNotExists(new TaskInstance<>(TASK, job.name(), state), next);
        } else if (!state.line().equals(known.getData().line())) {
            try {
                scheduler.reschedule(TaskInstanceId.of(TASK, job.name()), next, state);
            } catch (TaskInstanceCurrentlyExecutingException e) {
                // Its end reschedules it by the new definition.
            }
        }
    }

    /**
     * The data of a scheduled job: its schedule and zone, to notice a changed definition, and after
     * a failure the scheduled time and the number of tries.
     */
    private record ScheduleState(String line, Optional<Instant> due, int tries) {
        private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
        private static final Duration LONGEST_PAUSE = Duration.ofMinutes(30);

        private static ScheduleState of(JobDefinition job) {
            String line = job.schedule().orElseThrow() + " " + job.zoneOrDefault();
            return new ScheduleState(line, Optional.empty(), 0);
        }

        private static ScheduleState read(String text) {
            String[] parts = text.split("\n");
            return parts.length < 3
                    ? new ScheduleState(parts[0], Optional.empty(), 0)
                    : new ScheduleState(
                            parts[0],
                            Optional.of(Instant.parse(parts[1])),
                            Integer.parseInt(parts[2]));
        }

        ScheduleState failed(Instant time) {
            return new ScheduleState(line, Optional.of(time), tries + 1);
        }

        Duration pause() {
            Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(tries - 1, 10));
            return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
        }

        @Override
        public String toString() {
            return due.map(time -> line + "\n" + time + "\n" + tries).orElse(line);
        }
    }

    private static final class ScheduleDataSerializer implements Serializer {
        @Override
        public byte[] serialize(Object data) {
            return data.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] text) {
            return type.cast(ScheduleState.read(new String(text, StandardCharsets.UTF_8)));
        }
    }

    /** Runs scheduled jobs file by file, and sends their notifications. */
    public record ScheduledJobRunner(ImportQueue queue, JobRuns jobs) implements JobRunner {
        @Override
        public End run(JobDefinition job, boolean again) {
            Sheets sheets = new Sheets(job, again);
            try {
                try {
                    jobs.run(job, new JobRuns.Options(false, false, "schedule"), sheets);
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
            public JobRuns.StartedImport begin(FoundSheets.Sheet sheet, ImportOrder order)
                    throws IOException {
                Optional<Run> refused =
                        sheet.before().filter(Run::isUnusable).filter(order::isAskedLike);
                if (refused.isPresent()) {
                    // It was reported at the first run; another run would end the same way.
                    LOG.info(
                            "{} still cannot be used: {}",
                            order.sheetName(),
                            refused.get().message());
                    return JobRuns.StartedImport.UNUSABLE;
                }
                ImportTicket ticket = queue.submit(order);
                tickets.add(ticket);
                return JobRuns.StartedImport.of(ticket);
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
            public void unusable(FoundSheets.Sheet sheet, UnusableSheetException why) {
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
