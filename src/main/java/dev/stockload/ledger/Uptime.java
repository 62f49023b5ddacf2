package dev.stockload.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * A moment by the time for which a machine has been up, which nobody can set. It says nothing to
 * another machine, nor to the same one after it was started anew.
 */
public record Uptime(String machine, long nanos) {
    /** How much later than another moment this is; empty where that was on another machine. */
    public Optional<Duration> since(Uptime earlier) {
        return earlier.machine().equals(machine)
                ? Optional.of(Duration.ofNanos(nanos - earlier.nanos()))
                : Optional.empty();
    }

    public Uptime plus(Duration time) {
        return new Uptime(machine, nanos + time.toNanos());
    }

    /** What a row has of it; a moment on no machine where an earlier version wrote the row. */
    static Uptime read(ResultSet row, String machine, String uptime) throws SQLException {
        String name = row.getString(machine);
        return new Uptime(name == null ? "" : name, row.getLong(uptime));
    }
}
