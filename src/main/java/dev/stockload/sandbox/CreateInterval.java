package dev.stockload.sandbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** One create per two seconds, from the end of one to the arrival of the next. */
final class CreateInterval {
    static final Duration GAP = Duration.ofSeconds(2);

    private final SandboxDatabase database;
    private final InstantSource clock;
    private Instant ended;
    private boolean busy;

    CreateInterval(SandboxDatabase database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
        Instant stored = database.transaction(CreateInterval::stored);
        Instant now = now();
        // A clock that was ahead during the last run must not close the sandbox for good.
        this.ended = stored.isAfter(now) ? now : stored;
    }

    /** How long the create that arrived then has to wait; zero means that it has begun. */
    synchronized Duration enter(Instant arrived) {
        if (busy) {
            return GAP;
        }
        Duration wait = Duration.between(arrived, ended.plus(GAP));
        if (wait.isNegative() || wait.isZero()) {
            busy = true;
            return Duration.ZERO;
        }
        return wait;
    }

    /**
     * Ends the create that has begun; called before the answer leaves, so that no client is early.
     */
    synchronized Instant leave() {
        Instant now = now();
        ended = now;
        busy = false;
        database.transaction(connection -> store(connection, now));
        return now;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static Instant stored(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select ended from pace")) {
            return row.next() ? row.getObject(1, Instant.class) : Instant.EPOCH;
        }
    }

    private static Void store(Connection connection, Instant ended) throws SQLException {
        try (PreparedStatement merge =
                connection.prepareStatement(
                        "merge into pace (one, ended) key (one) values (1, ?)")) {
            merge.setObject(1, ended);
            merge.executeUpdate();
            return null;
        }
    }
}
