package dev.stockload.notifications;

import dev.stockload.ledger.Notification;
import dev.stockload.ledger.Notifications;
import dev.stockload.stock.Count;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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

    private static final List<Duration> PAUSES =
            List.of(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(30));

    private final Notifications kept;
    private final Channels channels;
    private final Recipients recipients;
    private final InstantSource clock;
    private final Consumer<String> told;
    private final ExecutorService threads =
            Executors.newFixedThreadPool(SIDE_BY_SIDE, Deliveries::thread);

    /** Knows the addresses that the ledger has only hashes of. */
    public interface Recipients {
        /** Whether the definition of this job is here, and not on another host. */
        boolean isKnown(String job);

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

    /** Tries all that is due, side by side, and waits for that. */
    public void deliverDue() {
        List<CompletableFuture<Void>> attempts = new ArrayList<>();
        for (Notification each : kept.due(clock.instant())) {
            if (!recipients.isKnown(each.job())) {
                forgetIfOld(each);
                continue;
            }
            attempts.add(CompletableFuture.runAsync(() -> attempt(each), threads));
        }
        CompletableFuture.allOf(attempts.toArray(CompletableFuture[]::new)).join();
    }

    private void forgetIfOld(Notification message) {
        if (isOld(message)) {
            kept.givenUp(message, "is named in no job definition");
        }
    }

    private boolean isOld(Notification message) {
        return clock.instant().isAfter(message.createdAt().plus(ENOUGH));
    }

    /** Whether anything is to be tried by then that is not under way. */
    public boolean isDueBy(Instant then) {
        return kept.due(then).stream().anyMatch(each -> recipients.isKnown(each.job()));
    }

    /** How many messages wait to be delivered. */
    public int waiting() {
        return kept.waiting().size();
    }

    private void attempt(Notification message) {
        try {
            Instant now = clock.instant();
            if (kept.claim(message, now, now.plus(CLAIM))) {
                deliver(message);
            }
        } catch (RuntimeException e) {
            LOG.warn(
                    "{} could not be told what happened to job {}",
                    message.shown(),
                    message.job(),
                    e);
        }
    }

    private void deliver(Notification message) {
        Optional<Recipient> recipient = recipients.find(message.job(), message.recipient());
        if (recipient.isEmpty()) {
            kept.givenUp(message, "is no longer named in the job definition");
            return;
        }
        Optional<String> fault =
                channels.deliver(Message.of(message), recipient.get(), message.id());
        if (fault.isEmpty()) {
            kept.delivered(message, clock.instant());
        } else {
            failed(message, fault.get());
        }
    }

    private void failed(Notification message, String why) {
        Instant now = clock.instant();
        String words = "%s %s".formatted(message.shown(), why);
        if (isOld(message)) {
            kept.givenUp(message, why);
            tell("%s: it was not told about job %s".formatted(words, message.job()));
            return;
        }
        Duration pause = PAUSES.get(Math.min(message.attempts(), PAUSES.size() - 1));
        kept.failed(message, why, now.plus(pause));
        if (message.attempts() == 0) {
            tell("%s; trying again for %s".formatted(words, Count.of(ENOUGH.toDays(), "day")));
        }
    }

    private void tell(String words) {
        LOG.warn(words);
        told.accept(words);
    }

    /** What is under way is not waited for: the next process tries it again. */
    @Override
    public void close() {
        threads.shutdownNow();
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "deliver");
        thread.setDaemon(true);
        return thread;
    }
}
