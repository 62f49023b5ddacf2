package dev.stockload.runs;

import dev.stockload.database.Database;
import dev.stockload.merchant.Outcome;
import dev.stockload.stock.ColourState;

import java.util.HashMap;
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

    public static String of(Run.State state) {
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

    /** Adds 1 to a counter of an account and {@code more} to another. */
    public void count(String account, String name, String other, long more) {
        if (more == 0) {
            add(account, name, 1);
            return;
        }
        int known =
                database.sql(
                                """
                                update totals set n = case when name = :name then n + 1 else n + :more end
                                 where account = :account and name in (:name, :other)
                                """)
                        .param("name", name)
                        .param("more", more)
                        .param("account", account)
                        .param("other", other)
                        .update();
        if (known < 2) {
            addIfMissing(account, name, 1);
            addIfMissing(account, other, more);
        }
    }

    private void addIfMissing(String account, String name, long n) {
        database.sql(
                        """
                        insert into totals (account, name, n) select :account, :name, :n
                         where not exists (select 1 from totals where account = :account and name = :name)
                        """)
                .param("account", account)
                .param("name", name)
                .param("n", n)
                .update();
    }

    void addFinished(Run run) {
        if (!run.isDetails()) {
            of(Run.State.COMPLETED, run.tally()).forEach((name, n) -> add(run.account(), name, n));
        }
    }

    /** What was counted over the years, with the runs that the totals do not include yet. */
    public Map<String, Long> all() {
        Map<String, Long> sums = new HashMap<>();
        database.sql("select name, sum(n) as n from totals group by name")
                .query(
                        row -> {
                            sums.put(row.getString("name"), row.getLong("n"));
                        });
        database.sql(
                        """
                        select state, tally from run
                         where state in ('RUNNING', 'FAILED', 'STOPPED') and send <> 'DETAILS'
                        """)
                .query(
                        row -> {
                            Run.State state = Run.State.valueOf(row.getString("state"));
                            of(state, Tally.parse(row.getString("tally")))
                                    .forEach((name, n) -> sums.merge(name, n, Long::sum));
                        });
        return sums;
    }

    private static Map<String, Long> of(Run.State run, Tally tally) {
        Map<String, Long> counts = new HashMap<>(Map.of(of(run), 1L));
        for (ColourState state : ColourState.values()) {
            counts.put(of(state), (long) tally.colours(state));
        }
        return counts;
    }
}
