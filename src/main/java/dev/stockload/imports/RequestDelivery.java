package dev.stockload.imports;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Outbox.Intent;
import dev.stockload.ledger.OwnerLeases;
import dev.stockload.ledger.RequestOutcome;
import dev.stockload.ledger.Run;
import dev.stockload.merchant.Outcome;
import dev.stockload.runs.CreatePace;
import dev.stockload.runs.Retries;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.RunLock;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;
import dev.stockload.stock.Colour;
import dev.stockload.stock.CreateLimits;
import dev.stockload.stock.Sha256;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/** Brings some colours to the service in one request, as often as it takes to know its answer. */
final class RequestDelivery implements HalvingSender.Delivery {
    /**
     * How long after its intent a request may leave. What is found without an outcome later has
     * left by then, or never.
     */
    static final Duration LATEST = Duration.ofSeconds(5);

    /** How long before its turn an intent is written, so that the disk does not delay the turn. */
    private static final Duration AHEAD = Duration.ofMillis(200);

    private final RunContext context;
    private final Run run;
    private final Ledger ledger;
    private final ReadBack readBack;
    private final PostponedRequests postponed;
    private final RefusedColours refusedColours;
    private final RunLock lock;
    private final CreatePace pace;
    private final LastCheck check;
    private final Time time;

    /**
     * Colours that the service did not take, and why; a bad request is what it answers with 400.
     *
     * @param words null where it is not known that the service refuses these colours by themselves
     */
    record Refusal(List<LedgerColour> colours, String words, boolean bad) {}

    /**
     * What became of a try.
     *
     * @param arrived colours that are at the service, though it did not accept the request
     */
    record Attempt(Outcome<String> outcome, List<LedgerColour> arrived) {}

    /** A request must not leave, since it is not ours any more to send, or it is too late. */
    private static final class MustNotLeaveException extends IOException {
        MustNotLeaveException(String why) {
            super(why);
        }
    }

    RequestDelivery(RunContext context, ReadBack readBack, CreatePace pace, LastCheck check) {
        this.context = context;
        this.run = context.run();
        this.ledger = context.ledger();
        this.time = context.time();
        this.readBack = readBack;
        this.postponed = new PostponedRequests(context);
        this.refusedColours = new RefusedColours(context);
        this.lock = new RunLock(context.process());
        this.pace = pace;
        this.check = check;
    }

