package dev.stockload.ledger;

import dev.stockload.database.Database;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.RowMapper;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The executions of one task of a scheduler; only this class names the tables of schedulers. */
public record Executions(Database database, Task task) {
    private static final String OF_JOBS = "scheduled_tasks";

    /** The table of the scheduler that works for accounts. */
    public static final String OF_ACCOUNTS = "waiting_account";

    /** Ends the name of the job in the name of an execution that goes on with it. */
    public static final String OF_JOB = " ";

    /** A task; its executions have the names of jobs or accounts. */
    public enum Task {
        /** The schedule of a job. */
        SCHEDULE(OF_JOBS, "job"),
        /** Goes on with a job that was begun. */
        SHEETS(OF_JOBS, "sheets"),
        /** Works off the waiting runs of an account. */
        RUNS(OF_ACCOUNTS, "account"),
        /** Compares the store of an account. */
        CHECK(OF_ACCOUNTS, "check");

        private final String table;
        private final String key;

        Task(String table, String key) {
            this.table = table;
            this.key = key;
        }

        @Override
        public String toString() {
            return key;
        }
    }

    /** What is stored of them, with the columns of the library. */
    public <T> List<T> all(RowMapper<T> row) {
        return database.sql("select * from %s where task_name = :task".formatted(task.table))
                .param("task", task.key)
                .query(row)
                .list();
    }

    public <T> Optional<T> find(String instance, RowMapper<T> row) {
        String select = "select * from %s where task_name = :task and task_instance = :instance";
        return database.sql(select.formatted(task.table))
                .param("task", task.key)
                .param("instance", instance)
                .query(row)
                .optional();
    }

    public Set<String> instances() {
        return database.sql(
                        "select task_instance from %s where task_name = :task"
                                .formatted(task.table))
                .param("task", task.key)
                .query(String.class)
                .set();
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
                select :task, :instance, :time, false, 1
                 where not exists (select 1 from %1$s
                                    where task_name = :task and task_instance = :instance)
                """;
        try {
            change(insert, instance, now);
        } catch (DuplicateKeyException e) {
            // Another process has made it.
        }
    }

    /** Brings an execution forward; false if there is none that waits. */
    private boolean hasten(String instance, Instant now) {
        String update =
                """
                update %s set execution_time = :time, version = version + 1
                 where task_name = :task and task_instance = :instance
                   and not picked and execution_time > :time
                """;
        return change(update, instance, now);
    }

    /** Removes an execution; false if a process works on it, or it has another time by now. */
    public boolean remove(String instance, Instant time) {
        String delete =
                """
                delete from %s where task_name = :task and task_instance = :instance
                   and execution_time = :time and not picked
                """;
        return change(delete, instance, time);
    }

    /** Adds an execution with what is stored of it. */
    public void add(String instance, byte[] data, Instant time) {
        String insert =
                """
                insert into %s (task_name, task_instance, task_data, execution_time, picked, version)
                values (:task, :instance, :data, :time, false, 1)
                """;
        database.sql(insert.formatted(task.table))
                .param("task", task.key)
                .param("instance", instance)
                .param("data", data)
                .param("time", Database.time(time))
                .update();
    }

    /** Brings forward all executions whose names begin so. */
    public void hastenAll(String begin, Instant now) {
        String update =
                """
                update %s set execution_time = :time, version = version + 1
                 where task_name = :task and left(task_instance, %d) = :instance
                   and not picked and execution_time > :time
                """;
        change(update.formatted("%s", begin.length()), begin, now);
    }

    /** Removes executions that nobody took for long. */
    public void removeBefore(Instant time) {
        database.sql(
                        "delete from %s where task_name = :task and execution_time < :time and not picked"
                                .formatted(task.table))
                .param("task", task.key)
                .param("time", Database.time(time))
                .update();
    }

    /** Removes an execution that no process works on. */
    public void remove(String instance) {
        database.sql(
                        "delete from %s where task_name = :task and task_instance = :instance and not picked"
                                .formatted(task.table))
                .param("task", task.key)
                .param("instance", instance)
                .update();
    }

    /** Removes the executions whose names begin so, unless processes work on them; how many. */
    public int removeAll(String begin) {
        String delete =
                "delete from %s where task_name = :task and left(task_instance, %d) = :begin and"
                        + " not picked";
        return database.sql(delete.formatted(task.table, begin.length()))
                .param("task", task.key)
                .param("begin", begin)
                .update();
    }

    private boolean change(String sql, String instance, Instant time) {
        return database.sql(sql.formatted(task.table))
                        .param("task", task.key)
                        .param("instance", instance)
                        .param("time", Database.time(time))
                        .update()
                > 0;
    }

    /** The ends of the names of the processes that work on executions of this table. */
    public List<String> workers() {
        return database.sql("select distinct picked_by from %s where picked".formatted(task.table))
                .query(String.class)
                .list();
    }

    /** Lets others go on with what a dead process worked on. */
    public void free(String worker) {
        database.sql(
                        """
                        update %s set picked = false, picked_by = null,
                               last_heartbeat = null, version = version + 1
                         where picked and picked_by = :worker
                        """
                                .formatted(task.table))
                .param("worker", worker)
                .update();
    }
}
