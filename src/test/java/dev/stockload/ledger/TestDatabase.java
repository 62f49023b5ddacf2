package dev.stockload.ledger;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stockload.database.LedgerAddress;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The databases that can hold a ledger, for tests that run on each. */
public enum TestDatabase {
    H2 {
        @Override
        public LedgerAddress in(Path data) {
            return LedgerAddress.inFolder(data);
        }

        @Override
        public Ledger open(Path data) throws IOException {
            return ReadyLedger.in(data);
        }
    },
    POSTGRESQL {
        @Override
        public LedgerAddress in(Path data) {
            String name = "t" + Integer.toHexString(data.toAbsolutePath().hashCode());
            Server.INSTANCE.start();
            return Server.INSTANCE.create(name);
        }
    };

    /** The address of a data folder's ledger, the same each time. */
    public abstract LedgerAddress in(Path data);

    public Ledger open(Path data) throws IOException {
        return Ledger.open(in(data));
    }

    /** One server for all tests; it ends with the process. */
    private enum Server {
        INSTANCE;

        private final Set<String> databases = new HashSet<>();
        private EmbeddedPostgres postgres;

        synchronized void start() {
            assumeTrue(
                    canRun(),
                    "PostgreSQL does not run as root, and this system has no user namespaces:"
                            + " 'unshare -U true' failed");
            if (postgres == null) {
                try {
                    postgres =
                            EmbeddedPostgres.builder()
                                    .setServerConfig("fsync", "off")
                                    .setServerConfig("max_connections", "200")
                                    .start();
                    execute("create database ready");
                    ReadyLedger.make(address("ready"));
                } catch (IOException e) {
                    throw new IllegalStateException("The PostgreSQL of the tests fails", e);
                }
            }
        }

        /**
         * Creates a database of its own, since locks of PostgreSQL reach beyond a schema. Copying
         * the tables takes a tenth of the time of creating them.
         */
        synchronized LedgerAddress create(String name) {
            if (databases.add(name)) {
                execute("create database " + name + " template ready");
            }
            return address(name);
        }

        private void execute(String sql) {
            try (Connection connection = postgres.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        private LedgerAddress address(String name) {
            return new LedgerAddress(
                    "jdbc:postgresql://127.0.0.1:%d/%s".formatted(postgres.getPort(), name),
                    "postgres",
                    "postgres");
        }

        private boolean canRun() {
            if (postgres != null || !"root".equals(System.getProperty("user.name"))) {
                return true;
            }
            try {
                Process probe = new ProcessBuilder("unshare", "-U", "true").start();
                return probe.waitFor(10, TimeUnit.SECONDS) && probe.exitValue() == 0;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
