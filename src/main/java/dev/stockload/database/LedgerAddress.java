package dev.stockload.database;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

/** Where the ledger's database is; its password is in no text that this makes. */
public record LedgerAddress(String url, String user, String password) {
    private static final String FILE = "jdbc:h2:file:";
    private static final String LENT = "jdbc:h2:tcp://127.0.0.1:";

    /**
     * How long to wait for a lock that another process holds: locks are held for moments, but a
     * process may be paused meanwhile.
     */
    private static final String LOCKS = ";LOCK_TIMEOUT=30000";

    /**
     * A file of its own in the data folder. H2 writes a commit before it returns, not half a second
     * later as it would else.
     */
    public static LedgerAddress inFolder(Path data) {
        return new LedgerAddress(
                FILE
                        + data.toAbsolutePath().normalize().resolve("stockload")
                        + ";DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0"
                        + LOCKS,
                "sa",
                "");
    }

    /** Whether H2 takes the path of a folder as it is: what these separate, it cuts or replaces. */
    public static boolean canBeIn(Path data) {
        String path = data.toAbsolutePath().normalize().toString();
        return !path.contains(";") && (File.separatorChar == '\\' || !path.contains("\\"));
    }

    /**
     * A file that a process of this machine has open and lends to others.
     *
     * @param key what that process expects instead of the name of its file
     * @param patience how long it may be silent
     */
    public static LedgerAddress lent(int port, String key, Duration patience) {
        return new LedgerAddress(
                LENT + port + "/" + key + ";NETWORK_TIMEOUT=" + patience.toMillis() + LOCKS,
                "sa",
                "");
    }

    /** The same, where the process that lends it may be silent for another time. */
    public LedgerAddress withPatience(Duration patience) {
        return isLent()
                ? new LedgerAddress(
                        url.replaceFirst(
                                "NETWORK_TIMEOUT=\\d+", "NETWORK_TIMEOUT=" + patience.toMillis()),
                        user,
                        password)
                : this;
    }

    /**
     * What its driver is asked for. Java closes an ordinary file under whoever is interrupted while
     * using it, and with the file H2 closes the database for everybody, as a web server does to its
     * threads when it ends. Files that are read and written asynchronously stay open.
     */
    String driverUrl() {
        return isFile() ? "jdbc:h2:async:" + url.substring(FILE.length()) : url;
    }

    /** Whether the database is a file that one process at a time can own. */
    public boolean isFile() {
        return url.startsWith(FILE);
    }

    /** The path of the file, without its ending. */
    public String path() {
        return url.substring(FILE.length()).replaceFirst(";.*", "");
    }

    /** Whether the file is there. */
    public boolean isThere() {
        return Files.exists(Path.of(path() + ".mv.db"));
    }

    /** The folder that holds the file. */
    Path folder() {
        return Path.of(path()).toAbsolutePath().getParent();
    }

    /** Whether this is a kind of database that Stockload can keep its ledger in. */
    public boolean isKnown() {
        return isFile()
                || isLent()
                || url.startsWith("jdbc:h2:mem:")
                || url.startsWith("jdbc:postgresql:");
    }

    public boolean isH2() {
        return url.startsWith("jdbc:h2:");
    }

    /** Whether the database is a file of another process of this machine. */
    public boolean isLent() {
        return url.startsWith(LENT);
    }

    /**
     * How long PostgreSQL may be silent, in seconds, where its address does not say so itself. Our
     * longest statement is a few megabytes of colours, and locks are held for moments: a minute
     * without a byte means that the server or the way to it is gone, which nobody else would tell.
     */
    Properties networkLimits() {
        Properties limits = new Properties();
        limits.setProperty("connectTimeout", "10");
        limits.setProperty("loginTimeout", "15");
        limits.setProperty("socketTimeout", "60");
        limits.setProperty("tcpKeepAlive", "true");
        return limits;
    }

    /** Only the place: what follows it, and what stands before a host, may be a password. */
    @Override
    public String toString() {
        if (isLent()) {
            return "of stockload serve";
        }
        return url.replaceFirst("[?;].*", "").replaceFirst(":/*[^/]*@", "://");
    }

    /** A driver's words, without the address as it was set. */
    public String hiddenIn(String words) {
        String hidden = words.replace(url, toString()).replace(driverUrl(), toString());
        return password == null || password.isBlank() ? hidden : hidden.replace(password, "***");
    }
}
