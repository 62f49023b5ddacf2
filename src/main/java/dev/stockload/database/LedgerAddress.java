package dev.stockload.database;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Where the ledger's database is. Texts made by this class never contain its password. */
public record LedgerAddress(String url, String user, String password) {
    private static final String FILE = "jdbc:h2:file:";
    private static final String LENT = "jdbc:h2:tcp://127.0.0.1:";

    /**
     * How long to wait for a lock of another process: locks are held for moments, but a process may
     * be paused meanwhile.
     */
    private static final String LOCKS = ";LOCK_TIMEOUT=30000";

    /**
     * An H2 file in the data folder. With WRITE_DELAY=0, H2 writes a commit before it returns
     * instead of half a second later.
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

    /** H2 cuts paths at a semicolon and replaces backslashes. */
    public static boolean canBeIn(Path data) {
        String path = data.toAbsolutePath().normalize().toString();
        return !path.contains(";") && (File.separatorChar == '\\' || !path.contains("\\"));
    }

    /** A file that another process lends; it is lost if silent for longer than {@code patience}. */
    public static LedgerAddress lent(int port, String key, Duration patience) {
        return new LedgerAddress(
                LENT + port + "/" + key + ";NETWORK_TIMEOUT=" + patience.toMillis() + LOCKS,
                "sa",
                "");
    }

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
     * The URL for the driver. Java closes an ordinary file channel when a thread that uses it is
     * interrupted, as web servers interrupt their threads when they end, and H2 then closes the
     * database for everybody. H2's asynchronous files stay open.
     */
    String driverUrl() {
        return isFile() ? "jdbc:h2:async:" + url.substring(FILE.length()) : url;
    }

    public boolean isFile() {
        return url.startsWith(FILE);
    }

    /** The path of the file without its extension. */
    public String path() {
        return url.substring(FILE.length()).replaceFirst(";.*", "");
    }

    public boolean isThere() {
        return Files.exists(Path.of(path() + ".mv.db"));
    }

    Path folder() {
        return Path.of(path()).toAbsolutePath().getParent();
    }

    public boolean isKnown() {
        return isFile()
                || isLent()
                || url.startsWith("jdbc:h2:mem:")
                || url.startsWith("jdbc:postgresql:");
    }

    public boolean isH2() {
        return url.startsWith("jdbc:h2:");
    }

    public boolean isLent() {
        return url.startsWith(LENT);
    }

    /** Only host and name: what follows them or stands before the host may be a password. */
    @Override
    public String toString() {
        if (isLent()) {
            return "of stockload serve";
        }
        return url.replaceFirst("[?;].*", "").replaceFirst(":/*[^/]*@", "://");
    }

    /** A driver's message, with URL and password replaced. */
    public String hiddenIn(String words) {
        String hidden = words.replace(url, toString()).replace(driverUrl(), toString());
        return password == null || password.isBlank() ? hidden : hidden.replace(password, "***");
    }
}
