package dev.stockload.ledger;

import dev.stockload.stock.CreateLimits;

import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The creates: each is noted before it leaves, and completed by what came of it. */
public final class Requests {
    /** Who comes later than this after the last create has not waited for the pace. */
    private static final Duration PACED = Duration.ofSeconds(10);

    private final Database database;
    private final MachineTime time;
    private final AccountLocks accounts;
    private final MetricTotals totals;

    Requests(Database database, MachineTime time, AccountLocks accounts, MetricTotals totals) {
        this.database = database;
        this.time = time;
        this.accounts = accounts;
        this.totals = totals;
    }

    /** Notes a request that is about to leave. */
    void begin(Outbox.Intent intent, String body, int attempt, Instant at) {
        Uptime noted = time.uptime();
        int added =
                database.sql(
                                """
                                insert into request (id, run, account, colours, body, attempt, started_at, machine, uptime)
                                values (:id, :run, :account, :colours, :body, :attempt, :at, :machine, :uptime)
                                """)
                        .param("id", intent.id())
                        .param("run", intent.run().id())
                        .param("account", intent.account())
                        .param("colours", Positions.of(intent.colours()))
                        .param("body", body)
                        .param("attempt", attempt)
                        .param("at", Database.time(at))
                        .param("machine", noted.machine())
                        .param("uptime", noted.nanos())
                        .update();
        Database.expect(1, added, "intent " + intent.id());
        totals.add(intent.account(), MetricTotals.RETRIES, attempt > 1 ? 1 : 0);
        totals.add(
                intent.account(),
                MetricTotals.PACED_MILLIS,
                paced(intent.account(), at).toMillis());
    }

    private Duration paced(String account, Instant at) {
        Duration since =
                accounts.lastCreate(account)
                        .map(last -> Duration.between(last.ended(), at))
                        .orElse(PACED);
        if (since.isNegative() || since.compareTo(PACED) >= 0) {
            return Duration.ZERO;
        }
        Duration apart = CreateLimits.leastTime(2);
        return since.compareTo(apart) < 0 ? since : apart;
    }

    void close(Outbox.Intent intent, RequestOutcome outcome, String words, Instant at) {
        close(intent.id(), intent.account(), new End(outcome, words, at, time.uptime()));
    }

    /** What became of a request, and by when it was over. */
    record End(RequestOutcome outcome, String words, Instant at, Uptime over) {}

    void close(String id, String account, End end) {
        int changed =
                database.sql(
                                """
                                update request set outcome = :outcome, words = :words, ended_at = :at, machine = :machine, uptime = :uptime
                                 where id = :id and outcome is null
                                """)
                        .param("outcome", end.outcome().name())
                        .param("words", Database.cut(end.words(), 2000))
                        .param("at", Database.time(end.at()))
                        .param("machine", end.over().machine())
                        .param("uptime", end.over().nanos())
                        .param("id", id)
                        .update();
        Database.expect(1, changed, "outcome of request " + id);
        totals.add(account, MetricTotals.of(end.outcome()), 1);
    }

    /** The places of all colours that were in a request which the service answered with a wait. */
    public BitSet postponed(String run) {
        BitSet places = new BitSet();
        postponedById(run).values().forEach(text -> Positions.each(text, places::set));
        return places;
    }

    /** What the service answered to these colours with a wait for is in doubt after all. */
    void doubt(String run, List<LedgerColour> colours, String why) {
        BitSet doubtful = new BitSet();
        colours.forEach(colour -> doubtful.set(colour.position()));
        postponedById(run)
                .forEach(
                        (id, text) -> {
                            BitSet places = new BitSet();
                            Positions.each(text, places::set);
                            if (places.intersects(doubtful)) {
                                doubt(id, why);
                            }
                        });
    }

    private void doubt(String id, String why) {
        int changed =
                database.sql("update request set outcome = :outcome, words = :words where id = :id")
                        .param("outcome", RequestOutcome.IN_DOUBT.name())
                        .param("words", why)
                        .param("id", id)
                        .update();
        Database.expect(1, changed, "doubt of request " + id);
    }

    private Map<String, String> postponedById(String run) {
        Map<String, String> found = new HashMap<>();
        database.sql("select id, colours from request where run = :run and outcome = :outcome")
                .param("run", run)
                .param("outcome", RequestOutcome.POSTPONED.name())
                .query(
                        row -> {
                            found.put(row.getString("id"), row.getString("colours"));
                        });
        return found;
    }

    /** The requests of a run in the order in which they left. */
    public List<SentRequest> of(String run) {
        return database.sql(
                        """
                        select colours, attempt, started_at, ended_at, outcome, words from request
                         where run = :run order by started_at, id
                        """)
                .param("run", run)
                .query(
                        (row, number) -> {
                            String outcome = row.getString("outcome");
                            return new SentRequest(
                                    Positions.count(row.getString("colours")),
                                    row.getInt("attempt"),
                                    Database.time(row, "started_at"),
                                    Database.time(row, "ended_at"),
                                    outcome == null ? null : RequestOutcome.valueOf(outcome),
                                    row.getString("words"));
                        })
                .list();
    }
}
