package dev.stockload.jobs;

import dev.stockload.database.Database;
import dev.stockload.ledger.Executions;

import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Jobs that were begun and are not over: sheets of theirs are not read yet, or runs wait. Each time
 * that a job is begun is a row of its own; one execution goes on with all rows of a job.
 */
record BegunJobs(Database database) {
    /** How long a job is kept that no host has any more. */
    private static final Duration FORGOTTEN = Duration.ofDays(30);

    private static final JsonMapper JSON = JsonMapper.shared();

    /** A job as it was left. */
    record Begun(long id, Turn turn) {}

    /**
     * How far a job is: whoever serves and has the job goes on by this.
     *
     * @param runs all that it has begun
     * @param unread the run of the last sheet, until that was read; otherwise null
     * @param left what its next look goes on with; null if it looks again
     * @param failed whether a file could not be used
     * @param until when its time to be made up for is over
     */
    record Turn(
            JobRuns.Options options,
            Set<String> runs,
            String unread,
            String left,
            boolean failed,
            Instant until) {}

    /** Stores a job that was begun, and then sees to it that whoever serves goes on with it. */
    void add(String job, Turn turn, Instant now) {
        database.sql("insert into begun_job (job, begun, turn) values (:job, :now, :turn)")
                .param("job", job)
                .param("now", Database.time(now))
                .param("turn", JSON.writeValueAsBytes(turn))
                .update();
        wake(job, now);
    }

    List<Begun> of(String job) {
        return database.sql("select id, turn from begun_job where job = :job order by id")
                .param("job", job)
                .query(
                        (row, number) ->
                                new Begun(
                                        row.getLong("id"),
                                        JSON.readValue(row.getBytes("turn"), Turn.class)))
                .list();
    }

    /** Stores how far a job is; empty if it is over. */
    void store(Begun begun, Optional<Turn> left) {
        String change =
                left.isPresent()
                        ? "update begun_job set turn = :turn where id = :id"
                        : "delete from begun_job where id = :id";
        database.sql(change)
                .param("id", begun.id())
                .param("turn", left.map(JSON::writeValueAsBytes).orElse(new byte[0]))
                .update();
    }

    private Executions executions() {
        return new Executions(database, Executions.Task.SHEETS);
    }

    /** Makes the execution of a job, or brings it forward. */
    void wake(String job, Instant now) {
        executions().wake(job, now);
    }

    /** For processes that died after they stored a job and before they woke it. */
    void sweep(Instant now) {
        database.sql("delete from begun_job where begun < :forgotten")
                .param("forgotten", Database.time(now.minus(FORGOTTEN)))
                .update();
        Set<String> woken = executions().instances();
        database.sql("select distinct job from begun_job").query(String.class).list().stream()
                .filter(job -> !woken.contains(job))
                .forEach(job -> wake(job, now));
    }
}
