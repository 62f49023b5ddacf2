package dev.stockload.ledger;

import java.util.List;

/**
 * The runs that a process which serves has promised to bring to their end, since nobody waits for
 * them: whoever serves next keeps the promise of one that was stopped or killed.
 */
public final class AcceptedRuns {
    private final Database database;

    AcceptedRuns(Database database) {
        this.database = database;
    }

    /** Writes the promise down, so that not even a power cut forgets it. */
    public void add(String run) {
        database.sql(
                        """
                        insert into accepted_run (run) select id from run
                         where id = :run and not exists (select 1 from accepted_run where run = :run)
                        """)
                .param("run", run)
                .update();
        database.sync();
    }

    /** The promise was kept, or is not to be kept. */
    public void remove(String run) {
        database.sql("delete from accepted_run where run = :run").param("run", run).update();
    }

    /** Those that have not come to their end, in the order in which they were entered. */
    public List<Run> unfinished() {
        return database.sql(
                        """
                        select r.* from accepted_run a join run r on r.id = a.run
                         where %s
                         order by r.started_at, r.account, r.number
                        """
                                .formatted(Runs.UNFINISHED))
                .query(RunRow::read)
                .list();
    }
}
