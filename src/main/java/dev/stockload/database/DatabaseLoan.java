package dev.stockload.database;

import dev.stockload.stock.Refusal;

import org.h2.tools.Server;

import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.HexFormat;

/**
 * Lends the H2 file that this process has open to other processes of this machine, through H2's own
 * server on the loopback address. Clients name a key instead of a file, so nobody can open or
 * create another file. Whoever knows the key is an administrator of the database and can run code
 * in this process; only the owner of the data folder can read the key, and could do that anyway.
 */
public record DatabaseLoan(Server server, String key) implements AutoCloseable {
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
            throw Refusal.settings(
                    "The database cannot be lent to other commands: " + e.getMessage(), e);
        }
    }

    /** Keeps H2 from listening on other addresses; must be called before H2 is first used. */
    public static void onLoopbackOnly() {
        System.setProperty("h2.bindAddress", "127.0.0.1");
    }

    public int port() {
        return server.getPort();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "the database lent at port " + port();
    }

    @Override
    public void close() {
        server.stop();
    }
}
