package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.batch.BatchRuntime;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/** Frequent queries use an index instead of scanning the rows of all years. */
@Tag("soak")
class QueryPlansTest {
    /** The queries of the program, with the index that each must use. */
    private static final Map<String, String> QUESTIONS = new LinkedHashMap<>();

    static {
        QUESTIONS.put(
                "select * from run order by started_at desc, id desc offset 0 rows fetch next 20"
                        + " rows only",
                "run_by_start");
        QUESTIONS.put("select * from run where state = 'RUNNING'", "run_by_state");
        QUESTIONS.put(
                "select * from run where state in ('RUNNING', 'FAILED', 'STOPPED')",
                "run_by_state");
        QUESTIONS.put(
                "select * from run where account = 'a7' and not former and state in ('RUNNING',"
                        + " 'FAILED', 'STOPPED')",
                "run_by_state");
        QUESTIONS.put(
                "select * from run where account = 'a7' and job = 'job7' and not former order by"
                        + " account, job, number desc fetch first row only",
                "run_of_account_job");
        QUESTIONS.put(
                "select * from run where account = 'a7' and job = 'undo' and number > 7 order by"
                        + " account, job, number desc",
                "run_of_account_job");
        QUESTIONS.put(
                "select * from run r where account = 'a7' and job = 'job7' and standing ="
                        + " 'UNUSABLE' and not former and not exists (select 1 from run u where"
                        + " u.content = r.content and u.account = r.account and u.job = r.job and"
                        + " u.number > r.number and u.standing <> 'UNUSABLE') order by number",
                "run_of_account_job");
        QUESTIONS.put(
                "select * from run where job = 'job7' order by job, started_at desc fetch first row"
                        + " only",
                "run_of_job");
        QUESTIONS.put(
                "select * from run where ended_at < timestamp with time zone '2001-01-01"
                    + " 00:00:00+00' and state <> 'RUNNING' order by ended_at fetch first 100 rows"
                    + " only",
                "run_by_end");
        QUESTIONS.put(
                "select * from run where has_colours = true and ended_at < timestamp with time zone"
                        + " '2100-01-01 00:00:00+00' and state = 'COMPLETED' order by has_colours,"
                        + " ended_at fetch first 100 rows only",
                "run_with_colours");
        QUESTIONS.put(
                "select * from run where job = 'details' and (standing = 'OPEN' or ended_at >="
                        + " timestamp with time zone '2001-01-01 00:00:00+00')"
                        + " order by started_at desc, id desc",
                "run_");
        // H2 may use its own index for a foreign key.
        QUESTIONS.put("select * from request where run = 'run7' order by number", "index");
        QUESTIONS.put(
                "select * from request where account = 'a7' and is_open = true", "request_open");
        QUESTIONS.put(
                "delete from history where at < timestamp with time zone '2001-01-01 00:00:00+00'",
                "history_by_time");
        QUESTIONS.put("select * from run where account = 'a7' order by number", "run_");
        QUESTIONS.put(
                "select id from detail_fetch where account = 'a7' and product = 7 and at <"
                        + " timestamp with time zone '2001-01-01 00:00:00+00'",
                "detail_fetch_of_product");
        QUESTIONS.put(
                "select number from run where account = 'a7' and job = 'job7' and rank > 0 and"
                        + " number <> 0 and named and not former and send not in ('UNDO') order by"
                        + " account, job, rank desc, number desc fetch first row only",
                "run_by_rank");
        QUESTIONS.put(
                "select * from run r where account = 'a7' and job = 'job7' and rank > 0 and not"
                    + " former and standing <> 'UNUSABLE' order by account, job, rank desc, number"
                    + " desc fetch first row only",
                "run_by_rank");
        QUESTIONS.put(
                "select number, job from run where account = 'a7' and number between 500 and 999"
                        + " and not former and send <> 'DETAILS'",
                "run_in_order");
        for (String table : new String[] {"scheduled_tasks", "waiting_account"}) {
            QUESTIONS.put(
                    "select * from %s where picked = true and last_heartbeat <= timestamp with time zone '2001-01-01 00:00:00+00' order by last_heartbeat asc"
                            .formatted(table),
                    table + "_by_heartbeat");
            QUESTIONS.put(
                    "select * from %s where picked = false and execution_time <= timestamp with time zone '2001-01-01 00:00:00+00' order by execution_time limit 10 for update skip locked"
                            .formatted(table),
                    table + "_by_time");
        }
        // By the whole key of the condition, not just by account or run.
        QUESTIONS.put(
                "select b.content from unnest(array[7, 9]) as wanted (product) join book b"
                        + " on b.account = 'a7' and b.product = wanted.product",
                "product =");
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void frequent_queries_use_an_index(TestDatabase database, @TempDir Path data)
            throws IOException, SQLException {
        try (Ledger ledger = database.open(data);
                Connection connection = ledger.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            ManyYears.fill(statement, database);
            for (Map.Entry<String, String> question : QUESTIONS.entrySet()) {
                assertThat(plan(statement, question.getKey()))
                        .as(question.getKey())
                        .doesNotContain("tableScan", "Seq Scan")
                        .containsIgnoringCase(question.getValue());
            }
        }
    }

    /** They start from the few rows that count runs, and look each up in the runs by an index. */
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void what_is_asked_of_all_jobs_goes_through_no_run_of_former_years(
            TestDatabase database, @TempDir Path data) throws IOException, SQLException {
        try (Ledger ledger = database.open(data);
                Connection connection = ledger.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            ManyYears.fill(statement, database);
            for (String question :
                    new String[] {
                        "select distinct job from run_count c where job <> 'import' and exists"
                                + " (select 1 from run r where r.account = c.account and r.job ="
                                + " c.job and r.named and not r.former and r.send not in ('UNDO'))"
                                + " order by job",
                        "select c.job, c.account, (select r.ended_at from run r where r.account ="
                                + " c.account and r.job = c.job and r.state = 'COMPLETED' and not"
                                + " r.former order by r.account, r.job, r.number desc fetch first"
                                + " row only) as last from run_count c"
                    }) {
                assertThat(plan(statement, question))
                        .as(question)
                        .doesNotContain("RUN.tableScan", "Seq Scan on run r")
                        .containsIgnoringCase("run_");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void queries_of_the_job_repository_use_an_index(TestDatabase database, @TempDir Path data)
            throws IOException, SQLException {
        try (Ledger ledger = database.open(data)) {
            new BatchRuntime(ledger);
            try (Connection connection = ledger.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(
                        "insert into batch_job_instance select x, 0, 'job', cast(x as varchar(9))"
                                + " from "
                                + ManyYears.series(database, 3000));
                statement.execute(
                        "insert into batch_job_execution (job_execution_id, version,"
                                + " job_instance_id, create_time) select x, 0, x, current_timestamp"
                                + " from "
                                + ManyYears.series(database, 3000));
                statement.execute(
                        "insert into batch_step_execution (step_execution_id, version, step_name,"
                                + " job_execution_id, create_time) select x, 0, 'step', x,"
                                + " current_timestamp from "
                                + ManyYears.series(database, 3000));
                ManyYears.analyze(statement, database);
                for (String question :
                        new String[] {
                            "select * from batch_job_execution where job_instance_id = 7",
                            "select * from batch_step_execution where job_execution_id = 7",
                            "select * from batch_job_instance where job_name = 'job' and job_key ="
                                    + " '7'"
                        }) {
                    assertThat(plan(statement, question))
                            .as(question)
                            .doesNotContainIgnoringCase("tableScan")
                            .doesNotContain("Seq Scan");
                }
            }
        }
    }

    private static String plan(Statement statement, String question) throws SQLException {
        StringBuilder plan = new StringBuilder();
        try (ResultSet lines = statement.executeQuery("explain " + question)) {
            while (lines.next()) {
                plan.append(lines.getString(1)).append('\n');
            }
        }
        return plan.toString();
    }
}
