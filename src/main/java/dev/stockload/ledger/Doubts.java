package dev.stockload.ledger;

import static dev.stockload.ledger.ColourState.IN_DOUBT;
import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.SENDING;
import static dev.stockload.ledger.ColourState.UNCHANGED;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
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
    private final MachineTime time;
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
    private record InDoubt(String places, Uptime over) {}

    Doubts(
            Database database,
            MachineTime time,
            RunColours colours,
            Outbox outbox,
            Requests requests) {
        this.database = database;
        this.time = time;
        this.colours = colours;
        this.outbox = outbox;
        this.requests = requests;
    }

    /**
     * Puts in doubt what a run had under way when its process ended, or its storage failed. What
     * another machine has noted is as if it were noted now: how long ago that was, only a clock
     * could tell, and clocks are set.
     *
     * @param longest how long after its intent such a request may still have been under way
     * @return whether there was any
     */
    public boolean recover(Run run, Duration longest, Instant at) {
        return database.inTransaction(
                () -> {
                    takeAsNotedNow(run);
                    Map<String, Uptime> open = openSince(run.id());
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

    private void takeAsNotedNow(Run run) {
        Uptime now = time.uptime();
        for (String table :
                List.of(
                        "request set machine = :machine, uptime = :now where run = :run and"
                                + " (outcome is null or outcome = 'IN_DOUBT')",
                        "restored set machine = :machine, uptime = :now where account ="
                                + " :account")) {
            database.sql("update %s and (machine is null or machine <> :machine)".formatted(table))
                    .param("machine", now.machine())
                    .param("now", now.nanos())
                    .param("run", run.id())
                    .param("account", run.account())
                    .update();
        }
    }

    /**
     * Colours that wait again are in doubt, since the service shows what it said it had not done.
     */
    public void raise(Run run, List<LedgerColour> ready, String why) {
        database.inTransaction(
                () -> {
                    colours.expectOwner(run);
                    requests.doubt(run.id(), ready, why);
                    colours.move(run.id(), ready, READY, IN_DOUBT);
                });
    }

    private Map<String, Uptime> openSince(String run) {
        Map<String, Uptime> open = new HashMap<>();
        database.sql(
                        """
                        select id, machine, uptime from request
                         where run = :run and outcome is null
                        """)
                .param("run", run)
                .query(
                        row -> {
                            open.put(row.getString("id"), uptime(row));
                        });
        return open;
    }

    /** The colours of a run that are in doubt. */
    public List<Doubt> of(Run run) {
        List<LedgerColour> doubtful = colours.in(run, IN_DOUBT);
        if (doubtful.isEmpty()) {
            return List.of();
        }
        Uptime now = time.uptime();
        Map<Integer, Duration> ages = new HashMap<>();
        // The newest request that a colour was in is the one that counts.
        for (InDoubt request : inDoubt(run.id())) {
            Duration age = now.since(request.over()).orElse(Duration.ZERO);
            Positions.each(request.places(), place -> ages.merge(place, age, Doubts::shorter));
        }
        Duration restored = restored(run.account());
        return doubtful.stream()
                .map(each -> new Doubt(each, ages.getOrDefault(each.position(), restored)))
                .toList();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** What the ledger does not know of was over at the latest when it was restored. */
    private Duration restored(String account) {
        return database.sql("select machine, uptime from restored where account = :account")
                .param("account", account)
                .query((row, number) -> uptime(row))
                .optional()
                .map(at -> time.uptime().since(at).orElse(Duration.ZERO))
                .orElse(LONG_AGO);
    }

    private List<InDoubt> inDoubt(String run) {
        return database.sql(
                        """
                        select colours, machine, uptime from request
                         where run = :run and outcome = 'IN_DOUBT'
                        """)
                .param("run", run)
                .query(Doubts::read)
                .list();
    }

    private static InDoubt read(ResultSet row, int number) throws SQLException {
        return new InDoubt(row.getString("colours"), uptime(row));
    }

    private static Uptime uptime(ResultSet row) throws SQLException {
        return Uptime.read(row, "machine", "uptime");
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

    /**
     * Leaves out colours, ready or in doubt, that are not to be sent any more.
     *
     * @param as why: as unchanged, or superseded
     */
    public void leaveOut(Run run, List<LedgerColour> left, ColourState as) {
        database.inTransaction(
                () -> {
                    colours.expectOwner(run);
                    left.stream()
                            .collect(Collectors.groupingBy(LedgerColour::state))
                            .forEach((state, some) -> colours.move(run.id(), some, state, as));
                });
    }
}
