package dev.stockload.runs.lock;

import com.zaxxer.hikari.HikariDataSource;

import dev.stockload.database.Database;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.LedgerConnection;

import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * A connection reserved for the lease of this process: with hundreds of runs, the pool of the
 * ledger may be exhausted for longer than a lease lasts.
 */
final class RenewalConnection implements AutoCloseable {
    private final LedgerAddress address;
    private HikariDataSource source;

    RenewalConnection(LedgerAddress address) {
        this.address = address;
    }

    /** Connects, if there is no connection yet. */
    Database database() {
        if (source == null) {
            source = LedgerConnection.connect(address, "lease", 1);
        }
        return new Database(source, new JdbcTransactionManager(source), address.isH2());
    }

    @Override
    public void close() {
        if (source != null) {
            source.close();
        }
    }
}
