package dev.stockload.ledger;

import static dev.stockload.ledger.ColourState.IN_DOUBT;
import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.SENDING;
import static dev.stockload.ledger.ColourState.UNCHANGED;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Colours of which nobody knows whether the service took them, since when, and what a look at the
 * service says of them.
 */
public final class Doubts {
    private static final Duration LONG_AGO = Duration.ofDays(1);

    private final Database database;
    private final LedgerClock clock;
    private final RunColours colours;
    private final Outbox outbox;
    private final Requests requests;

    /**
     * A colour in doubt.
     *
     * @param age how long its request has been over on our side; negative where it may still go on
     */
    public record Doubt(LedgerColour colour, Duration age) {}

    /** A request in doubt: the places of its colours, and by when it was over. */
    private record InDoubt(String places, Instant over) {}

    Doubts(
            Database database,
            LedgerClock clock,
            RunColours colours,
            Outbox outbox,
            Requests requests) {
        this.database = database;
        this.clock = clock;
        this.colours = colours;
        this.outbox = outbox;
        this.requests = requests;
    }

    /**
     * Puts in doubt what a run had under way when its process ended, or its storage failed.
     *
     * @param longest how long after its intent such a request may still have been under way
     * @return whether there was any
     */
    public boolean recover(Run run, Duration longest, Instant at) {
        return database.inTransaction(
                () -> {
                    Map<String, Instant> open = openSince(run.id());
                    open.forEach(
                            (id, since) ->
                                    requests.close(
                                            id,
                                            run.account(),
                                            new Requests.End(
                                                    RequestOutcome.IN_DOUBT,
                                                    "the program ended before the answer",
                                                    at,
                                                    since.plus(longest))));
                    List<LedgerColour> sending = colours.in(run, SENDING);
                    colours.move(run.id(), sending, SENDING, IN_DOUBT);
                    return !open.isEmpty() || !sending.isEmpty();
                });
    }

    private Map<String, Instant> openSince(String run) {
        Map<String, Instant> open = new HashMap<>();
        database.sql(
                        """
                        select id, coalesce(noted_at, started_at) as since from request
                         where run = :run and outcome is null
                        """)
                .param("run", run)
                .query(
                        row -> {
                            open.put(row.getString("id"), Database.time(row, "since"));
                        });
        return open;
    }

    /** The colours of a run that are in doubt. */
    public List<Doubt> of(Run run) {
        List<LedgerColour> doubtful = colours.in(run, IN_DOUBT);
        if (doubtful.isEmpty()) {
            return List.of();
        }
        Map<Integer, Instant> over = new HashMap<>();
        // The newest request that a colour was in is the one that counts.
        for (InDoubt request : inDoubt(run.id())) {
            Positions.each(request.places(), place -> over.put(place, request.over()));
        }
        Instant now = clock.instant();
        Instant restored = restored(run.account());
        List<Doubt> doubts = new ArrayList<>();
        for (LedgerColour colour : doubtful) {
            Instant since = over.getOrDefault(colour.position(), restored);
            doubts.add(new Doubt(colour, since == null ? LONG_AGO : Duration.between(since, now)));
        }
        return doubts;
    }

    /** What the ledger does not know of was over at the latest when it was restored. */
    private Instant restored(String account) {
        return database.sql("select at from restored where account = :account")
                .param("account", account)
                .query((row, number) -> Database.time(row, "at"))
                .optional()
                .orElse(null);
    }

    private List<InDoubt> inDoubt(String run) {
        return database.sql(
                        """
                        select colours, coalesce(over_at, ended_at, started_at) as ended from request
                         where run = :run and outcome = 'IN_DOUBT' order by coalesce(noted_at, started_at), id
                        """)
                .param("run", run)
                .query(Doubts::read)
                .list();
    }

    private static InDoubt read(ResultSet row, int number) throws SQLException {
        return new InDoubt(row.getString("colours"), Database.time(row, "ended"));
    }

    /** A look at the service, or a person, cleared up what became of colours in doubt. */
    public void cleared(Run run, List<LedgerColour> sent, List<LedgerColour> notSent, Instant at) {
        if (sent.isEmpty() && notSent.isEmpty()) {
            return;
        }
        database.inTransaction(
                () -> {
                    colours.expectOwner(run);
                    outbox.sent(run, sent, IN_DOUBT, at);
                    colours.move(run.id(), notSent, IN_DOUBT, READY);
                });
    }

    /** Colours that were left out have to be sent after all. */
    public void reopen(Run run, List<LedgerColour> left) {
        database.inTransaction(
                () -> {
                    colours.expectOwner(run);
                    colours.move(run.id(), left, UNCHANGED, READY);
                });
    }

    /** Leaves out colours, ready or in doubt, that are not to be sent any more. */
    public void leaveOut(Run run, List<LedgerColour> left) {
        database.inTransaction(
                () -> {
                    colours.expectOwner(run);
                    left.stream()
                            .collect(Collectors.groupingBy(LedgerColour::state))
                            .forEach(
                                    (state, some) ->
                                            colours.move(run.id(), some, state, UNCHANGED));
                });
    }
}
