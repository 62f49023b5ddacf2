package dev.stockload.book;

import dev.stockload.book.rules.SentColour;
import dev.stockload.database.Compression;
import dev.stockload.database.Database;
import dev.stockload.merchant.CreateLimits;
import dev.stockload.merchant.Outcome;
import dev.stockload.runs.MetricTotals;
import dev.stockload.runs.Run;
import dev.stockload.stock.Colour;
import dev.stockload.stock.PackedWriter;

import org.apache.commons.collections4.ListUtils;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The create requests: each is stored before it is sent, and completed with its outcome. */
public record Requests(Database database, MetricTotals totals) {
    /** A create that starts later than this after the last one did not wait for the pace. */
    private static final int MOST_ASKED = 1000;

    private static final Duration PACED = Duration.ofSeconds(10);

    /**
     * A request with its colours.
     *
     * @param outcome null until there is one
     * @param age how long it was in doubt, as measured by holders of the account's lock
     */
    public record Request(
            String account,
            long number,
            String run,
            List<SentColour> colours,
            Outcome.Kind outcome,
            Duration age) {
        /** Its colours after these results, by their positions in the run. */
        List<SentColour> after(Map<Integer, SentColour.DeliveryResult> results) {
            return colours.stream()
                    .map(each -> each.with(results.getOrDefault(each.position(), each.result())))
                    .toList();
        }

        /** As it is sent to the service. */
        public List<Colour> content() {
            return colours.stream().map(SentColour::content).toList();
        }

        public List<SentColour> open() {
            return colours.stream().filter(SentColour::isOpen).toList();
        }
    }

    /**
     * A create request that was sent, and its outcome.
     *
     * @param colours how many colours it had
     * @param attempt 1 for the first, then counted up with each retry
     * @param endedAt null until there is an outcome
     * @param outcome null until there is one
     * @param words what the service answered, or why the outcome is unknown
     */
    public record SentRequest(
            int colours,
            int attempt,
            Instant startedAt,
            Instant endedAt,
            Outcome.Kind outcome,
            String words) {}

    /** The last create of an account, and the oldest that lists may not show yet. */
    record Last(long recent, Instant answer) {}

    void begin(Request request, int attempt, Instant at) {
        Database.one(
                database.sql(
                                """
                                insert into request (account, number, run, colours, size, is_open, age, attempt, started_at)
                                values (:account, :number, :run, :colours, :size, true, 0, :attempt, :at)
                                """)
                        .param("account", request.account())
                        .param("number", request.number())
                        .param("run", request.run())
                        .param("colours", packed(request.colours()))
                        .param("size", request.colours().size())
                        .param("attempt", attempt)
                        .param("at", Database.time(at)),
                "intent " + request.number());
        totals.add(request.account(), MetricTotals.RETRIES, attempt > 1 ? 1 : 0);
    }

    /** How long a create that starts at a time has waited for the pace. */
    static Duration paced(Instant lastAnswer, Instant at) {
        Duration since = lastAnswer == null ? PACED : Duration.between(lastAnswer, at);
        if (since.isNegative() || since.compareTo(PACED) >= 0) {
            return Duration.ZERO;
        }
        Duration apart = CreateLimits.BETWEEN_CREATES;
        return since.compareTo(apart) < 0 ? since : apart;
    }

    /**
     * Fails if another process has taken over the account and put it in doubt. That an accepted
     * request has all its colours accepted is not stored with them again.
     *
     * @param paced how long it had waited for the pace
     */
    void answered(
            Request request,
            SentColour.DeliveryResult result,
            Outcome.Kind outcome,
            String words,
            Instant at,
            Duration paced) {
        Database.one(
                database.sql(
                                """
                                update request set outcome = :outcome, words = :words, ended_at = :at,
                                       is_open = :open
                                 where account = :account and number = :number and outcome is null
                                """)
                        .param("open", result == SentColour.DeliveryResult.OPEN)
                        .param("outcome", outcome.name())
                        .param("words", Database.cut(words, 2000))
                        .param("at", Database.time(at))
                        .param("account", request.account())
                        .param("number", request.number()),
                "outcome of request " + request.number());
        totals.count(
                request.account(),
                MetricTotals.of(outcome),
                MetricTotals.PACED_MILLIS,
                paced.toMillis());
    }

    void update(Request request, List<SentColour> colours) {
        Database.one(
                database.sql(
                                """
                                update request set colours = :colours, is_open = :open
                                 where account = :account and number = :number
                                """)
                        .param("colours", packed(colours))
                        .param("open", colours.stream().anyMatch(SentColour::isOpen))
                        .param("account", request.account())
                        .param("number", request.number()),
                "colours of request " + request.number());
    }

    /** Adds to the age of requests in doubt. */
    public void measured(Collection<Request> requests, Duration more) {
        for (Request request : requests) {
            database.sql(
                            """
                            update request set age = age + ?
                             where account = ? and number = ?
                            """)
                    .params(more.toNanos(), request.account(), request.number())
                    .update();
        }
    }

