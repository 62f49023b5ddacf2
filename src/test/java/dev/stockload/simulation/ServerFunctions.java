package dev.stockload.simulation;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What PostgreSQL can and H2 cannot: the server's clock, which is the world's, and its locks. */
public final class ServerFunctions {
    private static final Map<String, InstantSource> CLOCKS = new ConcurrentHashMap<>();

    private ServerFunctions() {}

    static void define(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            define(statement, "clock_timestamp", "now");
            // Asked for while tables are made, which they are once for all histories.
            define(statement, "pg_advisory_xact_lock", "lock");
        }
    }

    /** Sets the clock of the server whose connection this is. */
    static void clock(Connection connection, InstantSource clock) throws SQLException {
        CLOCKS.put(connection.getCatalog(), clock);
    }

    public static OffsetDateTime now(Connection connection) throws SQLException {
        return CLOCKS.get(connection.getCatalog()).instant().atOffset(ZoneOffset.UTC);
    }

    public static String lock(long key) {
        return "";
    }

    private static void define(Statement statement, String name, String method)
            throws SQLException {
        statement.execute(
                "create alias if not exists %s for '%s.%s'"
                        .formatted(name, ServerFunctions.class.getName(), method));
    }
}
