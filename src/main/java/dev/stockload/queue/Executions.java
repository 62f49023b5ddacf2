package dev.stockload.queue;

import dev.stockload.database.Database;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.time.Instant;

/** The executions of one task in the table of a scheduler. */
public record Executions(Database database, String table, String task) {
    /** The task that goes on with jobs that were begun. */
    public static final String SHEETS = "sheets";

    /** Ends the name of the job in the name of such an execution. */
    public static final String OF_JOB = " ";

    /** What goes on with this job, however often it was begun, comes now. */
    public static void goOn(Database database, String job, Instant now) {
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

    /**
     * Sees to it that an execution comes now; called after what it is to find is committed. One
     * that is at work just now looks again at its end.
     */
    void wake(String instance, Instant now) {
        String hasten =
                """
                update %s set execution_time = :now, version = version + 1
                 where task_name = :task and task_instance = :instance
                   and not picked and execution_time > :now
                """;
        if (statement(hasten, instance, now).update() > 0) {
            return;
        }
        String insert =
                """
                insert into %s (task_name, task_instance, execution_time, picked, version)
                select :task, :instance, :now, false, 1
                 where not exists (select 1 from %1$s
                                    where task_name = :task and task_instance = :instance)
                """;
        try {
            statement(insert, instance, now).update();
        } catch (DuplicateKeyException e) {
            // Another process has made it.
        }
    }

    private JdbcClient.StatementSpec statement(String sql, String instance, Instant now) {
        return database.sql(sql.formatted(table))
                .param("task", task)
                .param("instance", instance)
                .param("now", Database.time(now));
    }
}
