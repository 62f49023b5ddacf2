package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A ledger of the version before runs had an order and steps were in the job repository. */
class MigrationTest {
    @TempDir Path folder;

    @Test
    void old_runs_get_their_order_from_the_time_of_their_start() throws SQLException {
        LedgerAddress address = LedgerAddress.inFolder(folder);
        ReadyLedger.ofVersion("4", address);
        try (Connection connection =
                        DriverManager.getConnection(
                                address.url(), address.user(), address.password());
                Statement statement = connection.createStatement()) {
            add(statement, "second", "a", "SETTLE", "FAILED", "2026-11-02");
            add(statement, "first", "a", "SEND", "FAILED", "2026-11-01");
            add(statement, "other", "b", "REPORT", "COMPLETED", "2026-11-03");
        }
        try (Ledger ledger = Ledger.open(address)) {
            assertThat(ledger.runs().get("first").number()).isEqualTo(1);
            assertThat(ledger.runs().get("second").number()).isEqualTo(2);
            assertThat(ledger.runs().get("other").number()).isEqualTo(1);
            assertThat(ledger.runs().unfinished())
                    .extracting(Run::id)
                    .containsExactly("first", "second");
            assertThat(ledger.staging().tally("second")).contains(Tally.parse("r2/3"));
            assertThat(ledger.staging().tally("first")).isEmpty();
            assertThat(ledger.runs().newerThan(ledger.runs().get("first")))
                    .extracting(Run::id)
                    .containsExactly("second");
        }
    }

    private static void add(
            Statement statement, String id, String account, String phase, String state, String day)
            throws SQLException {
        statement.execute(
                """
                insert into run (id, job, account, file, options, columns, send, content, generation,
                                 state, phase, started_at, tally, requests, owner)
                values ('%1$s', 'import', '%2$s', 'a.csv', '{}', '{}', 'all', '%1$s', 1,
                        '%4$s', '%3$s', timestamp with time zone '%5$s 01:00:00+00', 'r2/3', 0, 'here')
                """
                        .formatted(id, account, phase, state, day));
    }
}
