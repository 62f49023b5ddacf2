package dev.stockload.imports.send;

import dev.stockload.book.Outbox.Leaving;
import dev.stockload.book.Outbox.ToSend;
import dev.stockload.book.Requests.Request;
import dev.stockload.book.RunColour;
import dev.stockload.book.rules.Doubt;
import dev.stockload.book.rules.SentColour;
import dev.stockload.book.rules.SentColour.DeliveryResult;
import dev.stockload.imports.run.RunContext;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.CreateLimits;
import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.Outcome.Kind;
import dev.stockload.problem.ProblemCode;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.runs.Run;
import dev.stockload.service.NextCreate;
import dev.stockload.service.RetryingClient.RetryPauses;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Sends colours to the service in one request, with retries until its outcome is known. */
public final class RequestDelivery implements HalvingSender.Delivery {
    /**
     * How long after its intent a request may leave. An intent found later without an outcome was
     * sent by then, or never.
     */
    static final Duration LATEST = Duration.ofSeconds(5);

    /** How long before its turn an intent is stored, so that the disk does not delay the turn. */
    private static final Duration AHEAD = Duration.ofMillis(200);

    /** How long an outcome waits for the database; after 30 seconds others take the run over. */
    private static final Duration RESTART = Duration.ofSeconds(20);

    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

    private final RunContext context;
    private final Run run;
    private final Ledger ledger;
    private final ClearDoubtStep clearing;
    private final BeforeSending check;
    private final NextCreate nextCreate;
    private final Time time;

    /**
     * Colours that the service refused, and why; bad means that it answered 400.
     *
     * @param words null if it is unknown whether the service refuses these colours by themselves
     */
    public record RefusedRequest(List<SentColour> colours, String words, boolean bad) {}

    /** An attempt to send a request, and its run after it. */
    private record Attempt(
            Request request, Outcome<String> outcome, DeliveryResult result, Run after) {}

    public RequestDelivery(RunContext context, NextCreate nextCreate, ClearDoubtStep clearing) {
        this.context = context;
        this.run = context.run();
        this.ledger = context.ledger();
        this.time = context.time();
        this.clearing = clearing;
        this.check = new BeforeSending(context);
        this.nextCreate = nextCreate;
    }

    /** Sends what is still to be sent of these colours. */
    public void send(List<RunColour> colours) {
        deliver(check.prepare(colours)).ifPresent(new HalvingSender(this)::sendParts);
    }

    @Override
    public Optional<RefusedRequest> deliver(List<SentColour> part) {
        return deliver(ledger.outbox(context.book()).stored(run, part));
    }

    /** Returns the refused colours; the others were sent, or are in doubt for a person. */
    private Optional<RefusedRequest> deliver(ToSend sending) {
        RetryPauses retries = new RetryPauses();
        ToSend rest = sending;
        for (int attempt = 1; !rest.colours().isEmpty(); attempt++) {
            Attempt made = attempt(rest, attempt);
            Outcome<String> outcome = made.outcome();
            context.listener().onProgress(made.after());
            if (made.result() == DeliveryResult.ACCEPTED) {
                return Optional.empty();
            }
            if (outcome.is(Kind.REFUSED) || outcome.is(Kind.MALFORMED)) {
                return refusal(rest.colours(), made.request(), outcome);
            }
            List<SentColour> unsent = rest.colours();
            if (made.result() == DeliveryResult.OPEN) {
                unsent = notSent(unsent, made.request());
                context.listener().onProgress(context.current());
            }
            if (unsent.isEmpty()) {
                return Optional.empty();
            }
            context.service().pause(retries, outcome);
            rest = check.prepare(ofRun(unsent));
        }
        return Optional.empty();
    }

    @Override
    public boolean acceptsCredentials() {
        return context.service().acceptsCredentials();
    }

    @Override
    public void rejected(SentColour refused, String words) {
        RunColour colour = ofRun(List.of(refused)).get(0);
        String why = words.isBlank() ? "it does not say why" : words;
        context.reject(
                colour,
                ProblemCode.SERVICE_REFUSED,
                "of product %d was refused by the merchant service: %s"
                        .formatted(colour.product(), why),
                "Colour %s of product %d, which is in no row of the sheet, was refused by the merchant service: %s"
                        .formatted(colour.name(), colour.product(), why));
        context.notice(
                "The merchant service refused colour %s of product %d: %s"
                        .formatted(colour.name(), colour.product(), words));
    }

    /** The same colours as their run has them. */
    private List<RunColour> ofRun(List<SentColour> colours) {
        return List.copyOf(ledger.colours().at(run.id(), colours).values());
    }

    private List<SentColour> notSent(List<SentColour> colours, Request request) {
        Set<Integer> places = clearing.clear(request);
        return colours.stream().filter(each -> places.contains(each.position())).toList();
    }

