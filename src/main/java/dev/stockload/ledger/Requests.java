package dev.stockload.ledger;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The creates that left so far, to look back at. */
public final class Requests {
    private final Database database;

    /** The requests of one outcome: how many there were, and how many of them were tries again. */
    public record Count(long all, long retries) {}

    Requests(Database database) {
        this.database = database;
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

    /** All requests by their outcome; those under way are left out. */
    public Map<RequestOutcome, Count> counts() {
        Map<RequestOutcome, Count> counts = new LinkedHashMap<>();
        for (RequestOutcome outcome : RequestOutcome.values()) {
            counts.put(outcome, new Count(0, 0));
        }
        database.sql(
                        """
                        select outcome, count(*) as n, sum(case when attempt > 1 then 1 else 0 end) as again
                          from request where outcome is not null group by outcome
                        """)
                .query(
                        row -> {
                            counts.put(
                                    RequestOutcome.valueOf(row.getString("outcome")),
                                    new Count(row.getLong("n"), row.getLong("again")));
                        });
        return counts;
    }

    /** How long requests waited for the pace of their service, all of them together. */
    public Duration paced() {
        Double seconds =
                database.sql(
                                """
                                select sum(least(2, greatest(0, extract(epoch from started_at - last_end))))
                                  from (select started_at, lag(ended_at) over (partition by run order by started_at)
                                               as last_end
                                          from request) gaps
                                 where last_end is not null
                                """)
                        .query(Double.class)
                        .optional()
                        .orElse(0.0);
        return Duration.ofMillis(Math.round(seconds * 1000));
    }
}
