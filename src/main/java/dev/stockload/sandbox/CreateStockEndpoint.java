package dev.stockload.sandbox;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Section 4.3 of the document: creates stock, in bulk and one request per two seconds, from the end
 * of one to the arrival of the next; faults happen here.
 */
final class CreateStockEndpoint implements RequestCheck.Endpoint {
    private static final Duration GAP = Duration.ofSeconds(2);

    /** How a create ended, in the journal's word and on the wire. */
    private record Outcome(String name, List<ColourGroup> groups, Answer answer) {}

    private final Stock stock;
    private final InstantSource clock;
    private final FaultScript faults;
    private final Journal journal;
    private final CountDownLatch closing;
    private Instant ended;
    private boolean busy;
    private int creates;

    CreateStockEndpoint(
            Stock stock, SandboxOptions options, Journal journal, CountDownLatch closing) {
        this.stock = stock;
        this.clock = options.clock();
        this.faults = options.faults();
        this.journal = journal;
        this.closing = closing;
        Instant stored = stock.lastCreate();
        Instant now = now();
        // A clock that was ahead during the last run must not close the sandbox for good.
        this.ended = stored.isAfter(now) ? now : stored;
    }

    @Override
    public Answer answer(Request request) {
        Instant arrived = request.arrived();
        Duration wait = enter(arrived);
        if (wait.compareTo(Duration.ZERO) > 0) {
            journal.write(0, arrived, arrived, "too-fast", List.of());
            return Answer.tooMany(
                    "Stock was created less than two seconds ago; expected one request per two"
                            + " seconds",
                    wait);
        }
        // One create is let in at a time, so the count needs no lock of its own.
        int create = ++creates;
        Outcome outcome =
                new Outcome(
                        "failed", List.of(), Answer.refused(500, Map.of(), "The sandbox failed"));
        try {
            outcome = outcome(create, request);
        } finally {
            // Before the answer leaves, so that no client is early.
            Instant now = leave();
            journal.write(create, arrived, now, outcome.name(), outcome.groups());
        }
        return outcome.answer();
    }

    /** How long the create that arrived then has to wait; if not at all, it has begun. */
    private synchronized Duration enter(Instant arrived) {
        if (busy) {
            return GAP;
        }
        Duration wait = Duration.between(arrived, ended.plus(GAP));
        busy = wait.isNegative() || wait.isZero();
        return wait;
    }

    private synchronized Instant leave() {
        ended = now();
        busy = false;
        stock.createEnded(ended);
        return ended;
    }

    private Outcome outcome(int create, Request request) {
        List<ColourGroup> groups;
        try {
            groups = ColourGroup.all(request.json());
        } catch (BadParameterException e) {
            return new Outcome("malformed", List.of(), Answer.badParameter(e));
        }
        FaultScript.Fault fault = faults.of(create);
        String asked = "Create %d fails because --fault asked for it".formatted(create);
        return switch (fault.kind()) {
            case NONE -> applied(groups);
            case SLOW -> {
                Outcome outcome = applied(groups);
                pause(fault.delay());
                yield outcome;
            }
            case DROP -> new Outcome("dropped", groups, Answer.NONE);
            case APPLIED_DROP -> {
                String name = applied(groups).name();
                yield new Outcome(name + "-dropped", groups, Answer.NONE);
            }
            case SERVER_ERROR -> new Outcome("500", groups, Answer.refused(500, Map.of(), asked));
            case TOO_MANY -> new Outcome("429", groups, Answer.tooMany(asked, GAP));
        };
    }

    private Outcome applied(List<ColourGroup> groups) {
        SortedSet<Integer> unknown = stock.create(groups);
        if (unknown.isEmpty()) {
            return new Outcome("applied", groups, Answer.success());
        }
        String pids = unknown.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return new Outcome(
                "refused", groups, Answer.failure("The product does not exist: " + pids));
    }

    /** Waits, but not beyond the end of the sandbox. */
    private void pause(Duration delay) {
        try {
            closing.await(delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
