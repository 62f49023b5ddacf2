package dev.stockload.ledger;

import java.sql.SQLException;
import java.sql.Statement;

/** Rows as many years leave them. */
public final class ManyYears {
    private ManyYears() {}

    public static void fill(Statement statement, TestDatabase database) throws SQLException {
        statement.execute(
                """
                insert into run (id, job, account, file, options, columns, send, content, number,
                                 rank, missing, named, standing,
                                 state, started_at, ended_at, tally, requests, owner, has_colours)
                select 'run' || cast(x as varchar(9)), 'job' || cast(mod(x, 50) as varchar(9)),
                       'a' || cast(mod(x, 50) as varchar(9)), 'f', '', '', 'ALL',
                       lpad(cast(x as varchar(9)), 64, '0'), x, x, 'KEEP', true, 'DONE',
                       case when mod(x, 100) = 0 then 'FAILED' else 'COMPLETED' end,
                       current_timestamp - cast(x as int) * interval '1' hour, current_timestamp - cast(x as int) * interval '1' hour,
                       '', 0, 'o', mod(x, 100) = 0 from %s
                """
                        .formatted(series(database, 9000)));
        String bytes = database == TestDatabase.H2 ? "X'01'" : "decode('01', 'hex')";
        statement.execute(
                """
                insert into request (account, number, run, size, is_open, age, attempt, started_at)
                select 'a' || cast(mod(x, 50) as varchar(9)), x, 'run' || cast(mod(x, 3000) + 1 as varchar(9)), 1,
                       mod(x, 1000) = 7, 0, 1, current_timestamp from %s
                """
                        .formatted(series(database, 9000)));
        statement.execute(
                """
                insert into book (account, product, part, content)
                select 'a' || cast(mod(x, 50) as varchar(9)), x, 0, %s from %s
                """
                        .formatted(bytes, series(database, 9000)));
        statement.execute(
                """
                insert into history (account, number, run, request, at, content)
                select 'a', x, 'run7', 0, current_timestamp - cast(x as int) * interval '1' hour, %s from %s
                """
                        .formatted(bytes, series(database, 9000)));
        statement.execute(
                """
                insert into detail_fetch (id, account, product, at, outcome)
                select cast(x as varchar(9)), 'a' || cast(mod(x, 50) as varchar(9)), mod(x, 100), current_timestamp, 'ACCEPTED' from %s
                """
                        .formatted(series(database, 3000)));
        statement.execute(
                "insert into run_count (job, account, runs) select job, account, count(*) from run"
                        + " group by job, account");
        for (String table : new String[] {"scheduled_tasks", "waiting_account"}) {
            statement.execute(
                    """
                    insert into %s (task_name, task_instance, execution_time, picked, version)
                    select 'job', 'job' || cast(x as varchar(9)), current_timestamp + interval '1' day, false, 1
                      from %s
                    """
                            .formatted(table, series(database, 3000)));
        }
        analyze(statement, database);
    }

    static void analyze(Statement statement, TestDatabase database) throws SQLException {
        if (database == TestDatabase.POSTGRESQL) {
            statement.execute("analyze");
        }
    }

    static String series(TestDatabase database, int count) {
        return database == TestDatabase.H2
                ? "system_range(1, %d)".formatted(count)
                : "generate_series(1, %d) as s(x)".formatted(count);
    }
}
