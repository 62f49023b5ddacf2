package dev.stockload.queue;

import dev.stockload.database.Database;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.time.Instant;

/** The executions of one task in the table of a scheduler. */
public record Executions(Database database, String table, String task) {
    public static final String SHEETS = "sheets";

    /** Those that go on with jobs that were begun, by the names of the jobs. */
    public static Executions ofSheets(Database database) {
        return new Executions(database, "scheduled_tasks", SHEETS);
    }

    /**
     * Sees to it that an execution comes now; called after what it is to find is committed. One
     * that is at work just now looks again at its end.
     */
    public void wake(String instance, Instant now) {
        if (hasten(instance, now)) {
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

    /** Brings an execution forward; false if there is none that waits. */
    boolean hasten(String instance, Instant now) {
        String update =
                """
                update %s set execution_time = :now, version = version + 1
                 where task_name = :task and task_instance = :instance
                   and not picked and execution_time > :now
                """;
        return statement(update, instance, now).update() > 0;
    }

    private JdbcClient.StatementSpec statement(String sql, String instance, Instant now) {
        return database.sql(sql.formatted(table))
                .param("task", task)
                .param("instance", instance)
                .param("now", Database.time(now));
    }
}
