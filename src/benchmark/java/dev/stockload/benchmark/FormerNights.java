package dev.stockload.benchmark;

import dev.stockload.database.LedgerAddress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The state after many nights of some jobs, put beside what a ledger holds, in bulk. One run in
 * fifty has failed and was never resumed.
 */
final class FormerNights {
    static final int FIVE_YEARS = 5 * 365;

    /** Far from the numbers that Spring Batch gives out itself. */
    private static final int FIRST_BATCH_ID = 10_000_000;

    private static final List<String> STEPS = List.of("stage", "settle", "send", "report");

    private final LedgerAddress address;
    private final int jobs;
    private final int runs;
    private final int requestsPerRun;
    private final int products;

    /** SQL: the account of a job; the accounts. */
    private final String account;

    private final String accounts;

    private FormerNights(
            LedgerAddress address,
            int nights,
            int jobs,
            int requestsPerRun,
            int products,
            String account,
            String accounts) {
        this.address = address;
        this.jobs = jobs;
        this.runs = nights * jobs;
        this.requestsPerRun = requestsPerRun;
        this.products = products;
        this.account = account;
        this.accounts = accounts;
    }

    /** Of five jobs of one account, each with 12,000 colours. */
    static FormerNights ofOneAccount(LedgerAddress address, int nights) {
        String account = "'default'";
        return new FormerNights(
                address, nights, 5, 40, 10_000, account, "(select 'default' as account) a");
    }

    /** Of many accounts, {@code a0} and so on, with a job of 1,200 colours each. */
    static FormerNights ofManyAccounts(LedgerAddress address, int nights, int accounts) {
        return new FormerNights(
                address,
                nights,
                accounts,
                4,
                200,
                "'a' || cast(mod(x, %d) as varchar(9))".formatted(accounts),
                "(select 'a' || cast(x - 1 as varchar(9)) as account from %s) a"
                        .formatted(series(address, accounts)));
    }

    int runs() {
        return runs;
    }

    /** Adds all that the database and the data folder would hold. */
    void fill(Path data) throws SQLException, IOException {
        List<String> ids = new ArrayList<>();
        try (Connection connection =
                        DriverManager.getConnection(
                                address.url(), address.user(), address.password());
                Statement statement = connection.createStatement()) {
            runs(statement);
            requests(statement);
            book(statement);
            batch(statement);
            if (!isH2()) {
                statement.execute("analyze");
            }
            try (ResultSet found =
                    statement.executeQuery("select id from run where job like 'night-%'")) {
                while (found.next()) {
                    ids.add(found.getString(1));
                }
            }
        }
        folders(data, ids);
        if (isH2()) {
            settle();
        }
    }