    /** A request of several colours may have been applied in part before it was refused. */
    private Optional<RefusedRequest> refusal(
            List<SentColour> refused, Request request, Outcome<String> outcome) {
        String words = outcome.words();
        boolean bad = outcome.is(Kind.MALFORMED);
        if (refused.size() == 1) {
            return Optional.of(new RefusedRequest(refused, words, bad));
        }
        List<SentColour> rest = notSent(refused, request);
        if (rest.isEmpty()) {
            return Optional.empty();
        }
        boolean alone = rest.size() == 1;
        return Optional.of(new RefusedRequest(rest, alone ? null : words, bad));
    }

    private Attempt attempt(ToSend sending, int attempt) {
        Duration wait = bearableWait();
        long from = time.nanos();
        reportLongWait(wait);
        time.rest(wait.minus(AHEAD), context.stop());
        context.stop().check();
        Instant at = time.instant();
        long nanos = time.nanos();
        Leaving leaving =
                ledger.outbox(context.book()).begin(run, sending, attempt, at, context.doubt());
        Request request = leaving.request();
        // From here on a stop waits for the answer: the intent is stored.
        time.rest(wait.minusNanos(time.nanos() - from), new StopSignal());
        long started = time.nanos();
        Outcome<String> outcome =
                judged(
                        context.service()
                                .merchant()
                                .create(request.content(), () -> checkThatItMayLeave(at, nanos)),
                        Duration.ofNanos(time.nanos() - started));
        if (outcome.is(Kind.UNREACHED)) {
            ledger.runs().expectOwner(run);
        }
        nextCreate.ended(run.account());
        outcome.after().ifPresent(asked -> nextCreate.postponed(run.account(), asked));
        return record(leaving, outcome);
    }

    /** A 429 that comes late is a doubt. */
    private static Outcome<String> judged(Outcome<String> outcome, Duration took) {
        return outcome.is(Kind.POSTPONED) && !Doubt.isRuledOutBy429(took)
                ? Outcome.of(
                        Kind.IN_DOUBT,
                        "it answered 429 after %d s".formatted(took.toSeconds()),
                        outcome.after())
                : outcome;
    }

    /**
     * How long to wait before the next request; fails if the service asked for a long wait, which a
     * new attempt has to keep as well.
     */
    public Duration bearableWait() {
        Duration wait = nextCreate.waitBefore(run.account());
        if (RetryPauses.isTooLong(wait)) {
            throw RunFailedException.passing(
                    "The merchant service asked to wait: nothing is sent before %s. To resume then: stockload resume %s"
                            .formatted(context.clockAfter(wait), run.id()));
        }
        return wait;
    }

    /** The usual pause between two creates is not reported. */
    private void reportLongWait(Duration wait) {
        if (wait.compareTo(CreateLimits.BETWEEN_CREATES) > 0) {
            context.notice(
                    "The merchant service asked to wait; the next request leaves at "
                            + context.clockAfter(wait));
        }
    }

    /** The last check before sending: the database's word, and our own clocks. */
    private void checkThatItMayLeave(Instant noted, long notedNanos) throws IOException {
        boolean ours = isSurelyOurs();
        Duration byClock = Duration.between(noted, time.instant()).abs();
        Duration bySpan = Duration.ofNanos(time.nanos() - notedNanos);
        if (!ours) {
            throw new IOException("another process has taken over the run");
        }
        if (byClock.compareTo(LATEST) > 0 || bySpan.compareTo(LATEST) > 0) {
            throw new IOException("this process was paused before it could send");
        }
    }

    private boolean isSurelyOurs() {
        try {
            return ledger.runs().isOwned(run);
        } catch (RuntimeException e) {
            // The database does not answer: if it is not certain, do not send.
            return false;
        }
    }

    private Attempt record(Leaving leaving, Outcome<String> outcome) {
        Instant at = time.instant();
        String words =
                outcome.is(Kind.ACCEPTED)
                        ? outcome.value()
                        : outcome.is(Kind.IN_DOUBT) ? outcome.words() : outcome.describe();
        DeliveryResult result =
                switch (outcome.kind()) {
                    case ACCEPTED -> DeliveryResult.ACCEPTED;
                    case POSTPONED, UNREACHED -> DeliveryResult.NOT_SENT;
                    case IN_DOUBT -> DeliveryResult.OPEN;
                    // A process that is killed before the look leaves this for the next one.
                    case REFUSED, MALFORMED ->
                            leaving.request().colours().size() > 1
                                    ? DeliveryResult.OPEN
                                    : DeliveryResult.NOT_SENT;
                };
        Run after =
                stored(
                        () ->
                                ledger.outbox(context.book())
                                        .answered(run, leaving, outcome.kind(), words, at, result));
        return new Attempt(leaving.request(), outcome, result, after);
    }

    /**
     * Waits for a database that is restarted just now: an outcome that is not stored would leave
     * the request in doubt for minutes.
     */
    private Run stored(Supplier<Run> outcome) {
        long from = time.nanos();
        while (true) {
            try {
                return outcome.get();
            } catch (RuntimeException e) {
                Duration waited = Duration.ofNanos(time.nanos() - from);
                if (!FaultMessages.isUnreachable(e) || waited.compareTo(RESTART) > 0) {
                    throw e;
                }
                time.rest(BETWEEN_TRIES, new StopSignal());
            }
        }
    }
}
