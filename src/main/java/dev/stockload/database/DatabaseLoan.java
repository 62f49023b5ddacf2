package dev.stockload.database;

import org.h2.tools.Server;

import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.HexFormat;

/**
 * The file of a ledger, lent to other processes of this machine by the one that has it open: H2's
 * own server, on the loopback address. Whoever connects names a key instead of a file, so nobody
 * reaches another file or makes one. Who knows the key is an administrator of the database and can
 * run code in this process; the key is for the owner of the data folder alone, who can do that
 * anyway.
 */
public final class DatabaseLoan implements AutoCloseable {
    private final Server server;
    private final String key;

    private DatabaseLoan(Server server, String key) {
        this.server = server;
        this.key = key;
    }

    /** Lends a database that this process has open. */
    public static DatabaseLoan of(LedgerAddress file) {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        String key = HexFormat.of().formatHex(random);
        try {
            return new DatabaseLoan(
                    Server.createTcpServer(
                                    "-tcpPort",
                                    "0",
                                    "-tcpDaemon",
                                    "-ifExists",
                                    "-key",
                                    key,
                                    "async:" + file.path())
                            .start(),
                    key);
        } catch (SQLException e) {
            throw new UnusableLedgerException(
                    "The database cannot be lent to other commands: " + e.getMessage(), e);
        }
    }

    /** Keeps H2 from listening on other addresses; before H2 is used first. */
    public static void onLoopbackOnly() {
        System.setProperty("h2.bindAddress", "127.0.0.1");
    }

    public int port() {
        return server.getPort();
    }

    /** What others name to be let in. */
    public String key() {
        return key;
    }

    @Override
    public void close() {
        server.stop();
    }
}
