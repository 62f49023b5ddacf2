package dev.stockload.ledger;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stockload.database.LedgerAddress;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import java.io.IOException;
import java.nio.file.Files;
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
            Server.INSTANCE.start();
            return Server.INSTANCE.create(data.toAbsolutePath());
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

        private final Set<Path> folders = new HashSet<>();
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
         * A database of its own, since the locks of PostgreSQL reach beyond a schema, with all
         * tables: to copy them takes a tenth of the time that it takes to make them. Those of tests
         * that are over make room.
         */
        synchronized LedgerAddress create(Path data) {
            if (folders.add(data)) {
                folders.removeIf(folder -> !folder.equals(data) && dropIfGone(folder));
                execute("create database " + name(data) + " template ready strategy file_copy");
            }
            return address(name(data));
        }

        private boolean dropIfGone(Path folder) {
            boolean gone = Files.notExists(folder);
            if (gone) {
                execute("drop database " + name(folder) + " with (force)");
            }
            return gone;
        }

        private static String name(Path data) {
            return "t" + Integer.toHexString(data.hashCode());
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
