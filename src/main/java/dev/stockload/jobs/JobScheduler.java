package dev.stockload.jobs;

import com.github.kagkarlsson.scheduler.ScheduledExecution;
import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceCurrentlyExecutingException;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.CronTimes;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.JobSheets.FoundSheets;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunStoppedException;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Run;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Runs jobs at their times, each time once, whichever of the processes that share the ledger does
 * it; when one dies, another goes on. Definitions that change are noticed.
 */
public final class JobScheduler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobScheduler.class);
    private static final String TASK = "job";
    private static final int MOST_AT_ONCE = 4096;
    private static final int MISSED_HEARTBEATS = 4;
    private static final int LONGEST_NAME = 200;
    private static final Duration MENDING = Duration.ofMinutes(1);

    private final JobFolder jobs;
    private final JobRunner run;
    private final InstantSource clock;
    private final Pulse pulse;
    private final Scheduler scheduler;
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.small("schedules"));
    private final Map<String, String> faults = new ConcurrentHashMap<>();
    private volatile boolean closing;

    /** Runs a job to its end when its time has come. */
    public interface JobRunner {
        /** What became of it. */
        enum End {
            DONE,
            /** It failed, but another try may succeed by itself. */
            FAILED_FOR_NOW
        }

        /**
         * @param again whether it has failed before at the same time of its schedule
         */
        End run(JobDefinition job, boolean again);
    }

    /**
     * How often it looks.
     *
     * @param due for jobs whose time has come
     * @param alive to show that it lives; four of these without a sign mean that it does not
     * @param changes for definitions that were changed
     */
    public record Pulse(Duration due, Duration alive, Duration changes) {
        public static final Pulse USUAL =
                new Pulse(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(30));

        public Pulse alive(Duration between) {
            return new Pulse(due, between, changes);
        }
    }

    /**
     * @param owner the name by which the ledger knows this process
     * @param run what runs a job; where it fails for now, it is tried again within its catch-up
     */
    public JobScheduler(
            Ledger ledger,
            String owner,
            JobFolder jobs,
            JobRunner run,
            InstantSource clock,
            Pulse pulse) {
        this.jobs = jobs;
        this.run = run;
        this.clock = clock;
        this.pulse = pulse;
        CustomTask<String> task =
                Tasks.custom(TASK, String.class)
                        .onDeadExecution(
                                (dead, operations) -> {
                                    LOG.warn("{} died; running it again", dead.getExecution());
                                    operations.reschedule(dead, clock.instant());
                                })
                        .execute((instance, context) -> execute(context.getExecution()));
        this.scheduler =
                Scheduler.create(ledger.dataSource(), task)
                        .schedulerName(new SchedulerName.Fixed(name(owner)))
                        .serializer(new ScheduleDataSerializer())
                        .clock(clock::instant)
                        .threads(MOST_AT_ONCE)
                        .executorService(Executors.newCachedThreadPool(DaemonThreads.small("job")))
                        .pollingInterval(pulse.due())
                        .heartbeatInterval(pulse.alive())
                        .missedHeartbeatsLimit(MISSED_HEARTBEATS)
                        .alwaysPersistTimestampInUTC()
                        .shutdownMaxWait(Duration.ofSeconds(5))
                        .build();
    }

    public JobScheduler start() {
        look();
        scheduler.start();
        long between = pulse.changes().toMillis();
        looks.scheduleWithFixedDelay(this::look, between, between, TimeUnit.MILLISECONDS);
        return this;
    }

    /** What runs now ends first; it is run again at the next start, where that is soon enough. */
    @Override
    public void close() {
        stopping();
        looks.shutdownNow();
        scheduler.stop();
    }

    /** From now on a job that ends was cut short. */
    public void stopping() {
        closing = true;
    }

    private CompletionHandler<String> execute(Execution execution) {
        Instant now = clock.instant();
        Optional<JobFolder.Entry> entry = jobs.entry(execution.getId());
        if (entry.flatMap(JobFolder.Entry::fault).isPresent()) {
            // It may be mended soon; what is wrong with it was said when it was looked at.
            return (done, operations) -> operations.reschedule(done, now.plus(MENDING));
        }
        Optional<CronTimes> times = entry.flatMap(JobFolder.Entry::timetable);
        if (times.isEmpty()) {
            LOG.warn("Job {} no longer has a schedule here", execution.getId());
            return (done, operations) -> operations.remove();
        }
        return execute(execution, entry.get().definition().orElseThrow(), times.get());
    }

    private CompletionHandler<String> execute(
            Execution execution, JobDefinition job, CronTimes times) {
        Instant now = clock.instant();
        ScheduleState night = ScheduleState.read(String.valueOf(execution.taskInstance.getData()));
        // A try for a time that is over by now is one for the time that came since.
        Optional<Instant> failed =
                night.due()
                        .filter(time -> !time.plus(job.catchUp()).isBefore(now))
                        .filter(time -> times.next(time).filter(n -> !n.isAfter(now)).isEmpty());
        Optional<Instant> due =
                failed.or(() -> times.latest(execution.executionTime, now, job.catchUp()));
        if (due.isEmpty()) {
            LOG.warn(
                    "Job {} missed its run at {}, which is too long ago to catch up",
                    job.name(),
                    execution.executionTime);
            return at(times.next(now), ScheduleState.of(line(job)));
        }
        JobRunner.End end = run.run(job, failed.isPresent());
        if (closing) {
            return at(due, night);
        }
        Optional<Instant> next = times.next(due.get());
        if (end == JobRunner.End.FAILED_FOR_NOW) {
            ScheduleState again =
                    (failed.isPresent() ? night : ScheduleState.of(line(job))).failed(due.get());
            Instant retry = clock.instant().plus(again.pause());
            boolean inTime =
                    !retry.isAfter(due.get().plus(job.catchUp()))
                            && next.filter(n -> !n.isAfter(retry)).isEmpty();
            if (inTime) {
                LOG.warn("Job {} failed; trying again at {}", job.name(), retry);
                return at(Optional.of(retry), again);
            }
        }
        return at(next, ScheduleState.of(line(job)));
    }

    private static CompletionHandler<String> at(Optional<Instant> next, ScheduleState night) {
        return (done, operations) ->
                next.ifPresentOrElse(
                        time -> operations.reschedule(done, time, night.toString()),
                        operations::remove);
    }

    Optional<Instant> placed(String job) {
        return scheduler
                .getScheduledExecution(TaskInstanceId.of(TASK, job))
                .map(ScheduledExecution::getExecutionTime);
    }

    void look() {
        try {
            Map<String, ScheduledExecution<String>> known = new HashMap<>();
            scheduler.fetchScheduledExecutionsForTask(
                    TASK, String.class, e -> known.put(e.getTaskInstance().getId(), e));
            for (JobFolder.Entry job : jobs.list()) {
                tell(job);
                job.timetable().ifPresent(times -> place(job, times, known.get(job.name())));
            }
        } catch (RuntimeException e) {
            LOG.error("The job definitions could not be read", e);
        }
    }

    private void tell(JobFolder.Entry job) {
        String before = faults.put(job.name(), job.fault().orElse(""));
        job.fault()
                .filter(fault -> !fault.equals(before))
                .ifPresent(fault -> LOG.error("{}", fault));
    }

    private void place(JobFolder.Entry job, CronTimes times, ScheduledExecution<String> known) {
        String line = line(job.definition().orElseThrow());
        Instant next = times.next(clock.instant()).orElse(null);
        if (next == null) {
            return;
        }
        if (known == null) {
            scheduler.scheduleIfNotExists(new TaskInstance<>(TASK, job.name(), line), next);
        } else if (!line.equals(ScheduleState.read(String.valueOf(known.getData())).line())) {
            try {
                scheduler.reschedule(TaskInstanceId.of(TASK, job.name()), next, line);
            } catch (TaskInstanceCurrentlyExecutingException e) {
                // Its end puts it where the definition says.
            }
        }
    }

    private static String line(JobDefinition job) {
        return job.schedule().orElseThrow() + " " + job.timetable().orElseThrow().zone();
    }

    private static String name(String owner) {
        return owner.length() <= LONGEST_NAME
                ? owner
                : owner.substring(owner.length() - LONGEST_NAME);
    }

    /**
     * What is kept with a scheduled job: its line of schedule and zone, by which a changed
     * definition is noticed, and where it failed for now, for which time and how often.
     */
    private record ScheduleState(String line, Optional<Instant> due, int tries) {
        private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
        private static final Duration LONGEST_PAUSE = Duration.ofMinutes(30);

        private static ScheduleState of(String line) {
            return new ScheduleState(line, Optional.empty(), 0);
        }

        private static ScheduleState read(String text) {
            String[] parts = text.split("\n");
            return parts.length < 3
                    ? of(parts[0])
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

    /** Keeps the data of scheduled jobs as plain text. */
    private static final class ScheduleDataSerializer implements Serializer {
        @Override
        public byte[] serialize(Object data) {
            return data == null ? null : data.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] text) {
            return text == null ? null : type.cast(new String(text, StandardCharsets.UTF_8));
        }
    }

    /** Runs jobs where nobody watches: file by file, and whoever wants to know is told. */
    public static final class ScheduledJobRunner implements JobScheduler.JobRunner {
        private static final Logger LOG = LoggerFactory.getLogger(ScheduledJobRunner.class);

        private final ImportQueue queue;
        private final Notifier notifier;
        private final JobRuns jobs;

        public ScheduledJobRunner(
                ImportQueue queue, Notifier notifier, UnaryOperator<String> accounts) {
            this.queue = queue;
            this.notifier = notifier;
            this.jobs = new JobRuns(notifier, accounts);
        }

        @Override
        public End run(JobDefinition job, boolean again) {
            Sheets sheets = new Sheets(job, again);
            try {
                jobs.run(job, new JobRuns.Asked(false, false), sheets);
                return queue.isClosed() ? End.FAILED_FOR_NOW : sheets.end;
            } catch (RunStoppedException e) {
                // The next start fetches it.
                return End.FAILED_FOR_NOW;
            } catch (IOException | RuntimeException e) {
                log(job, e);
                notifier.notFetched(job, e);
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

        /** The sheets of a job, one after the other. */
        private final class Sheets implements JobRuns.Door {
            private final JobDefinition job;
            private final boolean again;
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
            public JobRuns.Begun begin(FoundSheets.Sheet sheet, ImportOrder order)
                    throws IOException {
                Optional<Run> refused =
                        sheet.before().filter(Run::isUnusable).filter(order::isAskedLike);
                if (refused.isPresent()) {
                    // Told when it was found out; another run would find the same.
                    LOG.info(
                            "{} still cannot be used: {}",
                            order.sheetName(),
                            refused.get().message());
                    return JobRuns.Begun.UNUSABLE;
                }
                try {
                    ImportTicket ticket = queue.perform(order);
                    try {
                        ticket.result().join();
                        ticket.fault()
                                .filter(FaultMessages::isPassing)
                                .ifPresent(why -> failsForNow());
                    } catch (CompletionException e) {
                        failed(Optional.of(ticket.run()), e.getCause());
                    }
                    return JobRuns.Begun.of(ticket);
                } catch (UnusableSheetException e) {
                    // It does not keep the next from being imported.
                    failed(Optional.empty(), e);
                    return JobRuns.Begun.UNUSABLE;
                }
            }

            /** One that is to be tried again is told of the first time. */
            private void failed(Optional<String> run, Throwable fault) {
                boolean passing = FaultMessages.isPassing(fault);
                if (passing) {
                    failsForNow();
                }
                if (!queue.isClosed() && !(passing && again)) {
                    log(job, fault);
                    notifier.failed(job, run, FaultMessages.sentence(fault));
                }
            }

            private void failsForNow() {
                end = End.FAILED_FOR_NOW;
            }
        }
    }
}