    /**
     * Sends the colours until they are sent or refused.
     *
     * @return those that are refused; the others are sent, or in doubt for a person
     */
    @Override
    public Optional<Refusal> deliver(List<LedgerColour> colours) {
        Retries retries = new Retries();
        List<LedgerColour> rest = check.stillRight(colours);
        for (int attempt = 1; !rest.isEmpty(); attempt++) {
            Attempt made = attempt(rest, attempt);
            Outcome<String> outcome = made.outcome();
            rest = without(rest, made.arrived());
            context.listener().goesOn(context.current());
            if (outcome instanceof Outcome.Accepted) {
                return Optional.empty();
            }
            if (outcome instanceof Outcome.Refused<String> refused) {
                return refusal(rest, refused.words(), false);
            }
            if (outcome instanceof Outcome.Malformed<String> malformed) {
                return refusal(rest, malformed.body(), true);
            }
            if (outcome instanceof Outcome.InDoubt) {
                rest = notSent(rest);
                context.listener().goesOn(context.current());
            }
            if (!rest.isEmpty()) {
                context.service().pause(retries, outcome);
                rest = check.stillRight(rest);
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean knowsUs() {
        return context.service().knowsUs();
    }

    @Override
    public void rejected(LedgerColour colour, String words) {
        refusedColours.rejected(colour, words);
    }

    /** Those of the colours that are still to be sent once it is known of those in doubt. */
    private List<LedgerColour> notSent(List<LedgerColour> colours) {
        Set<Integer> places = places(colours);
        List<ReadBack.Open> open =
                readBack.open(run).stream()
                        .filter(each -> places.contains(each.colour().position()))
                        .toList();
        List<LedgerColour> sent =
                without(
                        open.stream().map(ReadBack.Open::colour).toList(),
                        readBack.clear(open).notSentOf(run));
        return without(colours, sent);
    }

    private static Set<Integer> places(List<LedgerColour> colours) {
        return colours.stream().map(LedgerColour::position).collect(Collectors.toSet());
    }

    /** A request of several colours may have been taken in part before it was refused. */
    private Optional<Refusal> refusal(List<LedgerColour> refused, String words, boolean bad) {
        if (refused.size() == 1) {
            return Optional.of(new Refusal(refused, words, bad));
        }
        List<LedgerColour> rest = notSent(refused);
        if (rest.isEmpty()) {
            return Optional.empty();
        }
        boolean alone = rest.size() == 1;
        return Optional.of(new Refusal(rest, alone ? null : words, bad));
    }

    private Attempt attempt(List<LedgerColour> colours, int attempt) {
        List<Colour> content = colours.stream().map(LedgerColour::colour).toList();
        ReentrantLock turn = pace.lock(run.account());
        turn.lock();
        try {
            Duration wait = bearableWait();
            long from = time.nanos();
            tell(wait);
            time.rest(wait.minus(AHEAD), context.stop());
            context.stop().check();
            expectOurs();
            Optional<Attempt> applied = postponed.appliedSince(colours);
            if (applied.isPresent()) {
                return applied.get();
            }
            Instant at = time.instant();
            long nanos = time.nanos();
            Intent intent =
                    ledger.outbox().begin(run, colours, Sha256.of(content.toString()), attempt, at);
            // From here on a stop waits for the answer: the intent is written.
            time.rest(wait.minusNanos(time.nanos() - from), new StopSignal());
            Outcome<String> outcome =
                    context.service()
                            .merchant()
                            .create(content, () -> checkThatItMayLeave(at, nanos));
            if (outcome instanceof Outcome.Unreached) {
                expectOurs();
            }
            pace.ended(run.account());
            outcome.after().ifPresent(asked -> pace.postponed(run.account(), asked));
            if (outcome instanceof Outcome.Postponed<String> later) {
                return postponed.answered(intent, later);
            }
            record(intent, outcome);
            if (!(outcome instanceof Outcome.Unreached)) {
                postponed.answeredOtherwise(colours);
            }
            return new Attempt(outcome, List.of());
        } finally {
            turn.unlock();
        }
    }

    static List<LedgerColour> without(List<LedgerColour> all, List<LedgerColour> some) {
        Set<Integer> places = places(some);
        return all.stream().filter(colour -> !places.contains(colour.position())).toList();
    }

    /**
     * How long to wait before the next request. Where an earlier try was asked to wait for long,
     * this one fails, since it does not send before that either.
     */
    Duration bearableWait() {
        Duration wait = pace.waitBefore(run.account());
        if (Retries.isTooLong(wait)) {
            throw RunFailedException.passing(
                    "The merchant service asked to wait: nothing is sent before %s. To resume then: stockload resume %s"
                            .formatted(context.clockAfter(wait), run.id()));
        }
        return wait;
    }

    /** The pause between two creates is nothing to tell of. */
    private void tell(Duration wait) {
        if (wait.compareTo(CreateLimits.leastTime(2)) > 0) {
            context.listener()
                    .notice(
                            "The merchant service asked to wait; the next request leaves at "
                                    + context.clockAfter(wait));
        }
    }

    /** The last look, by the word of the database and by our own clocks. */
    private void checkThatItMayLeave(Instant noted, long notedNanos) throws MustNotLeaveException {
        boolean ours = isSurelyOurs();
        Duration byClock = Duration.between(noted, time.instant()).abs();
        Duration bySpan = Duration.ofNanos(time.nanos() - notedNanos);
        if (!ours) {
            throw new MustNotLeaveException("another process has taken over the run");
        }
        if (byClock.compareTo(LATEST) > 0 || bySpan.compareTo(LATEST) > 0) {
            throw new MustNotLeaveException("this process was paused before it could send");
        }
    }

    private boolean isSurelyOurs() {
        try {
            return lock.isOurs(run);
        } catch (RuntimeException e) {
            // The database does not answer: whoever is not sure does not send.
            return false;
        }
    }

    private void expectOurs() {
        if (!lock.isOurs(run)) {
            throw new RunFailedException(
                    "This process did not renew its lease for %d s, so another may have taken over run %s; nothing was sent since. stockload status shows which"
                            .formatted(OwnerLeases.LEASE.toSeconds(), run.id()));
        }
    }

    private void record(Intent intent, Outcome<String> outcome) {
        if (outcome instanceof Outcome.Accepted<String> accepted) {
            ledger.outbox().accepted(intent, accepted.value(), time.instant());
        } else if (outcome instanceof Outcome.InDoubt<String> doubt) {
            ledger.outbox().inDoubt(intent, doubt.why(), time.instant());
        } else if (isRefusal(outcome) && intent.colours().size() > 1) {
            // Whoever is killed before the look at the service has it still to do.
            ledger.outbox().refused(intent, kind(outcome), outcome.describe(), time.instant());
        } else {
            ledger.outbox().notSent(intent, kind(outcome), outcome.describe(), time.instant());
        }
    }

    private static boolean isRefusal(Outcome<String> outcome) {
        return outcome instanceof Outcome.Refused || outcome instanceof Outcome.Malformed;
    }

    private static RequestOutcome kind(Outcome<String> outcome) {
        if (outcome instanceof Outcome.Refused) {
            return RequestOutcome.REFUSED;
        }
        if (outcome instanceof Outcome.Malformed) {
            return RequestOutcome.MALFORMED;
        }
        return RequestOutcome.UNREACHED;
    }
}
