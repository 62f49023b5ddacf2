package dev.stockload.jobs;

import dev.stockload.database.Database;
import dev.stockload.queue.Executions;

import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * Jobs that were begun and are not over: sheets of theirs are not read yet, or runs wait. Each time
 * that a job is begun is an execution of its own, whose data says how far it is.
 */
record BegunJobs(Database database) {
    /** How long a job is kept that no host has any more. */
    private static final Duration FORGOTTEN = Duration.ofDays(30);

    /**
     * How far a job is: whoever serves and has the job goes on by this.
     *
     * @param runs all that it has begun
     * @param unread the run of the last sheet, until that was read; otherwise null
     * @param left what its next look goes on with; null if it looks again
     * @param failed whether a file could not be used
     * @param until when it is tried again if it fails for now
     */
    record Turn(
            JobRuns.Options options,
            Set<String> runs,
            String unread,
            String left,
            boolean failed,
            Instant until) {}

    /** Whoever serves goes on with it. */
    void add(String job, Turn turn, Instant now) {
        database.sql(
                        """
                        insert into scheduled_tasks
                          (task_name, task_instance, task_data, execution_time, picked, version)
                        values ('sheets', :instance, :turn, :now, false, 1)
                        """)
                .param("instance", job + Executions.OF_JOB + UUID.randomUUID())
                .param("turn", JsonMapper.shared().writeValueAsBytes(turn))
                .param("now", Database.time(now))
                .update();
    }

    /** The job that an execution goes on with. */
    static String job(String instance) {
        return instance.substring(0, instance.indexOf(Executions.OF_JOB));
    }

    void removeForgotten(Instant now) {
        database.sql(
                        """
                        delete from scheduled_tasks
                         where task_name = 'sheets' and execution_time < :forgotten and not picked
                        """)
                .param("forgotten", Database.time(now.minus(FORGOTTEN)))
                .update();
    }
}
