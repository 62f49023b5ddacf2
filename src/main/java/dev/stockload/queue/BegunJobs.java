package dev.stockload.queue;

import dev.stockload.database.Database;

import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * Jobs that were begun and are not over: sheets of theirs are not read yet, or runs wait. Each time
 * that a job is begun is an execution of its own, whose data says how far it is.
 */
public record BegunJobs(Database database) {
    /** The task of these executions. */
    public static final String TASK = "sheets";

    /** Ends the name of the job in the name of an execution. */
    private static final String OF_JOB = " ";

    /** How long a job is kept that no host has any more. */
    private static final Duration FORGOTTEN = Duration.ofDays(30);

    /** The job that an execution goes on with. */
    public static String job(String instance) {
        return instance.substring(0, instance.indexOf(OF_JOB));
    }

    /** Whoever serves and has the job goes on with it. */
    public void add(String job, Object progress, Instant now) {
        database.sql(
                        """
                        insert into scheduled_tasks
                          (task_name, task_instance, task_data, execution_time, picked, version)
                        values ('sheets', :instance, :progress, :now, false, 1)
                        """)
                .param("instance", job + OF_JOB + UUID.randomUUID())
                .param("progress", JsonMapper.shared().writeValueAsBytes(progress))
                .param("now", Database.time(now))
                .update();
    }

    /** What goes on with this job, however often it was begun, comes now. */
    public void wake(String job, Instant now) {
        database.sql(
                        """
                        update scheduled_tasks set execution_time = :now, version = version + 1
                         where task_name = 'sheets' and left(task_instance, :length) = :job
                           and not picked and execution_time > :now
                        """)
                .param("length", job.length() + OF_JOB.length())
                .param("job", job + OF_JOB)
                .param("now", Database.time(now))
                .update();
    }

    public void removeForgotten(Instant now) {
        database.sql(
                        """
                        delete from scheduled_tasks
                         where task_name = 'sheets' and execution_time < :forgotten and not picked
                        """)
                .param("forgotten", Database.time(now.minus(FORGOTTEN)))
                .update();
    }
}
