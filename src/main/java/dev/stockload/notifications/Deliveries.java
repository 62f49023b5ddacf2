package dev.stockload.notifications;

import dev.stockload.notifications.Channels.DeliveryException;
import dev.stockload.process.DaemonThreads;
import dev.stockload.stock.Count;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.core.JacksonException;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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

/**
 * Delivers what the ledger keeps: again and again for two days where it does not arrive, whichever
 * process comes to it.
 */
public final class Deliveries implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);
    private static final int SIDE_BY_SIDE = 4;

    /** Longer takes no attempt; then another process may try. */
    private static final Duration CLAIM = Duration.ofMinutes(2);

    private static final Duration ENOUGH = Duration.ofDays(2);

    private static final int LONGEST_PAUSE_SECONDS = 1800;

    private final Notifications kept;
    private final Channels channels;
    private final Recipients recipients;
    private final InstantSource clock;
    private final Consumer<String> told;
    private final ExecutorService threads =
            Executors.newFixedThreadPool(SIDE_BY_SIDE, new DaemonThreads("deliver"));

    /** Knows the addresses that the ledger has only hashes of. */
    public interface Recipients {
        /** The jobs whose definitions are here, and not on another host. */
        Set<String> known();

        /** The recipient of a job; empty where it is no longer to be told. */
        Optional<Recipient> find(String job, String fingerprint);
    }

    /**
     * @param told hears in a sentence what could not be delivered, and what comes of it
     */
    public Deliveries(
            Notifications kept,
            Channels channels,
            Recipients recipients,
            InstantSource clock,
            Consumer<String> told) {
        this.kept = kept;
        this.channels = channels;
        this.recipients = recipients;
        this.clock = clock;
        this.told = told;
    }

    /** Tries all that is due, and waits for that. */
    public void deliverDue() {
        begin().join();
    }

    /** The same, but waits no longer than this; what is under way then goes on by itself. */
    public void deliverDue(Duration patience) {
        begin().completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    /** The recipients side by side, the messages to each one after the other. */
    private CompletableFuture<Void> begin() {
        Map<String, List<Notification>> due = new LinkedHashMap<>();
        Set<String> known = recipients.known();
        for (Notification each : kept.due(clock.instant())) {
            if (known.contains(each.job())) {
                due.computeIfAbsent(each.recipient(), to -> new ArrayList<>()).add(each);
            } else if (isOld(each)) {
                kept.givenUp(each, "is named in no job definition");
            }
        }
        return CompletableFuture.allOf(
                due.values().stream()
                        .map(all -> CompletableFuture.runAsync(() -> attempt(all), threads))
                        .toArray(CompletableFuture[]::new));
    }

    /** Up to the first that keeps its place in the line. */
    private void attempt(List<Notification> messages) {
        for (Notification each : messages) {
            if (!attempt(each)) {
                return;
            }
        }
    }

    private boolean isOld(Notification message) {
        return clock.instant().isAfter(message.createdAt().plus(ENOUGH));
    }

    /** Whether anything is to be tried by then that is not under way. */
    public boolean isDueBy(Instant then) {
        Set<String> known = recipients.known();
        return kept.due(then).stream().anyMatch(each -> known.contains(each.job()));
    }

    public int waiting() {
        return kept.waiting().size();
    }

    /** Whether the next may be tried: this one has arrived, or is one that holds up no other. */
    private boolean attempt(Notification message) {
        Instant now = clock.instant();
        try {
            return kept.claim(message, now, now.plus(CLAIM)) && deliver(message);
        } catch (RuntimeException e) {
            if (!threads.isShutdown()) {
                LOG.warn(
                        "{} could not be told what happened to job {}",
                        message.shown(),
                        message.job(),
                        e);
            }
            return false;
        }
    }

    private boolean deliver(Notification message) {
        Optional<Recipient> recipient = recipients.find(message.job(), message.recipient());
        if (recipient.isEmpty()) {
            kept.givenUp(message, "is no longer named in the job definition");
            return true;
        }
        Optional<DeliveryException> fault = deliver(message, recipient.get());
        if (fault.isEmpty()) {
            kept.delivered(message, clock.instant());
        } else {
            failed(message, fault.get());
        }
        return fault.isEmpty() || fault.get().isRefused();
    }

    private Optional<DeliveryException> deliver(Notification message, Recipient recipient) {
        Message content;
        try {
            content = Message.of(message);
        } catch (JacksonException e) {
            return Optional.of(new DeliveryException("cannot be told what is kept for it", true));
        }
        return channels.deliver(content, recipient, message.id());
    }

    private void failed(Notification message, DeliveryException fault) {
        Instant now = clock.instant();
        String words = "%s %s".formatted(message.shown(), fault.getMessage());
        if (isOld(message)) {
            kept.givenUp(message, fault.getMessage());
            tell("%s: it was not told about job %s".formatted(words, message.job()));
            return;
        }
        long seconds = 1L << Math.min(2 * message.attempts(), 12);
        Duration pause = Duration.ofSeconds(Math.min(seconds, LONGEST_PAUSE_SECONDS));
        kept.failed(message, fault.getMessage(), now.plus(pause), fault.isRefused());
        if (message.attempts() == 0) {
            tell("%s; trying again for %s".formatted(words, Count.of(ENOUGH.toDays(), "day")));
        }
    }

    private void tell(String words) {
        LOG.warn(words);
        told.accept(words);
    }

    /** What hangs is not waited for: the next process tries it again. */
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
