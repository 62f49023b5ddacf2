package dev.stockload.sandbox;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Section 4.3 of the document: creates stock, in bulk and under the pace; faults happen here. */
final class CreateStockEndpoint implements Endpoint {
    /** How a create ended, in the journal's word and on the wire. */
    private record Outcome(String name, List<ColourGroup> groups, Answer answer) {}

    private final Stock stock;
    private final CreateInterval pace;
    private final FaultScript faults;
    private final Journal journal;
    private final CountDownLatch closing;
    private int creates;

    CreateStockEndpoint(
            Stock stock,
            CreateInterval pace,
            FaultScript faults,
            Journal journal,
            CountDownLatch closing) {
        this.stock = stock;
        this.pace = pace;
        this.faults = faults;
        this.journal = journal;
        this.closing = closing;
    }

    @Override
    public Answer answer(Request request) {
        Instant arrived = request.arrived();
        Duration wait = pace.enter(arrived);
        if (!wait.isZero()) {
            journal.write(new Journal.Line(0, arrived, arrived, "too-fast", List.of()));
            return Answer.tooMany(
                    "Stock was created less than two seconds ago; expected one request per two"
                            + " seconds",
                    wait);
        }
        // The pace lets in one create at a time, so the count needs no lock of its own.
        int create = ++creates;
        Outcome outcome =
                new Outcome("failed", List.of(), Answer.serverError("The sandbox failed"));
        try {
            outcome = outcome(create, request);
        } finally {
            Instant ended = pace.leave();
            journal.write(
                    new Journal.Line(create, arrived, ended, outcome.name(), outcome.groups()));
        }
        return outcome.answer();
    }

    private Outcome outcome(int create, Request request) {
        List<ColourGroup> groups;
        try {
            groups = ColourGroup.all(request.json());
        } catch (BadParameterException e) {
            return new Outcome("malformed", List.of(), Answer.badParameter(e));
        }
        Fault fault = faults.of(create);
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
            case SERVER_ERROR -> new Outcome("500", groups, Answer.serverError(asked));
            case TOO_MANY -> new Outcome("429", groups, Answer.tooMany(asked, CreateInterval.GAP));
        };
    }

    private Outcome applied(List<ColourGroup> groups) {
        SortedSet<Integer> unknown = stock.create(groups);
        if (unknown.isEmpty()) {
            return new Outcome(
                    "applied",
                    groups,
                    Answer.success(Json.object().put("success", true).put("msg", "")));
        }
        String pids = unknown.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return new Outcome(
                "refused", groups, Answer.failure("The product does not exist: " + pids));
    }

    /** Waits, but not beyond the end of the sandbox. */
    private void pause(Duration delay) {
        try {
            boolean closed = closing.await(delay.toMillis(), TimeUnit.MILLISECONDS);
            if (closed) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
