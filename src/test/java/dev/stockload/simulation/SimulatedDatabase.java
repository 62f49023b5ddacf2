package dev.stockload.simulation;

import dev.stockload.batch.BatchRuntime;
import dev.stockload.database.LedgerAddress;
import dev.stockload.ledger.Ledger;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database in memory that all hosts of a history share, made once and emptied for each. To
 * several hosts it looks like PostgreSQL.
 */
final class SimulatedDatabase implements AutoCloseable {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** Spring Batch keeps executions by their number for the whole JVM, so none comes twice. */
    private static final long EXECUTIONS_A_DATABASE = 1_000_000_000_000L;

    private final int number = NUMBER.incrementAndGet();
    private final String url =
            "jdbc:h2:mem:simulation%d;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=1;QUERY_CACHE_SIZE=512"
                    .formatted(number);
    private final Connection keeper;
    private final List<String> emptying = new ArrayList<>();
    private final Deque<Connection> free = new ArrayDeque<>();
    private final List<Connection> given = new ArrayList<>();
    private final Map<Connection, Map<String, Deque<PreparedStatement>>> prepared =
            new IdentityHashMap<>();
    private boolean away;

    SimulatedDatabase() throws SQLException {
        LedgerAddress address = new LedgerAddress(url, "sa", "");
        try (Ledger ledger = Ledger.open(address)) {
            new BatchRuntime(ledger);
        }
        keeper = DriverManager.getConnection(url, "sa", "");
        ServerFunctions.define(keeper);
        startExecutions();
        keepWhenRunsBegan();
        for (String table : tables("TABLE", "BASE TABLE")) {
            addEmptying(table);
        }
    }

    /** The clocks of hosts differ; what began first is known by the clock of the world. */
    private void keepWhenRunsBegan() throws SQLException {
        try (Statement statement = keeper.createStatement()) {
            statement.execute(
                    "alter table run add column begun timestamp(9) with time zone default"
                            + " clock_timestamp()");
        }
    }

    private void startExecutions() throws SQLException {
        try (Statement statement = keeper.createStatement();
                ResultSet found =
                        statement.executeQuery(
                                """
                                select sequence_name from information_schema.sequences
                                 where sequence_schema = 'PUBLIC' and sequence_name like 'BATCH%'
                                """)) {
            List<String> names = new ArrayList<>();
            while (found.next()) {
                names.add(found.getString(1));
            }
            for (String name : names) {
                statement.execute(
                        "alter sequence \"%s\" restart with %d"
                                .formatted(name, number * EXECUTIONS_A_DATABASE));
            }
        }
    }

    private List<String> tables(String... types) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet found = keeper.getMetaData().getTables(null, "PUBLIC", "%", types)) {
            while (found.next()) {
                String name = found.getString("TABLE_NAME");
                if (!name.equalsIgnoreCase("flyway_schema_history")) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /** Those that point to a table are emptied before it. */
    private void addEmptying(String table) throws SQLException {
        String sql = "delete from \"" + table + '"';
        if (emptying.contains(sql)) {
            return;
        }
        try (ResultSet keys = keeper.getMetaData().getExportedKeys(null, "PUBLIC", table)) {
            while (keys.next()) {
                String other = keys.getString("FKTABLE_NAME");
                if (!other.equals(table)) {
                    addEmptying(other);
                }
            }
        }
        emptying.add(sql);
    }

    /**
     * Forgets all, for the next history. By nothing that changes the schema: the statements that
     * the database knows already would have to be compiled anew.
     */
    void empty(InstantSource clock) throws SQLException {
        away = false;
        ServerFunctions.clock(keeper, clock);
        for (Connection left : List.copyOf(given)) {
            giveBack(left);
        }
        try (Statement statement = keeper.createStatement()) {
            for (String sql : emptying) {
                statement.execute(sql);
            }
        }
    }

    /** All rows of all tables, in an order in which they can be put back. */
    record Copy(Map<String, List<Object[]>> rows) {}

    /** A copy of what is committed. */
    Copy copy() throws SQLException {
        Map<String, List<Object[]>> rows = new LinkedHashMap<>();
        for (int i = emptying.size() - 1; i >= 0; i--) {
            String table = emptying.get(i).substring("delete from ".length());
            try (Statement statement = keeper.createStatement();
                    ResultSet row = statement.executeQuery("select * from " + table)) {
                List<Object[]> all = new ArrayList<>();
                int columns = row.getMetaData().getColumnCount();
                while (row.next()) {
                    Object[] values = new Object[columns];
                    for (int c = 0; c < columns; c++) {
                        values[c] = value(row, c + 1);
                    }
                    all.add(values);
                }
                rows.put(table, all);
            }
        }
        return new Copy(rows);
    }

    private static Object value(ResultSet row, int column) throws SQLException {
        return switch (row.getMetaData().getColumnType(column)) {
            case Types.BLOB, Types.BINARY, Types.VARBINARY -> row.getBytes(column);
            case Types.CLOB -> row.getString(column);
            default -> row.getObject(column);
        };
    }

    /** Puts a copy in place of all that is there. */
    void restore(Copy copy) throws SQLException {
        try (Statement statement = keeper.createStatement()) {
            for (String sql : emptying) {
                statement.execute(sql);
            }
        }
        for (Map.Entry<String, List<Object[]>> table : copy.rows().entrySet()) {
            for (Object[] values : table.getValue()) {
                String marks = String.join(",", Collections.nCopies(values.length, "?"));
                try (PreparedStatement insert =
                        keeper.prepareStatement(
                                "insert into %s overriding system value values (%s)"
                                        .formatted(table.getKey(), marks))) {
                    for (int c = 0; c < values.length; c++) {
                        insert.setObject(c + 1, values[c]);
                    }
                    insert.execute();
                }
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

    /** A statement of a connection, compiled once however often it is asked for. */
    PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        Deque<PreparedStatement> unused = unused(connection, sql);
        return unused.isEmpty() ? connection.prepareStatement(sql) : unused.pop();
    }

    /** A statement that was prepared here is needed no more, until the next asks for it. */
    void giveBack(Connection connection, String sql, PreparedStatement statement)
            throws SQLException {
        statement.clearParameters();
        statement.clearBatch();
        statement.setMaxRows(0);
        unused(connection, sql).push(statement);
    }

    private Deque<PreparedStatement> unused(Connection connection, String sql) {
        return prepared.computeIfAbsent(connection, c -> new HashMap<>())
                .computeIfAbsent(sql, s -> new ArrayDeque<>());
    }

    /** To look at it from outside. */
    /** Whether there is a row of this table and condition. */
    boolean has(String rows) throws SQLException {
        try (Statement statement = keeper.createStatement();
                ResultSet found = statement.executeQuery("select 1 from " + rows)) {
            return found.next();
        }
    }

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
