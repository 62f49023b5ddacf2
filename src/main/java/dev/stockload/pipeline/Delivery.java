package dev.stockload.pipeline;

import dev.stockload.batch.Retries;
import dev.stockload.batch.Service;
import dev.stockload.batch.StopSignal;
import dev.stockload.batch.Time;
import dev.stockload.batch.Watcher;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Outbox.Intent;
import dev.stockload.ledger.RequestOutcome;
import dev.stockload.ledger.Run;
import dev.stockload.merchant.Outcome;
import dev.stockload.stock.Colour;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Brings some colours to the service in one request, as often as it takes to know its answer. */
final class Delivery {
    /** How long before its turn an intent is written, so that the disk does not delay the turn. */
    private static final Duration AHEAD = Duration.ofMillis(200);

    private final Run run;
    private final Ledger ledger;
    private final Service service;
    private final ReadBack readBack;
    private final Turns turns;
    private final Time time;
    private final StopSignal stop;
    private final Watcher watcher;

    /**
     * Colours that the service did not take, and why; a bad request is what it answers with 400.
     */
    record Refusal(List<LedgerColour> colours, String words, boolean bad) {}

    Delivery(
            Run run,
            Ledger ledger,
            Service service,
            ReadBack readBack,
            Turns turns,
            Time time,
            StopSignal stop,
            Watcher watcher) {
        this.run = run;
        this.ledger = ledger;
        this.service = service;
        this.readBack = readBack;
        this.turns = turns;
        this.time = time;
        this.stop = stop;
        this.watcher = watcher;
    }

    /**
     * Sends the colours until they are sent or refused.
     *
     * @return those that are refused; the others are sent, or in doubt for a person
     */
    Optional<Refusal> deliver(List<LedgerColour> colours) {
        Retries retries = new Retries();
        List<LedgerColour> rest = colours;
        for (int attempt = 1; !rest.isEmpty(); attempt++) {
            Outcome<String> outcome = attempt(rest, attempt);
            watcher.goesOn(ledger.runs().get(run.id()));
            if (outcome instanceof Outcome.Accepted) {
                return Optional.empty();
            }
            if (outcome instanceof Outcome.Refused<String> refused) {
                return Optional.of(new Refusal(rest, refused.words(), false));
            }
            if (outcome instanceof Outcome.Malformed<String> malformed) {
                return Optional.of(new Refusal(rest, malformed.body(), true));
            }
            if (outcome instanceof Outcome.InDoubt) {
                rest = readBack.clear(run, rest);
                watcher.goesOn(ledger.runs().get(run.id()));
            }
            if (!rest.isEmpty()) {
                service.pause(retries, outcome);
            }
        }
        return Optional.empty();
    }

    private Outcome<String> attempt(List<LedgerColour> colours, int attempt) {
        List<Colour> content = colours.stream().map(LedgerColour::colour).toList();
        ReentrantLock turn = turns.of(run.account());
        turn.lock();
        try {
            Duration wait = turns.waitBefore(run.account());
            long from = time.nanos();
            time.rest(wait.minus(AHEAD), stop);
            stop.check();
            Intent intent =
                    ledger.outbox().begin(run, colours, hash(content), attempt, time.instant());
            // From here on a stop waits for the answer: the intent is written.
            time.rest(wait.minusNanos(time.nanos() - from), new StopSignal());
            Outcome<String> outcome = service.merchant().create(content);
            turns.ended(run.account());
            record(intent, outcome);
            return outcome;
        } finally {
            turn.unlock();
        }
    }

    private void record(Intent intent, Outcome<String> outcome) {
        if (outcome instanceof Outcome.Accepted<String> accepted) {
            ledger.outbox().accepted(intent, accepted.value(), time.instant());
        } else if (outcome instanceof Outcome.InDoubt<String> doubt) {
            ledger.outbox().inDoubt(intent, doubt.why(), time.instant());
        } else {
            ledger.outbox().notSent(intent, kind(outcome), outcome.describe(), time.instant());
        }
    }

    private static RequestOutcome kind(Outcome<String> outcome) {
        if (outcome instanceof Outcome.Refused) {
            return RequestOutcome.REFUSED;
        }
        if (outcome instanceof Outcome.Malformed) {
            return RequestOutcome.MALFORMED;
        }
        return outcome instanceof Outcome.Postponed
                ? RequestOutcome.POSTPONED
                : RequestOutcome.UNREACHED;
    }

    private static String hash(List<Colour> colours) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(colours.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