    /** As a file is after nights of its own pace, not after one of half a million rows. */
    private void settle() throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(
                                address.url(), address.user(), address.password());
                Statement statement = connection.createStatement()) {
            statement.execute("shutdown compact");
        }
    }

    /** How many bytes the database takes. */
    static long size(LedgerAddress address) throws SQLException, IOException {
        if (address.isFile()) {
            return Files.size(Path.of(address.path() + ".mv.db"));
        }
        try (Connection connection =
                        DriverManager.getConnection(
                                address.url(), address.user(), address.password());
                Statement statement = connection.createStatement();
                ResultSet size =
                        statement.executeQuery("select pg_database_size(current_database())")) {
            size.next();
            return size.getLong(1);
        }
    }

    /** A file that a supplier dropped each night, and the job that reads them all. */
    static void drop(Path folder, int files) throws IOException {
        Files.createDirectories(folder);
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        for (int row = 0; row < 200; row++) {
            rows.append("%d,c%d,36,5%n".formatted(100_000 + row / 6, row % 6));
        }
        Instant first = Instant.now().minus(Duration.ofDays(files));
        for (int night = 0; night < files; night++) {
            Path file = folder.resolve("stock-%04d.csv".formatted(night));
            Files.writeString(file, rows + "100099,night,36,%d%n".formatted(night));
            Files.setLastModifiedTime(
                    file, FileTime.from(first.plus(Duration.ofDays(night)).minusSeconds(3600)));
        }
    }

    private boolean isH2() {
        return isH2(address);
    }

    private static boolean isH2(LedgerAddress address) {
        return address.url().startsWith("jdbc:h2:");
    }

    private String series(int count) {
        return series(address, count);
    }

    private static String series(LedgerAddress address, int count) {
        return isH2(address)
                ? "system_range(1, %d)".formatted(count)
                : "generate_series(1, %d) as s(x)".formatted(count);
    }

    private void runs(Statement statement) throws SQLException {
        statement.execute(
                """
                insert into run (id, job, account, file, options, columns, send, content, number,
                                 rank, missing, named, standing, state, started_at, ended_at, tally, requests,
                                 message, owner, has_colours)
                select to_char(at, 'YYYYMMDD-HH24MI') || '-night-' || cast(mod(x, %2$d) as varchar(9))
                         || '-' || cast(x as varchar(9)),
                       'night-' || cast(mod(x, %2$d) as varchar(9)), %5$s, 'sheets/night.csv',
                       m.options, m.columns, 'ALL', lpad(cast(x as varchar(9)), 64, '0'), 1000 + x,
                       1000 + x, 'KEEP', true, case when mod(x, 50) = 0 then 'EXPIRED' else 'DONE' end,
                       case when mod(x, 50) = 0 then 'FAILED' else 'COMPLETED' end,
                       at, at + interval '5' minute,
                       case when mod(x, 50) = 0 then 's11700/70200,r300/1800' else 's12000/72000' end,
                       %3$d,
                       case when mod(x, 50) = 0 then 'The service did not answer' end, 'another host', false
                  from (select x, current_timestamp - cast(%1$d - x as int) / %2$d * interval '1' day
                                  - interval '2' hour as at from %4$s) nights,
                       (select options, columns from run where columns is not null
                         fetch first row only) m
                """
                        .formatted(runs, jobs, requestsPerRun, series(runs), account));
        statement.execute(
                """
                insert into run_count (job, account, runs)
                select job, account, count(*) from run where job like 'night-%' group by job, account
                """);
        statement.execute(
                """
                insert into problems (run, part, number, entries)
                select id, 's', 0, %s from run where job like 'night-%%'
                """
                        .formatted(
                                isH2() ? "secure_rand(300)" : "decode(repeat('5a', 300), 'hex')"));
    }

    /** In the order of their ids, which a database stores several times as fast as any other. */
    private void requests(Statement statement) throws SQLException {
        statement.execute(
                """
                insert into request (account, number, run, size, is_open, age, colours, attempt, started_at,
                                     ended_at, outcome, words)
                select r.account, 1000000 + r.number * 1000 + n.x, r.id, 300, false, 0, q.colours, 1,
                       r.started_at + cast(n.x as int) * interval '3' second,
                       r.started_at + cast(n.x as int) * interval '3' second, 'ACCEPTED', ''
                  from run r, (select x from %s) n, (select colours from request fetch first row only) q
                 where r.job like 'night-%%'
                 order by r.number, n.x
                """
                        .formatted(series(requestsPerRun)));
        statement.execute("alter sequence book_number restart with 1000000000");
    }

    /** Products like one that was imported, and what each run has changed. */
    private void book(Statement statement) throws SQLException {
        statement.execute(
                """
                insert into book (account, product, part, content)
                select a.account, 1000000 + cast(x as int), 0, b.content
                  from %s, %s, (select content from book fetch first row only) b
                """
                        .formatted(accounts, series(products)));
        statement.execute(
                """
                insert into history (account, number, run, request, at, content)
                select r.account, 1000000 + r.number, r.id, 0, r.ended_at, h.content
                  from run r, (select content from history order by number fetch first row only) h
                 where r.job like 'night-%'
                """);
    }

    private void batch(Statement statement) throws SQLException {
        statement.execute(
                """
                insert into batch_job_instance (job_instance_id, version, job_name, job_key)
                select %1$d + number, 0, 'import-stock', right(content, 32) from run where job like 'night-%%'
                """
                        .formatted(FIRST_BATCH_ID));
        statement.execute(
                """
                insert into batch_job_execution (job_execution_id, version, job_instance_id, create_time,
                    start_time, end_time, status, exit_code, exit_message, last_updated)
                select %1$d + number, 2, %1$d + number, started_at, started_at, ended_at,
                       state, state, '', ended_at from run where job like 'night-%%'
                """
                        .formatted(FIRST_BATCH_ID));
        statement.execute(
                """
                insert into batch_job_execution_params (job_execution_id, parameter_name, parameter_type,
                    parameter_value, identifying)
                select %1$d + number, 'run', 'java.lang.String', id, 'Y' from run where job like 'night-%%'
                """
                        .formatted(FIRST_BATCH_ID));
        for (int step = 0; step < STEPS.size(); step++) {
            statement.execute(
                    """
                    insert into batch_step_execution (step_execution_id, version, step_name, job_execution_id,
                        create_time, start_time, end_time, status, commit_count, read_count, filter_count,
                        write_count, read_skip_count, write_skip_count, process_skip_count, rollback_count,
                        exit_code, exit_message, last_updated)
                    select %1$d + number * 5 + %2$d, 3, '%3$s', %1$d + number, started_at, started_at, ended_at,
                           'COMPLETED', 1, 0, 0, 0, 0, 0, 0, 0, 'COMPLETED', '', ended_at
                      from run where job like 'night-%%'
                    """
                            .formatted(FIRST_BATCH_ID, step, STEPS.get(step)));
        }
    }

    private static void folders(Path data, List<String> runs) throws IOException {
        Path reports = Files.createDirectories(data.resolve("reports"));
        for (String run : runs) {
            Path folder = Files.createDirectory(reports.resolve(run));
            String report =
                    """
                    {"run":"%s","job":"night","account":"default","file":"sheets/night.csv","state":"COMPLETED",
                     "startedAt":"2026-01-01T01:00:00Z","endedAt":"2026-01-01T01:05:00Z",
                     "rows":{"read":72000,"accepted":72000,"rejected":0,"held":0},
                     "colours":{"total":12000,"sent":12000,"unchanged":0,"rejected":0,"held":0,"inDoubt":0,"waiting":0},
                     "requests":{"sent":40,"left":0}}\
                    """
                            .formatted(run);
            Files.writeString(folder.resolve("status.json"), "[" + report + "]");
            Files.writeString(folder.resolve("report.json"), report);
        }
    }
}
