package dev.stockload.ledger;

import java.nio.file.Path;

/** Where the ledger's database is; its password is in no text that this makes. */
public record LedgerAddress(String url, String user, String password) {
    /**
     * A file of its own in the data folder. A commit is on disk before it returns (H2 would else
     * write half a second later, and a killed process would forget what it sent).
     */
    public static LedgerAddress inFolder(Path data) {
        return new LedgerAddress(
                "jdbc:h2:file:"
                        + data.toAbsolutePath().normalize().resolve("stockload")
                        + ";DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0",
                "sa",
                "");
    }

    /** Whether the database is a file that one process at a time can own. */
    public boolean isFile() {
        return url.startsWith("jdbc:h2:file:");
    }

    /** Whether this is a kind of database that Stockload can keep its ledger in. */
    boolean isKnown() {
        return isFile() || url.startsWith("jdbc:h2:mem:") || url.startsWith("jdbc:postgresql:");
    }

    boolean isH2() {
        return url.startsWith("jdbc:h2:");
    }

    @Override
    public String toString() {
        return isFile() ? url : url.replaceFirst("[?;].*", "");
    }
}