    public List<Request> open(String account) {
        return database.sql(
                        """
                        select * from request where account = :account and is_open = true order by number
                        """)
                .param("account", account)
                .query(Requests::read)
                .list();
    }

    public Request now(Request request) {
        return database.sql("select * from request where account = ? and number = ?")
                .params(request.account(), request.number())
                .query(Requests::read)
                .single();
    }

    public List<Request> openOf(Run run) {
        return open(run.account()).stream()
                .filter(request -> request.run().equals(run.id()))
                .toList();
    }

    /**
     * What a run sent, in the order of its requests, read one by one; nothing once retention has
     * deleted that.
     */
    public Stream<SentColour> sent(String run) {
        return numbers(run).stream().flatMap(number -> colours(run, number).stream());
    }

    List<Long> numbers(String run) {
        return database.sql(
                        """
                        select number from request where run = :run and colours is not null
                         order by number
                        """)
                .param("run", run)
                .query(Long.class)
                .list();
    }

    List<SentColour> colours(String run, long number) {
        return database.sql(
                        "select colours, number, outcome from request where run = ? and number = ?")
                .params(run, number)
                .query((row, n) -> colours(row))
                .single();
    }

    /** What a run sent that arrived or may have, product by product. */
    public SentColours byProduct(String run) {
        return new SentColours(this, run);
    }

    /** Which of the requests of its run a request is, from 1. */
    public record Turn(int number, int of) {}

    /** Those of some requests of an account, by their numbers. */
    public Map<Long, Turn> turns(String account, Collection<Long> requests) {
        Map<Long, Turn> turns = new HashMap<>();
        for (List<Long> some : ListUtils.partition(List.copyOf(requests), MOST_ASKED)) {
            database.sql(
                            """
                            select q.number, count(case when r.number <= q.number then 1 end), count(*)
                              from unnest(:requests) as wanted (number)
                              join request q on q.account = :account and q.number = wanted.number
                              join request r on r.run = q.run
                             group by q.number
                            """)
                    .param("requests", Database.longs(some))
                    .param("account", account)
                    .query(
                            row -> {
                                turns.put(row.getLong(1), new Turn(row.getInt(2), row.getInt(3)));
                            });
        }
        return turns;
    }

    /**
     * The oldest request that ended within the time of doubt, or has not ended; above all numbers
     * if there is none. As creates are seconds apart, only the last ones are read.
     */
    public long recent(String account, Instant now, Duration doubt) {
        return last(account, now, doubt).recent();
    }

    Last last(String account, Instant now, Duration doubt) {
        return database.sql(
                        """
                        select coalesce(min(case when ended_at > :since then number
                                                 when ended_at is null then number end), :none),
                               max(ended_at)
                          from (select number, ended_at from request where account = :account
                                 order by account desc, number desc fetch first :most rows only) l
                        """)
                .param("none", Long.MAX_VALUE)
                .param("account", account)
                .param("most", doubt.toSeconds() + 1)
                .param("since", Database.time(now.minus(doubt)))
                .query((row, n) -> new Last(row.getLong(1), Database.time(row, 2)))
                .single();
    }

    /** Whether the account was not looked at since a backup was restored. */
    public boolean isRestored(String account) {
        return database.sql("select count(*) from pace where account = :account and restored")
                        .param("account", account)
                        .query(Integer.class)
                        .single()
                > 0;
    }

    public void endRestore(String account) {
        database.sql("update pace set restored = false where account = :account")
                .param("account", account)
                .update();
    }

    public Optional<Instant> lastAnswer(String account) {
        return database.sql(
                        """
                        select ended_at from request where account = :account and ended_at is not null
                         order by account desc, number desc fetch first row only
                        """)
                .param("account", account)
                .query((row, n) -> Database.time(row, "ended_at"))
                .optional();
    }

    private static byte[] packed(List<SentColour> colours) {
        PackedWriter out = new PackedWriter();
        colours.forEach(colour -> colour.write(out));
        return Compression.compress(out.bytes());
    }

    private static List<SentColour> colours(ResultSet row) throws SQLException {
        long request = row.getLong("number");
        boolean isAccepted = Outcome.Kind.ACCEPTED.name().equals(row.getString("outcome"));
        SentColour.DeliveryResult accepted = SentColour.DeliveryResult.ACCEPTED;
        List<SentColour> colours =
                Compression.items(row.getBytes("colours"), in -> SentColour.read(request, in));
        return isAccepted ? colours.stream().map(each -> each.with(accepted)).toList() : colours;
    }

    private static Request read(ResultSet row, int n) throws SQLException {
        String outcome = row.getString("outcome");
        return new Request(
                row.getString("account"),
                row.getLong("number"),
                row.getString("run"),
                colours(row),
                outcome == null ? null : Outcome.Kind.valueOf(outcome),
                Duration.ofNanos(row.getLong("age")));
    }

    public List<SentRequest> of(String run) {
        return database.sql(
                        """
                        select size as colours, attempt, started_at as startedAt, ended_at as endedAt,
                               outcome, words
                          from request where run = :run order by number
                        """)
                .param("run", run)
                .query(SentRequest.class)
                .list();
    }
}
