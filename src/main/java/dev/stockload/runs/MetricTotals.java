package dev.stockload.runs;

import dev.stockload.database.Database;
import dev.stockload.merchant.Outcome;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counters for the metrics, updated in the transaction of each event, so that no query has to count
 * the runs of all years.
 */
public record MetricTotals(Database database) {
    public static final String RETRIES = "retries";
    public static final String PACED_MILLIS = "paced.millis";

    public static String of(Outcome.Kind outcome) {
        return "request." + outcome;
    }

    public static String of(RunState state) {
        return "run." + state;
    }

    public static String of(ColourState state) {
        return "colour." + state;
    }

    /** Adds to a counter of an account; callers hold the account's lock. */
    public void add(String account, String name, long more) {
        if (more != 0) {
            database.put(
                    "update totals set n = n + :more where account = :account and name = :name",
                    "insert into totals (account, name, n) values (:account, :name, :more)",
                    row -> row.param("more", more).param("account", account).param("name", name));
        }
    }

    void addFinished(Run run) {
        add(run.account(), of(RunState.COMPLETED), 1);
        for (ColourState state : ColourState.values()) {
            add(run.account(), of(state), run.tally().colours(state));
        }
    }

    Map<String, Long> all() {
        Map<String, Long> sums = new HashMap<>();
        database.sql("select name, sum(n) as n from totals group by name")
                .query(
                        row -> {
                            sums.put(row.getString("name"), row.getLong("n"));
                        });
        return sums;
    }

    /** What was counted over the years, and the runs that the totals do not include yet. */
    public record Counts(Map<String, Long> totals, List<Unfinished> unfinished) {
        public record Unfinished(RunState state, Tally tally) {}

        public long runs(RunState state) {
            return total(of(state))
                    + unfinished.stream().filter(run -> run.state() == state).count();
        }

        public long colours(ColourState state) {
            return total(of(state))
                    + unfinished.stream().mapToLong(run -> run.tally().colours(state)).sum();
        }

        /** The number of requests with this outcome; requests in flight are not counted. */
        public long requests(Outcome.Kind outcome) {
            return total(of(outcome));
        }

        public long retries() {
            return total(RETRIES);
        }

        /** How long all requests together waited for the pace of their service. */
        public Duration paced() {
            return Duration.ofMillis(total(PACED_MILLIS));
        }

        private long total(String name) {
            return totals.getOrDefault(name, 0L);
        }
    }
}
