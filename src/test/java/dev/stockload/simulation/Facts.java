package dev.stockload.simulation;

import static dev.stockload.ledger.ColourState.IN_DOUBT;
import static dev.stockload.ledger.ColourState.REJECTED;

import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;
import dev.stockload.ledger.MachineTime;

import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What people can see of the runs when all is quiet, in the order in which they were made. */
record Facts(List<SeenRun> runs, Set<String> unfinished) {
    record SeenRun(
            String id,
            String job,
            String content,
            String state,
            String message,
            long startedAt,
            Set<ColourKey> rejected,
            Set<ColourKey> inDoubt) {}

    boolean hasUnfinished() {
        return !unfinished.isEmpty();
    }

    static Facts of(SimulatedDatabase database, LedgerAddress address, MachineTime time)
            throws SQLException {
        Connection connection = database.keeper();
        Ledger ledger =
                Ledger.over(new SingleConnectionDataSource(connection, true), address, time);
        List<SeenRun> runs = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                "select id, job, content, state, message, begun from run order"
                                        + " by number")) {
            while (row.next()) {
                String id = row.getString(1);
                runs.add(
                        new SeenRun(
                                id,
                                row.getString(2),
                                row.getString(3),
                                row.getString(4),
                                row.getString(5),
                                Duration.between(
                                                World.BEGIN,
                                                row.getObject(6, OffsetDateTime.class).toInstant())
                                        .toNanos(),
                                colours(ledger, id, REJECTED),
                                colours(ledger, id, IN_DOUBT)));
            }
        }
        return new Facts(
                runs,
                ledger.runs().unfinished().stream().map(r -> r.id()).collect(Collectors.toSet()));
    }

    private static Set<ColourKey> colours(Ledger ledger, String run, ColourState state) {
        return ledger.colours().in(run, state).stream()
                .map(c -> new ColourKey(c.product(), c.name()))
                .collect(Collectors.toSet());
    }
}
