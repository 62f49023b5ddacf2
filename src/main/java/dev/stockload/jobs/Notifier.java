package dev.stockload.jobs;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobDefinition.NotifySettings.Rule;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.JobContext;
import dev.stockload.jobs.take.JobSheets;
import dev.stockload.jobs.take.MovedSheets;
import dev.stockload.jobs.take.NewSheets;
import dev.stockload.notifications.Channels;
import dev.stockload.notifications.Channels.Fault;
import dev.stockload.notifications.Message;
import dev.stockload.notifications.MessageTable;
import dev.stockload.notifications.MessageTable.StoredMessage;
import dev.stockload.notifications.Recipient;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.Run;
import dev.stockload.stock.Refusal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.support.DelegatingErrorHandlingRunnable;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Sends the notifications about runs and jobs that ended, each once, whichever process ran them. It
 * finds the ends in the ledger, and keeps the messages there until they are delivered.
 */
public final class Notifier implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);

    /** Runs that ended longer ago are not reported. */
    private static final Duration NEWS = Duration.ofDays(3);

    /** A stopped run is reported only after this time: a restart may have resumed it. */
    private static final Duration STOPPED = Duration.ofMinutes(15);

    /** When the message about last night is sent if a job expects no sheet by a time. */
    private static final LocalTime DAILY = LocalTime.of(7, 0);

    private final JobContext context;
    private final MessageTable notifications;
    private final MessageDelivery deliveries;

    /** For which time of which definition it was asked whether a job misses a sheet. */
    private final Map<String, Object> asked = new ConcurrentHashMap<>();

    private final ScheduledExecutorService watching =
            Executors.newScheduledThreadPool(3, new DaemonThreads("notify"));

    /** {@code warnings} gets a sentence about each message that could not be delivered. */
    public Notifier(JobContext context, Channels channels, Consumer<String> warnings) {
        this.context = context;
        this.notifications = new MessageTable(context.ledger().database());
        this.deliveries = new MessageDelivery(context, channels, warnings);
    }

    public void findEnded() {
        Instant now = context.time().instant();
        List<Run> ended = notifications.unreported(now.minus(NEWS), ImportOrder.NO_JOB);
        Set<String> known = ended.isEmpty() ? Set.of() : context.jobs().files().keySet();
        for (Run run : ended) {
            boolean mayGoOn =
                    run.state() == Run.State.STOPPED && run.endedAt().plus(STOPPED).isAfter(now);
            if (!mayGoOn && known.contains(run.job())) {
                reportEnd(run, now);
            }
        }
    }

    /** A fault with one run does not keep the others from being reported. */
    private void reportEnd(Run run, Instant now) {
        try {
            ended(context.jobs().find(run.job()), run, now);
        } catch (RuntimeException e) {
            boolean ofDefinition =
                    e instanceof Refusal why && why.kind() == Refusal.Kind.UNUSABLE_JOB;
            if (!ofDefinition) {
                LOG.warn("The end of run {} could not be reported; trying again", run.id(), e);
            }
            // Otherwise it is reported once the definition is fixed, if that is soon enough.
        }
    }

    private void ended(JobDefinition job, Run run, Instant now) {
        RunEndText end = new RunEndText(run, context.data());
        Message message = end.message(context.ledger());
        String key = "%s %s %s".formatted(run.id(), run.state(), run.endedAt());
        List<StoredMessage> messages =
                new ArrayList<>(
                        job.notifySettings()
                                .recipients(end.end())
                                .map(to -> message.to(to, key, now))
                                .toList());
        if (end.end() == Rule.End.REJECTS || run.isUnusable()) {
            Optional<String> path = new JobSheets(context.ledger(), job, run.account()).pathOf(run);
            context.replyTo(job)
                    .flatMap(to -> path.map(each -> end.reply(message, each).to(to, run.id(), now)))
                    .ifPresent(messages::add);
        }
        new MovedSheets(context, job, run.account()).move();
        notifications.reported(run, end.key(), messages);
    }

    /** The same reason is reported once a day. */
    public void failed(JobDefinition job, String why) {
        Message message =
                Message.of(
                        Rule.End.FAILURE.key(),
                        job.name(),
                        "Failed",
                        List.of("Job %s could not be run.".formatted(job.name()), why),
                        Map.of("account", job.account(), "file", job.read()));
        LocalDate today = context.time().instant().atZone(ZoneOffset.UTC).toLocalDate();
        String key = "job %s %s %s".formatted(job.name(), today, why.replaceAll("\\d", ""));
        addFailure(job, message, key);
    }

    /** Tells of a run whose end cannot be stored; any other is reported by its end. */
    public void unstored(Run run, Throwable fault) {
        if (fault != null && context.jobs().contains(run.job()) && !isInLedger(run.id())) {
            failed(context.jobs().find(run.job()), FaultMessages.explain(fault));
        }
    }

    /** Reports a failed fetch, unless the job has a time by which a sheet is expected. */
    public void fetchFailed(JobDefinition job, Exception fault) {
        boolean later = NewSheets.isNoSheet(fault) && job.notifySettings().expect().isPresent();
        if (!later && !(fault instanceof RunStoppedException)) {
            failed(job, FaultMessages.explain(fault));
        }
    }

    JobContext context() {
        return context;
    }

    /** Finds and delivers messages until it is stopped; undelivered ones are kept. */
    public void watch(JobFolder watched, ExpectedSheets expected, Duration between) {
        repeat(between, this::findEnded);
        repeat(between.multipliedBy(5), () -> checkJobs(watched, expected));
        repeat(Duration.ofHours(1), () -> notifications.deleteOld(context.time().instant()));
        // In another thread: a server that does not answer must not delay the search.
        repeat(between, this::deliverDue);
    }

    public void stopWatching() {
        watching.shutdownNow();
    }

    private void repeat(Duration between, Runnable work) {
        Runnable attempt =
                new DelegatingErrorHandlingRunnable(
                        work, e -> LOG.warn("Notifications failed; trying again", e));
        watching.scheduleWithFixedDelay(attempt, 0, between.toMillis(), TimeUnit.MILLISECONDS);
    }

    void checkJobs(JobFolder watched, ExpectedSheets expected) {
        List<JobDefinition> all = JobFolder.Entry.usable(watched.list());
        Instant now = context.time().instant();
        for (JobDefinition job : all) {
            Optional<Instant> last = ExpectedSheets.lastTime(job, now);
            Object state = List.of(job.account(), job.changedAt(), last);
            if (last.isEmpty() || state.equals(asked.get(job.name()))) {
                continue;
            }
            try {
                expected.missed(job, now).ifPresent(missed -> missed(job, missed));
                asked.put(job.name(), state);
            } catch (RuntimeException e) {
                LOG.warn(
                        "Could not find out whether job {} misses a sheet; trying again",
                        job.name(),
                        e);
            }
        }
        daily(all, expected);
    }

    private void missed(JobDefinition job, ExpectedSheets.Missed missed) {
        String subject =
                switch (missed.kind()) {
                    case NO_SHEET -> "No new sheet";
                    case SAME_AGAIN -> "The same sheet again";
                    case NOT_FINISHED -> "Not finished in time";
                };
        Message message =
                Message.of(
                        "expect",
                        job.name(),
                        subject,
                        List.of(missed.sentence()),
                        Map.of("account", job.account(), "expected", missed.by().toString()));
        addFailure(job, message, "expect %s %s".formatted(job.name(), missed.by()));
    }

    /** Queues one message a day for each recipient, once all its jobs are due. */
    private void daily(List<JobDefinition> all, ExpectedSheets expected) {
        Instant now = context.time().instant();
        Map<Recipient, List<JobDefinition>> asked = new LinkedHashMap<>();
        for (JobDefinition job : all) {
            job.notifySettings()
                    .recipients(Rule.End.DAILY)
                    .forEach(to -> asked.computeIfAbsent(to, same -> new ArrayList<>()).add(job));
        }
        asked.forEach(
                (to, jobs) -> {
                    // The same all day, so that it is sent once.
                    String key = "daily " + now.atZone(jobs.get(0).zoneOrDefault()).toLocalDate();
                    boolean due = jobs.stream().allMatch(job -> isDailyDue(job, now));
                    if (due && !notifications.isStored(Message.id(to, key))) {
                        Message message =
                                MorningBuilder.ofOnly(jobs, expected, now)
                                        .message(jobs.get(0).name());
                        notifications.add(List.of(message.to(to, key, now)));
                    }
                });
    }

    /** At {@code expect} or 07:00; not on the day on which the definition was changed later. */
    private static boolean isDailyDue(JobDefinition job, Instant now) {
        ZonedDateTime today = now.atZone(job.zoneOrDefault());
        Instant due = today.with(job.notifySettings().expect().orElse(DAILY)).toInstant();
        return !due.isAfter(now) && !job.changedAt().isAfter(due);
    }

    private boolean isInLedger(String run) {
        try {
            return context.ledger().runs().find(run).isPresent();
        } catch (RuntimeException e) {
            LOG.warn("Run {} could not be looked up", run, e);
            return false;
        }
    }

    void addFailure(JobDefinition job, Message message, String key) {
        List<Recipient> recipients = job.notifySettings().recipients(Rule.End.FAILURE).toList();
        Instant now = context.time().instant();
        try {
            notifications.add(recipients.stream().map(to -> message.to(to, key, now)).toList());
        } catch (RuntimeException e) {
            if (!FaultMessages.isOfStorage(e)) {
                throw e;
            }
            // The ledger may be what failed: then this is the only try.
            LOG.warn("A message about job {} cannot be stored; sending it once", job.name(), e);
            recipients.forEach(to -> deliveries.deliverOnce(to, message, key));
        }
    }

    public void deliverDue() {
        deliveries.deliverDue();
    }

    /** Delivers for at most this long; keeps the rest, also what a hanging server has not taken. */
    public void finish(Duration limit) {
        try {
            findEnded();
            deliveries.deliverWithin(limit);
        } catch (RuntimeException e) {
            // How the run ended, and how to resume it, matters more to the person who waits.
            LOG.warn("Messages could not be delivered", e);
        }
    }

    @Override
    public void close() {
        stopWatching();
        deliveries.close();
    }

    /** A test message; {@code fault} is empty if it arrived. */
    public record TestNotification(Recipient recipient, Optional<Fault> fault) {
        public static List<TestNotification> send(JobDefinition job, Channels channels) {
            String text =
                    "This is a test: job %s notifies you when it ends or fails."
                            .formatted(job.name());
            Message message = Message.of("test", job.name(), "Test", List.of(text), Map.of());
            String id = "test-" + channels.clock().millis();
            return job.notifySettings().rules().stream()
                    .map(Rule::recipient)
                    .map(to -> new TestNotification(to, channels.deliver(message, to, id)))
                    .toList();
        }

        @Override
        public String toString() {
            return recipient + " " + fault.map(Fault::reason).orElse("got the test message");
        }
    }
}
