package dev.stockload.runs;

import dev.stockload.book.rules.RunView;
import dev.stockload.database.Database;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many runs each job has in each account. What is asked of all jobs starts from this table, so
 * that no query goes through the runs of all years.
 */
public record RunCounts(Database database) {
    /** A job in an account. */
    public record JobOf(String job, String account) {}

    /** Called in the transaction that adds or removes runs. */
    void add(Run run, int more) {
        Map<String, String> of = Map.of("job", run.job(), "account", run.account());
        database.put(
                "update run_count set runs = runs + :more where job = :job and account = :account",
                "insert into run_count (job, account, runs) values (:job, :account, :more)",
                row -> row.param("more", more).params(of));
        if (more < 0) {
            database.sql(
                            """
                            delete from run_count
                             where job = :job and account = :account and runs = 0
                            """)
                    .params(of)
                    .update();
        }
    }

    void rename(String job, String other) {
        database.sql("update run_count set job = :other where job = :job")
                .params(Map.of("other", other, "job", job))
                .update();
    }

    /** How many imports a job has; all if it is empty. */
    public int imports(String job) {
        return database.sql(
                        "select coalesce(sum(runs), 0) from run_count where "
                                + (job.isEmpty() ? "job <> :details" : "job = :job"))
                .params(Map.of("job", job, "details", Run.DETAILS_JOB))
                .query(Integer.class)
                .single();
    }

    /** The accounts with runs of a job. */
    public List<String> accounts(String job) {
        return database.sql("select account from run_count where job = :job order by account")
                .param("job", job)
                .query(String.class)
                .list();
    }

    /** The jobs that have imported a sheet, also those that were forgotten. */
    public List<String> jobs() {
        return database.sql(
                        """
                        select distinct job from run_count c
                         where job <> :hand
                           and exists (select 1 from run r
                                        where r.account = c.account and r.job = c.job
                                          and r.named and not r.former and r.send not in (:without))
                         order by job
                        """)
                .params(Map.of("hand", RunView.BY_HAND, "without", Runs.WITHOUT_SHEET))
                .query(String.class)
                .list();
    }

    /** When the last import of each job in each account that completed one has ended. */
    public Map<JobOf, Instant> lastFinished() {
        Map<JobOf, Instant> ends = new HashMap<>();
        database.sql(
                        """
                        select c.job, c.account,
                               (select r.ended_at from run r
                                 where r.account = c.account and r.job = c.job
                                   and r.state = 'COMPLETED' and not r.former
                                 order by r.account, r.job, r.number desc
                                 fetch first row only) as last
                          from run_count c
                        """)
                .query(
                        row -> {
                            JobOf job = new JobOf(row.getString(1), row.getString(2));
                            Optional.ofNullable(Database.time(row, 3))
                                    .ifPresent(last -> ends.put(job, last));
                        });
        return ends;
    }
}
