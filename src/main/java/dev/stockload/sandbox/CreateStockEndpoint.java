package dev.stockload.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
 * Section 4.3 of the document: creates stock in bulk. Applies the scripted faults, and writes a
 * line of JSON to the journal before each answer is sent.
 */
final class CreateStockEndpoint implements SignedRequests.Endpoint {
    /** The least time from the end of one request to the arrival of the next. */
    private static final Duration GAP = Duration.ofSeconds(2);

    private record Outcome(String name, List<ColourGroup> groups, Answer answer) {}

    /**
     * A finished create; its number is 0 if it came too fast. The outcome is applied, refused,
     * malformed, too-fast, dropped, applied-dropped, 500, 429 or failed.
     */
    private record JournalLine(
            int create,
            String arrived,
            String ended,
            String outcome,
            int colours,
            List<String> keys) {}

    private final SandboxDatabase database;
    private final InstantSource clock;
    private final FaultScript faults;

    /** May be null. */
    private final Path journal;

    private final CountDownLatch closing;
    private Instant ended;
    private boolean busy;
    private int creates;

    CreateStockEndpoint(SandboxDatabase database, SandboxOptions options, CountDownLatch closing) {
        this.database = database;
        this.clock = options.clock();
        this.faults = options.faults();
        this.journal = options.journal();
        this.closing = closing;
        this.ended = database.lastCreate();
        startJournal();
    }

    private void startJournal() {
        try {
            if (journal != null) {
                Files.createDirectories(journal.toAbsolutePath().getParent());
                append(new byte[0]);
            }
        } catch (IOException e) {
            throw new UnusableSandboxException(
                    "The sandbox cannot write its journal %s (%s)".formatted(journal, e), e);
        }
    }

    @Override
    public Answer answer(Request request) {
        Instant arrived = request.arrived();
        Duration wait = enter(arrived);
        if (wait.compareTo(Duration.ZERO) > 0) {
            writeJournal(0, arrived, arrived, "too-fast", List.of());
            return Answer.tooMany(
                    "Stock was created less than two seconds ago; expected one request per two"
                            + " seconds",
                    wait);
        }
        // Only one create runs at a time, so the count needs no lock.
        int create = ++creates;
        Outcome outcome =
                new Outcome(
                        "failed", List.of(), Answer.refused(500, Map.of(), "The sandbox failed"));
        try {
            outcome = outcome(create, request);
        } finally {
            // Before the answer is sent, so that no client can come too early.
            Instant now = leave();
            writeJournal(create, arrived, now, outcome.name(), outcome.groups());
        }
        return outcome.answer();
    }

    /** How long this create must wait; if not positive, it has started. */
    private synchronized Duration enter(Instant arrived) {
        if (busy) {
            return GAP;
        }
        // If the clock was ahead then, creates must not be refused forever.
        if (ended.isAfter(arrived.plus(GAP))) {
            ended = arrived;
        }
        Duration wait = Duration.between(arrived, ended.plus(GAP));
        busy = wait.isNegative() || wait.isZero();
        return wait;
    }

    private synchronized Instant leave() {
        ended = now();
        busy = false;
        database.createEnded(ended);
        return ended;
    }

    private Outcome outcome(int create, Request request) {
        List<ColourGroup> groups;
        try {
            groups = ColourGroup.read(request.json());
        } catch (BadParameterException e) {
            return new Outcome("malformed", List.of(), Answer.badParameter(e));
        }
        FaultScript.Fault fault = faults.of(create);
        String asked = "Create %d fails because --fault asked for it".formatted(create);
        return switch (fault.kind()) {
            case NONE -> apply(groups);
            case SLOW -> {
                Outcome outcome = apply(groups);
                pause(fault.delay());
                yield outcome;
            }
            case DROP -> new Outcome("dropped", groups, Answer.NONE);
            case APPLIED_DROP -> {
                String name = apply(groups).name();
                yield new Outcome(name + "-dropped", groups, Answer.NONE);
            }
            case SERVER_ERROR -> new Outcome("500", groups, Answer.refused(500, Map.of(), asked));
            case TOO_MANY -> new Outcome("429", groups, Answer.tooMany(asked, GAP));
        };
    }

    private Outcome apply(List<ColourGroup> groups) {
        SortedSet<Integer> unknown = database.create(groups);
        if (unknown.isEmpty()) {
            return new Outcome("applied", groups, Answer.success());
        }
        String pids = unknown.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return new Outcome(
                "refused", groups, Answer.failure("The product does not exist: " + pids));
    }

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

    private synchronized void writeJournal(
            int create, Instant arrived, Instant ended, String outcome, List<ColourGroup> groups) {
        if (journal == null) {
            return;
        }
        JournalLine line =
                new JournalLine(
                        create,
                        arrived.toString(),
                        ended.toString(),
                        outcome,
                        groups.size(),
                        groups.stream().map(g -> g.pid() + "/" + g.color()).toList());
        try {
            append((Request.JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("The journal cannot be written: " + e, e);
        }
    }

    /** In one write, so that a kill leaves no partial line. */
    private void append(byte[] bytes) throws IOException {
        Files.write(journal, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
