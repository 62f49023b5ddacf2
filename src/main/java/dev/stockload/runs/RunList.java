package dev.stockload.runs;

import dev.stockload.database.Database;
import dev.stockload.merchant.Outcome;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Queries over the list of all runs; each reads only the rows it returns. */
public final class RunList {
    private final Database database;
    private final MetricTotals totals;

    public RunList(Database database, MetricTotals totals) {
        this.database = database;
        this.totals = totals;
    }

    /** One page of the list, newest first. */
    public List<Run> newest(int from, int most) {
        return database.sql(
                        """
                        select * from run order by started_at desc, id desc
                        offset :from rows fetch next :most rows only
                        """)
                .param("from", from)
                .param("most", most)
                .query(Runs::read)
                .list();
    }

    public int size() {
        return database.sql("select count(*) from run").query(Integer.class).single();
    }

    /** The newest run of a job, for any account. */
    public Optional<Run> newest(String job) {
        return database.sql(
                        """
                        select * from run where job = :job order by job, started_at desc
                         fetch first row only
                        """)
                .param("job", job)
                .query(Runs::read)
                .optional();
    }

    /**
     * The imports that began after this time, newest first; only of these jobs if any are given.
     */
    public List<Run> startedSince(Instant since, Collection<String> jobs) {
        return database.sql(
                        """
                        select * from run where started_at >= :since and not former
                           and send not in (:withoutSheet)
                        """
                                + (jobs.isEmpty() ? "" : " and job in (:jobs)")
                                + " order by started_at desc, id desc")
                .param("since", Database.time(since))
                .param("withoutSheet", Run.WITHOUT_SHEET)
                .param("jobs", jobs)
                .query(Runs::read)
                .list();
    }

    /** The number of the first run of an account after this time; one that never comes if none. */
    public long firstSince(String account, Instant since) {
        return database.sql(
                        """
                        select min(number) from run where account = :account and started_at >= :since
                        """)
                .param("account", account)
                .param("since", Database.time(since))
                .query(Long.class)
                .optional()
                .orElse(Long.MAX_VALUE);
    }

    /** Whether a run of an account has started after this time. */
    public boolean hasStarted(String account, Instant since) {
        return firstSince(account, since.plusMillis(1)) != Long.MAX_VALUE;
    }

    /** A job's runs with an unusable sheet whose content no later run could use, oldest first. */
    public List<Run> unusable(String account, String job) {
        return database.sql(
                        """
                        select * from run r where account = :account and job = :job and unusable
                           and not former and not exists
                           (select 1 from run u where u.content = r.content and u.account = r.account
                               and u.job = r.job and u.number > r.number and not u.unusable)
                         order by number
                        """)
                .param("account", account)
                .param("job", job)
                .query(Runs::read)
                .list();
    }

    /** The runs of a job that are newer than another run of the same account, newest first. */
    public List<Run> newerOf(Run run, String job) {
        return database.sql(
                        """
                        select * from run where account = :account and job = :job and number > :number
                         order by account, job, number desc
                        """)
                .param("account", run.account())
                .param("job", job)
                .param("number", run.number())
                .query(Runs::read)
                .list();
    }

    /** Runs in state RUNNING; their processes may have died. */
    public List<Run> running() {
        return database.sql("select * from run where state = 'RUNNING' order by started_at")
                .query(Runs::read)
                .list();
    }

    /** Which of these runs can be resumed. */
    public Set<String> resumable(Collection<String> runs) {
        if (runs.isEmpty()) {
            return Set.of();
        }
        return new HashSet<>(
                database.sql("select id from run where id in (:runs) and " + Runs.UNFINISHED)
                        .param("runs", runs)
                        .query(String.class)
                        .list());
    }

    /** Counts for the metrics. */
    public Counts counts() {
        return new Counts(
                totals.all(),
                database.sql(
                                """
                                select state, tally from run
                                 where state in ('RUNNING', 'FAILED', 'STOPPED')
                                """)
                        .query(
                                (row, number) ->
                                        new Counts.Unfinished(
                                                RunState.valueOf(row.getString("state")),
                                                Tally.parse(row.getString("tally"))))
                        .list());
    }

    /** How many runs, colours and requests there were, for the metrics. */
    public static final class Counts {
        private final Map<String, Long> totals;
        private final List<Unfinished> unfinished;

        record Unfinished(RunState state, Tally tally) {}

        /**
         * @param totals the counters of {@link MetricTotals}
         * @param unfinished the runs that the totals do not include yet
         */
        Counts(Map<String, Long> totals, List<Unfinished> unfinished) {
            this.totals = totals;
            this.unfinished = unfinished;
        }

        public long runs(RunState state) {
            return total(MetricTotals.of(state))
                    + unfinished.stream().filter(run -> run.state() == state).count();
        }

        public long colours(ColourState state) {
            return total(MetricTotals.of(state))
                    + unfinished.stream().mapToLong(run -> run.tally().colours(state)).sum();
        }

        /** The number of requests with this outcome; requests in flight are not counted. */
        public long requests(Outcome.Kind outcome) {
            return total(MetricTotals.of(outcome));
        }

        /** How many of the requests were retries. */
        public long retries() {
            return total(MetricTotals.RETRIES);
        }

        /** How long all requests together waited for the pace of their service. */
        public Duration paced() {
            return Duration.ofMillis(total(MetricTotals.PACED_MILLIS));
        }

        private long total(String name) {
            return totals.getOrDefault(name, 0L);
        }
    }
}
