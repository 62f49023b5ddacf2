package dev.stockload.ledger;

import dev.stockload.book.Outbox;
import dev.stockload.database.Database;
import dev.stockload.runs.Run;
import dev.stockload.runs.Runs;
import dev.stockload.stock.ColourState;

import java.time.Instant;
import java.util.List;

/**
 * Finds and deletes old runs, each in a short transaction of its own, so that nobody waits long and
 * a kill leaves a run whole or gone. Whatever its age, what later runs need stays: the newest run
 * of each job, the newest that completed, and runs with requests in flight or in doubt.
 */
public record OldRuns(Database database, Outbox outbox) {

    public List<Run> endedBefore(Instant time, int most) {
        return database.sql(
                        """
                        select r.* from run r
                         where r.ended_at < :time and r.state <> 'RUNNING'
                           and r.tally not like :sending and r.tally not like :doubt
                           and exists (select 1 from run newer
                                        where newer.account = r.account and newer.job = r.job
                                          and newer.number > r.number
                                          and not newer.former and not newer.unusable)
                           and (r.state <> 'COMPLETED'
                                or exists (select 1 from run newer
                                            where newer.account = r.account and newer.job = r.job
                                              and newer.number > r.number and not newer.former
                                              and newer.state = 'COMPLETED'))
                         order by r.ended_at fetch first :most rows only
                        """)
                .param("time", Database.time(time))
                .param("sending", "%" + ColourState.SENDING.letter() + "%")
                .param("doubt", "%" + ColourState.IN_DOUBT.letter() + "%")
                .param("most", most)
                .query(Runs::read)
                .list();
    }

    /** Deletes a run unless a process works on it; {@code also} runs in the same transaction. */
    public void remove(Run run, Runnable also) {
        database.inTransaction(
                () -> {
                    if (!lockIfUnchanged(run)) {
                        return;
                    }
                    for (String table :
                            List.of("run_colours", "undo_fate", "problems", "request", "sheet")) {
                        database.sql("delete from %s where run = :run".formatted(table))
                                .param("run", run.id())
                                .update();
                    }
                    also.run();
                    Database.one(
                            database.sql("delete from run where id = :id").param("id", run.id()),
                            "run " + run.id());
                });
    }

    public List<Run> withColours(Instant time, int most) {
        return database.sql(
                        """
                        select * from run
                         where has_colours = true and ended_at < :time and standing <> 'OPEN'
                         order by has_colours, ended_at fetch first :most rows only
                        """)
                .param("time", Database.time(time))
                .param("most", most)
                .query(Runs::read)
                .list();
    }

    /** Deletes the colours and what they replaced: the run cannot be undone any more. */
    public void dropColours(Run run) {
        database.inTransaction(
                () -> {
                    outbox.endDoubts(run);
                    for (String sql :
                            List.of(
                                    "delete from run_colours where run = :run",
                                    "delete from undo_fate where run = :run",
                                    "update request set colours = null where run = :run")) {
                        database.sql(sql).param("run", run.id()).update();
                    }
                    Database.one(
                            database.sql("update run set has_colours = false where id = :id")
                                    .param("id", run.id()),
                            "colours of run " + run.id());
                });
    }

    /** Runs that began before {@code begun} and were overdue by {@code seen}, oldest first. */
    public List<Run> overdue(Instant begun, Instant seen, int most) {
        return database.sql(
                        """
                        select * from run where started_at < :begun and overdue_at <= :seen
                           and %s and state <> 'RUNNING'
                         order by started_at fetch first :most rows only
                        """
                                .formatted(Runs.UNFINISHED))
                .param("begun", Database.time(begun))
                .param("seen", Database.time(seen))
                .param("most", most)
                .query(Runs::read)
                .list();
    }

    /** Marks the unfinished runs that are overdue, and unmarks those that are not. */
    public void seeOverdue(Instant begun, Instant now) {
        for (String change :
                List.of(
                        "overdue_at = :now where started_at < :begun and overdue_at is null",
                        "overdue_at = null where started_at >= :begun and overdue_at <= :now")) {
            database.sql("update run set %s and %s".formatted(change, Runs.UNFINISHED))
                    .param("begun", Database.time(begun))
                    .param("now", Database.time(now))
                    .update();
        }
    }

    /** Stock that the run left in doubt becomes unknown (rule 12). */
    public void expire(Run run) {
        database.inTransaction(
                () -> {
                    if (lockIfUnchanged(run)) {
                        outbox.expire(run);
                    }
                });
    }

    public void removeHistory(Instant time) {
        database.sql("delete from history where at < :time")
                .param("time", Database.time(time))
                .update();
    }

    public List<String> known(List<String> ids) {
        return ids.isEmpty()
                ? List.of()
                : database.sql("select id from run where id in (:ids)")
                        .param("ids", ids)
                        .query(String.class)
                        .list();
    }

    /** Locks the run's row: a process that wants to resume the run waits, and finds it gone. */
    private boolean lockIfUnchanged(Run run) {
        return database.sql(
                        """
                        select state from run where id = :id and owner = :owner for update
                        """)
                .param("id", run.id())
                .param("owner", run.owner())
                .query(String.class)
                .optional()
                .filter(state -> state.equals(run.state().name()))
                .isPresent();
    }
}
