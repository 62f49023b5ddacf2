package dev.stockload.jobs;

import static java.util.concurrent.CompletableFuture.runAsync;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobDefinition.NotifySettings.Rule;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.JobContext;
import dev.stockload.notifications.Channels;
import dev.stockload.notifications.Channels.Fault;
import dev.stockload.notifications.Message;
import dev.stockload.notifications.MessageTable;
import dev.stockload.notifications.MessageTable.StoredMessage;
import dev.stockload.notifications.Recipient;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.sources.Source;
import dev.stockload.stock.Count;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.core.JacksonException;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Delivers the messages that the ledger keeps. Whichever process comes first tries; a message that
 * fails is retried for two days.
 */
final class MessageDelivery implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MessageDelivery.class);
    private static final int THREADS = 4;

    /** Longer than any attempt takes; afterwards another process may try. */
    private static final Duration CLAIM = Duration.ofMinutes(2);

    private static final Duration RETRIED_FOR = Duration.ofDays(2);

    private static final int LONGEST_PAUSE_SECONDS = 1800;
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

    private final MessageTable notifications;
    private final Channels channels;
    private final JobContext context;
    private final JobFolder jobs;
    private final Time time;
    private final Consumer<String> warnings;
    private final ExecutorService threads =
            Executors.newFixedThreadPool(THREADS, new DaemonThreads("deliver"));

    MessageDelivery(JobContext context, Channels channels, Consumer<String> warnings) {
        this.notifications = new MessageTable(context.ledger().database());
        this.channels = channels;
        this.context = context;
        this.jobs = context.jobs();
        this.time = context.time();
        this.warnings = warnings;
    }

    void deliverDue() {
        begin().join();
    }

    /** Delivers for at most this long; keeps the rest, also what a hanging server has not taken. */
    void deliverWithin(Duration limit) {
        Instant end = time.instant().plus(limit);
        deliverUntil(end);
        while (isDueBy(end) && time.instant().isBefore(end)) {
            time.rest(BETWEEN_TRIES, new StopSignal());
            deliverUntil(end);
        }
        int waiting = notifications.waiting();
        if (waiting > 0) {
            warnings.accept(
                    "%s kept: the next command, or stockload serve, tries again"
                            .formatted(Count.are(waiting, "message")));
        }
    }

    /** Attempts that are under way then continue. */
    private void deliverUntil(Instant end) {
        long limit = Duration.between(time.instant(), end).toMillis();
        begin().completeOnTimeout(null, limit, TimeUnit.MILLISECONDS).join();
    }

    /** Recipients in parallel, the messages of each in order. */
    private CompletableFuture<Void> begin() {
        Map<String, List<StoredMessage>> due = new LinkedHashMap<>();
        List<StoredMessage> all = notifications.due(time.instant());
        Set<String> known = all.isEmpty() ? Set.of() : jobs.files().keySet();
        for (StoredMessage each : all) {
            if (known.contains(each.job())) {
                due.computeIfAbsent(each.recipient(), to -> new ArrayList<>()).add(each);
            } else if (isOld(each)) {
                notifications.givenUp(each, "is named in no job definition");
            }
        }
        return CompletableFuture.allOf(
                due.values().stream()
                        .map(each -> runAsync(() -> deliver(each), threads))
                        .toArray(CompletableFuture[]::new));
    }

    /** Up to the first that fails, so that none overtakes an earlier one. */
    private void deliver(List<StoredMessage> messages) {
        for (StoredMessage each : messages) {
            if (!attempt(each)) {
                return;
            }
        }
    }

    private boolean isOld(StoredMessage message) {
        return time.instant().isAfter(message.createdAt().plus(RETRIED_FOR));
    }

    /** Whether a message is due by then, other than those under way. */
    private boolean isDueBy(Instant then) {
        Set<String> known = jobs.files().keySet();
        return notifications.due(then).stream().anyMatch(each -> known.contains(each.job()));
    }

    /** Whether the next may be tried: this one has arrived, or does not block others. */
    private boolean attempt(StoredMessage message) {
        Instant now = time.instant();
        try {
            return notifications.claim(message, now, now.plus(CLAIM)) && deliver(message);
        } catch (RuntimeException e) {
            if (!threads.isShutdown()) {
                LOG.warn(
                        "The message to {} about job {} failed", message.shown(), message.job(), e);
            }
            return false;
        }
    }

    private boolean deliver(StoredMessage message) {
        // Addresses are stored nowhere but in the definitions.
        JobDefinition job = jobs.find(message.job());
        Optional<Recipient> recipient =
                Stream.concat(
                                job.notifySettings().rules().stream().map(Rule::recipient),
                                context.replyTo(job).stream())
                        .filter(each -> each.fingerprint().equals(message.recipient()))
                        .findFirst();
        if (recipient.isEmpty()) {
            notifications.givenUp(message, "is no longer named in the job definition");
            return true;
        }
        Optional<Fault> fault = deliver(message, recipient.get(), job);
        if (fault.isEmpty()) {
            notifications.delivered(message);
        } else {
            failed(message, fault.get());
        }
        return fault.isEmpty() || fault.get().refused();
    }

    private Optional<Fault> deliver(StoredMessage message, Recipient recipient, JobDefinition job) {
        try {
            Message content = Message.of(message);
            if (content.repliesTo().isEmpty()) {
                return channels.deliver(content, recipient, message.id());
            }
            try (Source source = context.open(job)) {
                return source.letter(content.repliesTo())
                        .map(mail -> content.answering(mail.id(), mail.subject()))
                        .flatMap(answer -> channels.deliver(answer, recipient, message.id()));
            }
        } catch (IOException | RunFailedException e) {
            return Optional.of(new Fault(FaultMessages.explain(e), false));
        } catch (JacksonException e) {
            return Optional.of(new Fault("cannot get a message that is no longer readable", true));
        }
    }

    /** Delivers a message that cannot be stored. */
    void deliverOnce(Recipient to, Message message, String key) {
        runAsync(
                () ->
                        channels.deliver(message, to, key)
                                .ifPresent(why -> warnings.accept(to + " " + why.reason())));
    }

    private void failed(StoredMessage message, Fault fault) {
        Instant now = time.instant();
        String words = "%s %s".formatted(message.shown(), fault.reason());
        if (isOld(message)) {
            notifications.givenUp(message, fault.reason());
            warn("%s: the message about job %s was given up".formatted(words, message.job()));
            return;
        }
        long seconds = 1L << Math.min(2 * message.attempts(), 12);
        Duration pause = Duration.ofSeconds(Math.min(seconds, LONGEST_PAUSE_SECONDS));
        notifications.failed(message, fault.reason(), now.plus(pause), fault.refused());
        if (message.attempts() == 0) {
            warn("%s; trying again for %s".formatted(words, Count.of(RETRIED_FOR.toDays(), "day")));
        }
    }

    private void warn(String words) {
        LOG.warn(words);
        warnings.accept(words);
    }

    /** Does not wait for attempts that hang: the next process tries them again. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
