package dev.stockload.ledger;

import java.nio.file.Path;
import java.util.Properties;

/** Where the ledger's database is; its password is in no text that this makes. */
public record LedgerAddress(String url, String user, String password) {
    private static final String FILE = "jdbc:h2:file:";

    /**
     * A file of its own in the data folder. H2 writes a commit before it returns, not half a second
     * later as it would else.
     */
    public static LedgerAddress inFolder(Path data) {
        return new LedgerAddress(
                FILE
                        + data.toAbsolutePath().normalize().resolve("stockload")
                        + ";DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0",
                "sa",
                "");
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

    /** The folder that holds the file. */
    Path folder() {
        return Path.of(path()).toAbsolutePath().getParent();
    }

    /** Whether this is a kind of database that Stockload can keep its ledger in. */
    boolean isKnown() {
        return isFile() || url.startsWith("jdbc:h2:mem:") || url.startsWith("jdbc:postgresql:");
    }

    boolean isH2() {
        return url.startsWith("jdbc:h2:");
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
        return url.replaceFirst("[?;].*", "").replaceFirst(":/*[^/]*@", "://");
    }

    /** A driver's words, without the address as it was set. */
    public String hiddenIn(String words) {
        String hidden = words.replace(url, toString()).replace(driverUrl(), toString());
        return password == null || password.isBlank() ? hidden : hidden.replace(password, "***");
    }
}
