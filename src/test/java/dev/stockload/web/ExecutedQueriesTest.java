package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.ledger.ManyYears;
import dev.stockload.ledger.TestDatabase;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What people and nights do goes through no rows of former years: H2 says what it has executed. */
@Tag("soak")
class ExecutedQueriesTest {
    /** A table of the plan, and how its rows are found. */
    private static final Pattern READ =
            Pattern.compile(
                    "\"(RUN|REQUEST|HISTORY|PROBLEMS|RUN_COLOURS|BOOK)\"\\s*(?:\"\\w+\")?\\s*/\\*"
                            + " (.*?)\\*/",
                    Pattern.DOTALL);

    /** All rows, or all of an account or job. */
    private static final Pattern ALL_YEARS =
            Pattern.compile(
                    "(?s).*tableScan.*|PUBLIC\\.\\w+(: (ACCOUNT|JOB) = \\S+(\\s+AND"
                            + " (ACCOUNT|JOB|RANK) [=>] \\S+)*)?");

    /** Details are begun by people, so their runs are few. */
    private static final String DETAILS =
            "select * from run where job = ? and (standing = 'OPEN' or ended_at >= ?)";

    @TempDir Path home;

    @Test
    void no_query_of_a_page_or_an_import_reads_the_runs_of_all_years() throws Exception {
        try (Shop shop = new Shop(home);
                Connection connection = shop.ledger.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            ManyYears.fill(statement, TestDatabase.H2);
            // Their bytes are no products and no schedules.
            statement.execute("delete from book");
            statement.execute("delete from scheduled_tasks");
            statement.execute("set query_statistics_max_entries 3000");
            statement.execute("set query_statistics true");
            use(shop);
            List<String> slow = new ArrayList<>();
            for (String query : executed(statement)) {
                slow.addAll(slow(connection, query));
            }
            assertThat(slow).isEmpty();
        }
    }

    private static void use(Shop shop) throws Exception {
        String run = shop.imported(Path.of("sample-data/warehouse.xlsx"));
        shop.write(
                "jobs/only.yml",
                "read: only*.csv\n"
                        + "send: changed\n"
                        + "missing: zero\n"
                        + "schedule: \"0 3 * * *\"\n"
                        + "expect: \"06:00\"\n");
        shop.write("only1.csv", "pid,colour,size,stock\n10003,a,36,1\n10003,b,36,1\n");
        Visitor visitor = shop.visitor();
        visitor.post("/jobs/only/run", "/jobs");
        for (String page :
                List.of(
                        "/",
                        "/product?find=10001",
                        "/product?find=10003",
                        "/runs",
                        "/runs?job=only",
                        "/runs/" + run,
                        "/runs/" + run + "/undo",
                        "/jobs",
                        "/jobs/only/edit",
                        "/import",
                        "/quotas",
                        "/store",
                        "/actuator/prometheus")) {
            assertThat(visitor.get(page).statusCode()).as(page).isEqualTo(200);
        }
    }

    private static List<String> executed(Statement statement) throws SQLException {
        List<String> all = new ArrayList<>();
        try (ResultSet rows =
                statement.executeQuery(
                        "select sql_statement from information_schema.query_statistics")) {
            while (rows.next()) {
                all.add(rows.getString(1));
            }
        }
        return all;
    }

    private static List<String> slow(Connection connection, String query) throws SQLException {
        List<String> slow = new ArrayList<>();
        boolean reads = query.strip().matches("(?is)(select|with|update|delete).*");
        if (!reads || query.startsWith(DETAILS)) {
            return slow;
        }
        try (PreparedStatement explain = connection.prepareStatement("explain " + query)) {
            for (int i = 1; i <= explain.getParameterMetaData().getParameterCount(); i++) {
                explain.setNull(i, Types.VARCHAR);
            }
            try (ResultSet plan = explain.executeQuery()) {
                plan.next();
                String text = plan.getString(1);
                Matcher read = READ.matcher(text);
                while (read.find()) {
                    boolean stops =
                            text.contains("/* index sorted */") && text.contains("FETCH")
                                    || text.contains(" EXISTS(");
                    if (!stops && ALL_YEARS.matcher(read.group(2).strip()).matches()) {
                        slow.add(
                                query
                                        + "\n==> "
                                        + text.replaceAll("(?s)^SELECT.*?FROM", "SELECT FROM"));
                    }
                }
            }
        }
        return slow;
    }
}
