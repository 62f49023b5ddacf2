package dev.stockload.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stockload.database.LedgerAddress;
import dev.stockload.ledger.HoldingProxy;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;

/** Messages about failing databases and disks, from real failures. */
@Timeout(60)
class StorageFaultTest {
    @TempDir Path data;

    @Test
    void a_stopped_server_is_not_reported_as_a_full_disk() throws Exception {
        TestDatabase.POSTGRESQL.in(data); // skips if none can run
        EmbeddedPostgres server = EmbeddedPostgres.builder().start();
        try (Ledger ledger =
                        Ledger.open(
                                new LedgerAddress(
                                        server.getJdbcUrl("postgres", "postgres"),
                                        "postgres",
                                        "postgres"));
                Connection connection = ledger.dataSource().getConnection()) {
            server.close();
            assertUnreachable(
                    catchThrowable(() -> connection.createStatement().execute("select 1")));
        }
    }

    @Test
    void a_server_that_stops_answering_times_out() throws Exception {
        LedgerAddress direct = TestDatabase.POSTGRESQL.in(data);
        URI url = URI.create(direct.url().substring("jdbc:".length()));
        try (HoldingProxy proxy = new HoldingProxy(url.getPort())) {
            String through =
                    direct.url().replace(":" + url.getPort() + "/", ":" + proxy.port() + "/");
            try (Ledger ledger =
                            Ledger.open(
                                    new LedgerAddress(
                                            through
                                                    + (through.contains("?") ? "&" : "?")
                                                    + "socketTimeout=1",
                                            direct.user(),
                                            direct.password()));
                    Connection connection = ledger.dataSource().getConnection()) {
                proxy.hold();
                assertUnreachable(
                        catchThrowable(() -> connection.createStatement().execute("select 1")));
            }
        }
    }

    @Test
    void waits_less_than_a_minute_for_postgresql_unless_its_url_says_otherwise() throws Exception {
        try (Ledger ledger = TestDatabase.POSTGRESQL.open(data);
                Ledger look = Ledger.openToRead(TestDatabase.POSTGRESQL.in(data));
                Connection connection = ledger.dataSource().getConnection();
                Connection one = look.dataSource().getConnection()) {
            assertThat(connection.getNetworkTimeout()).isEqualTo(45_000);
            assertThat(one.getNetworkTimeout()).isEqualTo(45_000);
        }
    }

    @Test
    void a_full_disk_is_reported() {
        IOException full = new IOException("No space left on device");
        assertThat(FaultMessages.explain(new UncheckedIOException(full)))
                .contains("The disk is full")
                .contains("No space left on device");
    }

    private static void assertUnreachable(Throwable fault) {
        assertThat(fault).isNotNull();
        assertThat(FaultMessages.isOfStorage(fault)).isTrue();
        assertThat(FaultMessages.explain(fault))
                .contains("The database cannot be reached")
                .doesNotContain("disk");
    }
}
