package dev.stockload.simulation;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;
import dev.stockload.runs.BatchRuntime;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A database in memory that all hosts of a history share, made once and emptied for each. To
 * several hosts it looks like PostgreSQL.
 */
final class SimulatedDatabase implements AutoCloseable {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** Spring Batch keeps executions by their number for the whole JVM, so none comes twice. */
    private static final AtomicLong EXECUTIONS = new AtomicLong();

    private static final int EXECUTIONS_A_HISTORY = 10_000;

    private final String url =
            "jdbc:h2:mem:simulation%d;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=1;QUERY_CACHE_SIZE=512"
                    .formatted(NUMBER.incrementAndGet());
    private final Connection keeper;
    private final List<String> emptying = new ArrayList<>();
    private final Deque<Connection> free = new ArrayDeque<>();
    private final List<Connection> given = new ArrayList<>();
    private boolean away;

    SimulatedDatabase() throws SQLException {
        LedgerAddress address = new LedgerAddress(url, "sa", "");
        try (Ledger ledger = Ledger.open(address)) {
            new BatchRuntime(ledger);
        }
        keeper = DriverManager.getConnection(url, "sa", "");
        ServerFunctions.define(keeper);
        emptying.add("set referential_integrity false");
        collect(
                """
                select 'truncate table "' || table_name || '"' from information_schema.tables
                 where table_schema = 'PUBLIC' and table_type = 'BASE TABLE'
                   and lower(table_name) <> 'flyway_schema_history'
                """);
        collect(
                """
                select 'alter sequence "' || sequence_name || '" restart with %d'
                  from information_schema.sequences where sequence_schema = 'PUBLIC'
                   and sequence_name like 'BATCH%'
                """);
        emptying.add("set referential_integrity true");
    }

    private void collect(String query) throws SQLException {
        try (Statement statement = keeper.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            while (found.next()) {
                emptying.add(found.getString(1));
            }
        }
    }

    /** Forgets all, for the next history. */
    void empty(InstantSource clock) throws SQLException {
        away = false;
        ServerFunctions.clock(keeper, clock);
        for (Connection left : List.copyOf(given)) {
            giveBack(left);
        }
        try (Statement statement = keeper.createStatement()) {
            long first = EXECUTIONS.addAndGet(EXECUTIONS_A_HISTORY);
            for (String sql : emptying) {
                statement.execute(sql.formatted(first));
            }
        }
    }

    boolean isAway() {
        return away;
    }

    void away(boolean now) {
        away = now;
    }

    Connection open() throws SQLException {
        Connection connection =
                free.isEmpty() ? DriverManager.getConnection(url, "sa", "") : free.pop();
        given.add(connection);
        return connection;
    }

    /** The database ends a connection: what was not committed is undone. */
    void giveBack(Connection connection) {
        given.remove(connection);
        try {
            connection.rollback();
            connection.setAutoCommit(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            free.push(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** To look at it from outside. */
    Connection keeper() {
        return keeper;
    }

    @Override
    public void close() throws SQLException {
        try (Statement statement = keeper.createStatement()) {
            statement.execute("shutdown");
        }
    }
}
