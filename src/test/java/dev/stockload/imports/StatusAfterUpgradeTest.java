package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.check.StatusReport;
import dev.stockload.ledger.LedgerAddress;
import dev.stockload.ledger.ReadyLedger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A look at a ledger that an earlier version of the program has written last. */
class StatusAfterUpgradeTest {
    @Test
    void status_brings_the_tables_of_an_earlier_version_up_to_date(@TempDir Path data)
            throws IOException, SQLException {
        LedgerAddress address = LedgerAddress.inFolder(data);
        ReadyLedger.ofVersion("9", address);
        try (Connection connection =
                        DriverManager.getConnection(
                                address.url(), address.user(), address.password());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    insert into run (id, job, account, file, options, send, content, generation,
                                     number, state, started_at, tally, requests, owner)
                    values ('run', 'import', 'default', 'a.csv', '{}', 'all', 'c', 1, 1, 'FAILED',
                            timestamp with time zone '2026-11-15 01:00:00+00', 'r2/3', 0, 'here')
                    """);
        }
        assertThat(Status.of(data, address, new StatusQuery(null, true)).runs())
                .singleElement()
                .extracting(StatusReport::run)
                .isEqualTo("run");
    }
}
