package dev.stockload.queue;

import dev.stockload.database.Database;
import dev.stockload.ledger.Executions;

import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * Jobs that were begun and are not over: sheets of theirs are not read yet, or runs wait. Each time
 * that a job is begun is an execution of its own, whose data says how far it is.
 */
public record BegunJobs(Database database) {
    /** How long a job is kept that no host has any more. */
    private static final Duration FORGOTTEN = Duration.ofDays(30);

    /** The job that an execution goes on with. */
    public static String job(String instance) {
        return instance.substring(0, instance.indexOf(Executions.OF_JOB));
    }

    /** Whoever serves and has the job goes on with it. */
    public void add(String job, Object progress, Instant now) {
        byte[] data = JsonMapper.shared().writeValueAsBytes(progress);
        executions().add(job + Executions.OF_JOB + UUID.randomUUID(), data, now);
    }

    /** What goes on with this job, however often it was begun, comes now. */
    public void wake(String job, Instant now) {
        executions().hastenAll(job + Executions.OF_JOB, now);
    }

    public void removeForgotten(Instant now) {
        executions().removeBefore(now.minus(FORGOTTEN));
    }

    private Executions executions() {
        return new Executions(database, Executions.Task.SHEETS);
    }
}
