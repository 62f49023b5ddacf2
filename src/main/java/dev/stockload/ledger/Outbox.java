package dev.stockload.ledger;

import static dev.stockload.ledger.ColourState.IN_DOUBT;
import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.REJECTED;
import static dev.stockload.ledger.ColourState.SENDING;
import static dev.stockload.ledger.ColourState.SENT;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * What leaves for the service. An intent is on disk before its request leaves, and what became of
 * it is one transaction with the states of its colours, so nothing can be sent and forgotten.
 */
public final class Outbox {
    private final Database database;
    private final Requests requests;
    private final Runs runs;
    private final ColourTable colours;
    private final ProblemBook problems;
    private final Acknowledged acknowledged;

    /** A request that has an intent and no outcome yet. */
    public record Intent(String id, Run run, List<LedgerColour> colours) {
        String account() {
            return run.account();
        }
    }

    Outbox(
            Database database,
            Requests requests,
            Runs runs,
            ColourTable colours,
            ProblemBook problems,
            Acknowledged acknowledged) {
        this.database = database;
        this.requests = requests;
        this.runs = runs;
        this.colours = colours;
        this.problems = problems;
        this.acknowledged = acknowledged;
    }

    /**
     * Notes that these colours are about to be sent; when this returns, a power cut forgets
     * nothing.
     */
    public Intent begin(Run run, List<LedgerColour> sending, String body, int attempt, Instant at) {
        Intent intent = new Intent(UUID.randomUUID().toString(), run, sending);
        database.inTransaction(
                () -> {
                    runs.expectOwner(run);
                    requests.begin(intent, body, attempt, at);
                    move(run.id(), sending, READY, SENDING, 1);
                });
        database.sync();
        return intent;
    }

    /** Puts in doubt what {@link ForgottenIntents} knows to have been sent, and the ledger not. */
    void forgotten(Run run, String id, List<LedgerColour> sent, Instant at) {
        Intent intent = new Intent(id, run, sent);
        database.inTransaction(
                () -> {
                    requests.begin(intent, "-".repeat(64), 1, at);
                    requests.close(intent, RequestOutcome.IN_DOUBT, "the ledger had lost it", at);
                    move(run.id(), sent, READY, IN_DOUBT, 1);
                });
    }

    public void accepted(Intent intent, String words, Instant at) {
        database.inTransaction(
                () -> {
                    requests.close(intent, RequestOutcome.ACCEPTED, words, at);
                    move(intent.run().id(), intent.colours(), SENDING, SENT, 0);
                    acknowledged.put(intent.run(), intent.colours(), at);
                });
    }

    /** The service surely has none of it: the colours wait again. */
    public void notSent(Intent intent, RequestOutcome outcome, String words, Instant at) {
        database.inTransaction(
                () -> {
                    requests.close(intent, outcome, words, at);
                    int left = outcome == RequestOutcome.UNREACHED ? -1 : 0;
                    move(intent.run().id(), intent.colours(), SENDING, READY, left);
                });
    }

    public void inDoubt(Intent intent, String why, Instant at) {
        inDoubt(intent, RequestOutcome.IN_DOUBT, why, at);
    }

    /** The service refused it, and may have taken a part of it before. */
    public void refused(Intent intent, RequestOutcome outcome, String words, Instant at) {
        inDoubt(intent, outcome, words, at);
    }

    private void inDoubt(Intent intent, RequestOutcome outcome, String words, Instant at) {
        database.inTransaction(
                () -> {
                    requests.close(intent, outcome, words, at);
                    move(intent.run().id(), intent.colours(), SENDING, IN_DOUBT, 0);
                });
    }

    /** These colours are at the service now. */
    void sent(Run run, List<LedgerColour> sent, ColourState from, Instant at) {
        move(run.id(), sent, from, SENT, 0);
        acknowledged.put(run, sent, at);
    }

    /** The service refused this colour alone. */
    public void rejected(String run, LedgerColour colour, RowsProblem problem) {
        database.inTransaction(
                () -> {
                    move(run, List.of(colour), READY, REJECTED, 0);
                    problems.add(run, ProblemBook.Part.SERVICE, List.of(problem));
                });
    }

    void move(
            String run,
            Collection<LedgerColour> moved,
            ColourState from,
            ColourState to,
            int moreRequests) {
        if (moved.isEmpty()) {
            return;
        }
        colours.move(run, moved, from, to);
        int rows = moved.stream().mapToInt(c -> c.rows().length).sum();
        runs.tally(run, runs.get(run).tally().move(from, to, moved.size(), rows), moreRequests);
    }
}
