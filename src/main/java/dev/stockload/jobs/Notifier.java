package dev.stockload.jobs;

import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobDefinition.NotifySettings;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.FinishedSheets;
import dev.stockload.jobs.take.JobSheets;
import dev.stockload.jobs.take.JobSheets.FoundSheets;
import dev.stockload.jobs.take.JobSheets.JobContext;
import dev.stockload.ledger.Ledger;
import dev.stockload.notifications.Channels;
import dev.stockload.notifications.Channels.DeliveryException;
import dev.stockload.notifications.Deliveries;
import dev.stockload.notifications.Message;
import dev.stockload.notifications.Notification;
import dev.stockload.notifications.Notifications;
import dev.stockload.notifications.Recipient;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunStoppedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.queue.SheetListener;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Tells whoever wants to know how runs and jobs ended, each end once, whoever started the run: what
 * to tell is found in the ledger and kept there until it is delivered.
 */
public final class Notifier implements SheetListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);

    /** What ended longer ago is no news. */
    private static final Duration NEWS = Duration.ofDays(3);

    /** A run that goes on within this time, as after a restart, was hardly stopped. */
    private static final Duration STOPPED = Duration.ofMinutes(15);

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

    private final JobContext context;
    private final Ledger ledger;
    private final Notifications notifications;
    private final JobFolder jobs;
    private final Channels channels;
    private final Time time;
    private final Consumer<String> told;
    private final FinishedSheets afterwards;
    private final Deliveries deliveries;

    /** Finds the addresses in the definitions, where they alone are. */
    private final class DefinedRecipients implements Deliveries.Recipients {
        @Override
        public Set<String> known() {
            return jobs.files().keySet();
        }

        @Override
        public Optional<Recipient> find(String job, String fingerprint) {
            return jobs.find(job).notifyRules().stream()
                    .map(NotifySettings.Rule::recipient)
                    .filter(recipient -> recipient.fingerprint().equals(fingerprint))
                    .findFirst();
        }
    }

    /**
     * @param told hears in a sentence what could not be delivered, and what comes of it
     */
    public Notifier(JobContext context, Channels channels, Consumer<String> told) {
        this.context = context;
        this.ledger = context.ledger();
        this.notifications = new Notifications(ledger.database());
        this.jobs = context.jobs();
        this.time = context.time();
        this.afterwards = new FinishedSheets(context);
        this.channels = channels;
        this.told = told;
        this.deliveries =
                new Deliveries(notifications, channels, new DefinedRecipients(), time, told);
    }

    /** Finds the ends of runs that nobody was told of, and keeps what is to be told. */
    public void look() {
        Instant now = time.instant();
        Set<String> known = jobs.files().keySet();
        for (Run run : notifications.untold(now.minus(NEWS), ImportOrder.NO_JOB)) {
            boolean mayGoOn =
                    run.state() == RunState.STOPPED && run.endedAt().plus(STOPPED).isAfter(now);
            if (!mayGoOn && known.contains(run.job())) {
                endedUnlessFaulty(run, now);
            }
        }
        notifications.tidy(now);
    }

    /** What goes wrong with one run keeps nobody from hearing of the others. */
    private void endedUnlessFaulty(Run run, Instant now) {
        try {
            ended(jobs.find(run.job()), run, now);
        } catch (RuntimeException e) {
            boolean ofDefinition =
                    e instanceof Refusal why && why.kind() == Refusal.Kind.UNUSABLE_JOB;
            if (!ofDefinition) {
                LOG.warn("The end of run {} could not be reported; trying again", run.id(), e);
            }
            // Else it is reported when the definition is fixed, where that is soon enough.
        }
    }

    private void ended(JobDefinition job, Run run, Instant now) {
        MailAndChatText end = new MailAndChatText(run, context.data());
        List<Notification> messages = new ArrayList<>();
        Message message = end.message(ledger);
        for (NotifySettings.Rule each : job.notifyRules()) {
            if (each.on().contains(end.end())) {
                messages.add(
                        message.to(
                                each.recipient(),
                                "%s %s %s".formatted(run.id(), run.state(), run.endedAt()),
                                now));
            }
        }
        afterwards.ended(job, run);
        notifications.told(run, end.words(), messages);
    }

    /**
     * Tells that a job could not be run, or a sheet of it not be used. The same is told once a day.
     *
     * @param run what came of it; where the ledger knows that, it is told as any other end
     */
    public void failed(JobDefinition job, Optional<String> run, String why) {
        if (run.isPresent() && isInLedger(run.get())) {
            return;
        }
        Message message =
                Message.of(
                        NotifySettings.Rule.End.FAILURE.key(),
                        job.name(),
                        "Failed",
                        List.of("Job %s could not be run.".formatted(job.name()), why),
                        Map.of("account", job.account(), "file", job.read()));
        LocalDate today = time.instant().atZone(ZoneOffset.UTC).toLocalDate();
        String key = "job %s %s %s".formatted(job.name(), today, why.replaceAll("\\d", ""));
        tell(job, message, key);
    }

    /**
     * The sheets of a job that are to be imported now. Whoever asked sees why there are none; who
     * is to hear of the job may be somewhere else.
     *
     * @param account as the ledger knows it
     */
    public FoundSheets take(JobDefinition job, String account, boolean again) throws IOException {
        try {
            return new JobSheets(context).take(job, account, again);
        } catch (IOException | RuntimeException e) {
            notFetched(job, e);
            throw e;
        }
    }

    /** Tells that the sheets of a job could not be had, unless one is expected by a later time. */
    public void notFetched(JobDefinition job, Exception fault) {
        boolean later = JobSheets.isNoSheet(fault) && job.notifySettings().expect().isPresent();
        if (!later && !(fault instanceof RunStoppedException)) {
            failed(job, Optional.empty(), FaultMessages.sentence(fault));
        }
    }

    /** Tells that a file of a job cannot be read; of others their runs tell. */
    @Override
    public void unusable(ImportOrder order, String why) {
        if (!Files.isReadable(order.file())) {
            ofJob(order).ifPresent(job -> failed(job, Optional.empty(), why));
        }
    }

    /** Puts a file of a job out of the way that came again. */
    @Override
    public void alreadyImported(ImportOrder order, Run run) {
        ofJob(order).ifPresent(job -> afterwards.cameAgain(job, order.file(), run));
    }

    private Optional<JobDefinition> ofJob(ImportOrder order) {
        try {
            return !order.job().equals(ImportOrder.NO_JOB) && jobs.contains(order.job())
                    ? Optional.of(jobs.find(order.job()))
                    : Optional.empty();
        } catch (Refusal e) {
            LOG.warn("Nobody is told what became of a file of job {}", order.job(), e);
            return Optional.empty();
        }
    }

    void missed(JobDefinition job, ExpectedSheets.Missed missed) {
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
        tell(job, message, "expect %s %s".formatted(job.name(), missed.by()));
    }

    private boolean isInLedger(String run) {
        try {
            return ledger.runs().find(run).isPresent();
        } catch (RuntimeException e) {
            LOG.warn("It is unknown what the ledger has of run {}", run, e);
            return false;
        }
    }

    /** Keeps a message about a job for those who want to hear of failures. */
    void tell(JobDefinition job, Message message, String key) {
        List<Notification> messages = new ArrayList<>();
        for (NotifySettings.Rule each : job.notifyRules()) {
            if (each.on().contains(NotifySettings.Rule.End.FAILURE)) {
                messages.add(message.to(each.recipient(), key, time.instant()));
            }
        }
        try {
            notifications.add(messages);
        } catch (RuntimeException e) {
            if (!FaultMessages.isOfStorage(e)) {
                throw e;
            }
            // The ledger may be what failed: then this is the only try.
            LOG.warn("What happened to job {} cannot be kept; telling it once", job.name(), e);
            job.notifyRules().forEach(each -> deliverOnce(each, message, key));
        }
    }

    private void deliverOnce(NotifySettings.Rule to, Message message, String key) {
        if (to.on().contains(NotifySettings.Rule.End.FAILURE)) {
            CompletableFuture.supplyAsync(() -> channels.deliver(message, to.recipient(), key))
                    .thenAccept(
                            fault ->
                                    fault.ifPresent(
                                            why -> told.accept(to + " " + why.getMessage())));
        }
    }

    public void deliverDue() {
        deliveries.deliverDue();
    }

    /**
     * Delivers what there is to tell, for so long; what is left then is kept, also what a server
     * that hangs has not taken yet.
     */
    public void finish(Duration patience) {
        look();
        Instant end = time.instant().plus(patience);
        deliveries.deliverDue(patience);
        while (deliveries.isDueBy(end) && time.instant().isBefore(end)) {
            time.rest(BETWEEN_TRIES, new StopSignal());
            deliveries.deliverDue(Duration.between(time.instant(), end));
        }
        int waiting = deliveries.waiting();
        if (waiting > 0) {
            told.accept(
                    "%s kept: the next command, or stockload serve, tries again"
                            .formatted(Count.are(waiting, "message")));
        }
    }

    @Override
    public void close() {
        deliveries.close();
    }

    /**
     * What became of a test message.
     *
     * @param fault why it did not arrive, as the end of a sentence; empty where it did
     */
    public record TestNotification(String recipient, Optional<String> fault) {
        public static List<TestNotification> send(JobDefinition job, Channels channels) {
            String text =
                    "This is a test: job %s tells you when it ends or fails.".formatted(job.name());
            Message message = Message.of("test", job.name(), "Test", List.of(text), Map.of());
            String id = "test-" + Instant.now().toEpochMilli();
            return job.notifyRules().stream()
                    .map(NotifySettings.Rule::recipient)
                    .map(
                            to ->
                                    new TestNotification(
                                            to.shown(),
                                            channels.deliver(message, to, id)
                                                    .map(DeliveryException::getMessage)))
                    .toList();
        }

        @Override
        public String toString() {
            return recipient + " " + fault.orElse("was told");
        }
    }

    /** Looks now and then for what is to be told, and delivers it, beside the runs. */
    public static final class JobWatch implements AutoCloseable {
        private static final Logger LOG = LoggerFactory.getLogger(JobWatch.class);

        private final Notifier notifier;
        private final JobFolder jobs;
        private final ExpectedSheets expectations;
        private final InstantSource clock;
        private final ScheduledExecutorService threads =
                Executors.newScheduledThreadPool(2, new DaemonThreads("notify"));

        /**
         * @param jobs those whose sheets are expected here
         */
        public JobWatch(
                Notifier notifier,
                JobFolder jobs,
                ExpectedSheets expectations,
                InstantSource clock) {
            this.notifier = notifier;
            this.jobs = jobs;
            this.expectations = expectations;
            this.clock = clock;
        }

        public JobWatch start(Duration between) {
            repeat(this::look, between);
            // A server that does not answer keeps nobody from looking.
            repeat(notifier::deliverDue, between);
            return this;
        }

        void look() {
            notifier.look();
            Instant now = clock.instant();
            for (JobFolder.Entry entry : jobs.list()) {
                entry.definition()
                        .filter(job -> job.notifySettings().expect().isPresent())
                        .ifPresent(job -> expect(job, now));
            }
        }

        private void expect(JobDefinition job, Instant now) {
            try {
                expectations.missed(job, now).ifPresent(missed -> notifier.missed(job, missed));
            } catch (RuntimeException e) {
                LOG.warn(
                        "It is unknown whether job {} misses a sheet; trying again", job.name(), e);
            }
        }

        private void repeat(Runnable work, Duration between) {
            threads.scheduleWithFixedDelay(
                    () -> {
                        try {
                            work.run();
                        } catch (RuntimeException e) {
                            LOG.warn("Nobody could be told now; trying again", e);
                        }
                    },
                    0,
                    between.toMillis(),
                    TimeUnit.MILLISECONDS);
        }

        /** Looks no more: what is not delivered is kept for the next start. */
        @Override
        public void close() {
            threads.shutdownNow();
        }
    }
}
