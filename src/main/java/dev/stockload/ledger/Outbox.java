package dev.stockload.ledger;

import static dev.stockload.ledger.ColourState.IN_DOUBT;
import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.REJECTED;
import static dev.stockload.ledger.ColourState.SENDING;
import static dev.stockload.ledger.ColourState.SENT;

import dev.stockload.stock.PackedSizes;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * What leaves for the service. An intent is on disk before its request leaves, and what became of
 * it is one transaction with the states of its colours, so nothing can be sent and forgotten.
 */
public final class Outbox {
    private final Database database;
    private final LedgerClock clock;
    private final Runs runs;
    private final Colours colours;
    private final ProblemBook problems;
    private final Acknowledged acknowledged;
    private final Optional<IntentJournal> journal;

    /** A request that has an intent and no outcome yet. */
    public record Intent(String id, String run, String account, List<LedgerColour> colours) {}

    Outbox(
            Database database,
            LedgerClock clock,
            Runs runs,
            Colours colours,
            ProblemBook problems,
            Acknowledged acknowledged,
            Optional<IntentJournal> journal) {
        this.database = database;
        this.clock = clock;
        this.runs = runs;
        this.colours = colours;
        this.problems = problems;
        this.acknowledged = acknowledged;
        this.journal = journal;
    }

    /**
     * Notes that these colours are about to be sent; when this returns, a power cut forgets
     * nothing.
     */
    public Intent begin(Run run, List<LedgerColour> sending, String body, int attempt, Instant at) {
        Intent intent = new Intent(UUID.randomUUID().toString(), run.id(), run.account(), sending);
        database.inTransaction(
                () -> {
                    runs.expectOwner(run);
                    insert(intent, body, attempt, at);
                    move(run.id(), sending, READY, SENDING, 1);
                });
        journal.ifPresent(
                file ->
                        file.add(
                                new IntentJournal.Entry(
                                        intent.id(), run.id(), run.account(), at, sending)));
        return intent;
    }

    /** The accounts for which something was sent that the ledger has forgotten. */
    public Set<String> forgetful() {
        return forgotten().stream().map(IntentJournal.Entry::account).collect(Collectors.toSet());
    }

    /**
     * Puts in doubt the colours of this run that were sent before, although the ledger has
     * forgotten it: those with the very content that was sent.
     *
     * @return how many there are
     */
    public int remember(Run run) {
        List<IntentJournal.Entry> entries =
                forgotten().stream()
                        .filter(entry -> entry.account().equals(run.account()))
                        .filter(
                                entry ->
                                        entry.run().equals(run.id())
                                                || runs.find(entry.run()).isEmpty())
                        .toList();
        int count = 0;
        for (IntentJournal.Entry entry : entries) {
            Map<Acknowledged.Key, PackedSizes> sent = new HashMap<>();
            entry.colours()
                    .forEach(c -> sent.put(new Acknowledged.Key(c.product(), c.name()), c.sizes()));
            List<LedgerColour> same =
                    colours.in(run.id(), READY).stream()
                            .filter(
                                    c ->
                                            c.sizes()
                                                    .equals(
                                                            sent.get(
                                                                    new Acknowledged.Key(
                                                                            c.product(),
                                                                            c.name()))))
                            .toList();
            if (!same.isEmpty() || entry.run().equals(run.id())) {
                remember(run, entry, same);
                count += same.size();
            }
        }
        return count;
    }

    private void remember(Run run, IntentJournal.Entry entry, List<LedgerColour> same) {
        Intent intent = new Intent(entry.id(), run.id(), run.account(), same);
        database.inTransaction(
                () -> {
                    insert(intent, "-".repeat(64), 1, entry.at());
                    close(
                            intent,
                            RequestOutcome.IN_DOUBT,
                            "the ledger had forgotten it",
                            entry.at());
                    move(run.id(), same, READY, IN_DOUBT, 1);
                });
    }

    private static Instant earliest(List<IntentJournal.Entry> entries) {
        // The clock may have been set between two of them.
        return entries.stream().map(IntentJournal.Entry::at).min(Instant::compareTo).orElseThrow();
    }

    private List<IntentJournal.Entry> forgotten() {
        List<IntentJournal.Entry> entries = journal.map(IntentJournal::entries).orElse(List.of());
        if (entries.isEmpty()) {
            return entries;
        }
        Set<String> known =
                new HashSet<>(
                        database.sql("select id from request where started_at >= :first")
                                .param("first", Database.time(earliest(entries).minusSeconds(1)))
                                .query(String.class)
                                .list());
        return entries.stream().filter(entry -> !known.contains(entry.id())).toList();
    }

    public void accepted(Intent intent, String words, Instant at) {
        database.inTransaction(
                () -> {
                    close(intent, RequestOutcome.ACCEPTED, words, at);
                    move(intent.run(), intent.colours(), SENDING, SENT, 0);
                    acknowledged.put(intent.account(), intent.run(), intent.colours(), at);
                });
    }

    /** The service surely has none of it: the colours wait again. */
    public void notSent(Intent intent, RequestOutcome outcome, String words, Instant at) {
        database.inTransaction(
                () -> {
                    close(intent, outcome, words, at);
                    int left = outcome == RequestOutcome.UNREACHED ? -1 : 0;
                    move(intent.run(), intent.colours(), SENDING, READY, left);
                });
    }

    public void inDoubt(Intent intent, String why, Instant at) {
        database.inTransaction(
                () -> {
                    close(intent, RequestOutcome.IN_DOUBT, why, at);
                    move(intent.run(), intent.colours(), SENDING, IN_DOUBT, 0);
                });
    }

    /** These colours are at the service now. */
    void sent(Run run, List<LedgerColour> sent, ColourState from, Instant at) {
        move(run.id(), sent, from, SENT, 0);
        acknowledged.put(run.account(), run.id(), sent, at);
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
            int requests) {
        if (moved.isEmpty()) {
            return;
        }
        colours.move(run, moved, from, to);
        int rows = moved.stream().mapToInt(c -> c.rows().length).sum();
        runs.tally(run, runs.get(run).tally().move(from, to, moved.size(), rows), requests);
    }

    private void insert(Intent intent, String body, int attempt, Instant at) {
        int added =
                database.sql(
                                """
                                insert into request (id, run, account, colours, body, attempt, started_at, noted_at)
                                values (:id, :run, :account, :colours, :body, :attempt, :at, :noted)
                                """)
                        .param("id", intent.id())
                        .param("run", intent.run())
                        .param("account", intent.account())
                        .param("colours", Positions.of(intent.colours()))
                        .param("body", body)
                        .param("attempt", attempt)
                        .param("at", Database.time(at))
                        .param("noted", Database.time(clock.instant()))
                        .update();
        Database.expect(1, added, "intent " + intent.id());
    }

    private void close(Intent intent, RequestOutcome outcome, String words, Instant at) {
        int changed =
                database.sql(
                                """
                                update request set outcome = :outcome, words = :words, ended_at = :at, over_at = :over
                                 where id = :id and outcome is null
                                """)
                        .param("outcome", outcome.name())
                        .param("words", Database.cut(words, 2000))
                        .param("at", Database.time(at))
                        .param("over", Database.time(clock.instant()))
                        .param("id", intent.id())
                        .update();
        Database.expect(1, changed, "outcome of request " + intent.id());
    }
}
