package dev.stockload.ledger;

import static dev.stockload.ledger.ColourState.IN_DOUBT;
import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.REJECTED;
import static dev.stockload.ledger.ColourState.SENDING;
import static dev.stockload.ledger.ColourState.SENT;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * What leaves for the service. An intent is on disk before its request leaves, and what became of
 * it is one transaction with the states of its colours, so nothing can be sent and forgotten.
 */
public final class Outbox {
    private final Database database;
    private final Requests requests;
    private final RunColours colours;
    private final ProblemTable problems;
    private final AcknowledgedStock acknowledged;

    /** A request that has an intent and no outcome yet. */
    public record Intent(String id, Run run, List<LedgerColour> colours) {
        String account() {
            return run.account();
        }
    }

    Outbox(
            Database database,
            Requests requests,
            RunColours colours,
            ProblemTable problems,
            AcknowledgedStock acknowledged) {
        this.database = database;
        this.requests = requests;
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
                    colours.expectOwner(run);
                    requests.begin(intent, body, attempt, at);
                    colours.move(run.id(), sending, READY, SENDING, 1);
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
                    colours.move(run.id(), sent, READY, IN_DOUBT, 1);
                });
    }

    public void accepted(Intent intent, String words, Instant at) {
        database.inTransaction(
                () -> {
                    requests.close(intent, RequestOutcome.ACCEPTED, words, at);
                    colours.move(intent.run().id(), intent.colours(), SENDING, SENT);
                    acknowledged.put(intent.run(), intent.colours(), at);
                });
    }

    /** The service surely has none of it: the colours wait again. */
    public void notSent(Intent intent, RequestOutcome outcome, String words, Instant at) {
        database.inTransaction(
                () -> {
                    requests.close(intent, outcome, words, at);
                    int left = outcome == RequestOutcome.UNREACHED ? -1 : 0;
                    colours.move(intent.run().id(), intent.colours(), SENDING, READY, left);
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
                    colours.move(intent.run().id(), intent.colours(), SENDING, IN_DOUBT);
                });
    }

    /** These colours are at the service now. */
    void sent(Run run, List<LedgerColour> sent, ColourState from, Instant at) {
        colours.move(run.id(), sent, from, SENT);
        acknowledged.put(run, sent, at);
    }

    /** The service refused this colour alone. */
    public void rejected(String run, LedgerColour colour, RowsProblem problem) {
        database.inTransaction(
                () -> {
                    colours.move(run, List.of(colour), READY, REJECTED);
                    problems.add(run, ProblemTable.Part.SERVICE, List.of(problem));
                });
    }
}
