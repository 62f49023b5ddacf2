package dev.stockload.process;

import org.apache.commons.lang3.exception.ExceptionUtils;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Comparator;
import java.util.Set;
import java.util.regex.Pattern;

/** What is wrong with the disk or the database, as far as an exception shows it. */
enum StorageFault {
    DISK_FULL("The disk is full: free some space"),
    UNWRITABLE("The file of the database cannot be written, as on a full disk: free some space"),
    NO_CONNECTION_LEFT(
            "The database has no connection left: end other programs that use it, or raise its"
                    + " max_connections"),
    UNREACHABLE(
            "The database cannot be reached or did not answer in time: check that it is running"),
    DAMAGED(
            "The file of the database is damaged: move the data folder away, then restore a"
                    + " backup"),
    CLOSED("The database was closed after a fault: start Stockload again"),
    OTHER("The data folder or the database could not be written or read");

    private static final Pattern NO_ROOM =
            Pattern.compile("No space left|not enough space|Disk quota exceeded|File too large");

    /** H2 in another process: only that process knows the cause. */
    private static final Pattern NOT_WRITTEN = Pattern.compile("Writing to .* failed");

    /** How H2 wraps its messages. */
    private static final Pattern WRAPPED =
            Pattern.compile("General error: \"+|\"*org\\.h2\\.[\\w.]+Exception: ");

    /** PostgreSQL: shutting down, crashed, starting, or session timed out. */
    private static final Set<String> NOT_SERVING = Set.of("57P01", "57P02", "57P03", "57P05");

    /** What the pool says at a rollback, instead of the fault before it. */
    private static final String LOST = "Connection is closed";

    /** H2: the database is closed, or an earlier fault closed it. */
    private static final Set<String> NOT_OPEN = Set.of("90098", "90121", "90067", "90007");

    private final String words;

    StorageFault(String words) {
        this.words = words;
    }

    /** The most specific fault among an exception and its causes. */
    static StorageFault of(Throwable fault) {
        return ExceptionUtils.stream(fault)
                .map(StorageFault::classified)
                .min(Comparator.naturalOrder())
                .orElse(OTHER);
    }

    private static StorageFault classified(Throwable fault) {
        if (NO_ROOM.matcher(String.valueOf(fault.getMessage())).find()
                && (fault instanceof IOException || fault instanceof SQLException)) {
            return DISK_FULL;
        }
        if (NOT_WRITTEN.matcher(String.valueOf(fault.getMessage())).find()) {
            return UNWRITABLE;
        }
        if (fault instanceof SQLException sql && sql.getSQLState() != null) {
            String state = sql.getSQLState();
            if (state.equals("53100")) {
                return DISK_FULL;
            }
            if (state.equals("53300")) {
                return NO_CONNECTION_LEFT;
            }
            if (state.startsWith("08") || NOT_SERVING.contains(state)) {
                return UNREACHABLE;
            }
            if (state.equals("90030")) {
                return DAMAGED;
            }
            if (NOT_OPEN.contains(state)) {
                return CLOSED;
            }
        }
        boolean isLost =
                fault instanceof SQLTransientConnectionException
                        || fault instanceof SQLException && LOST.equals(fault.getMessage());
        return isLost ? UNREACHABLE : OTHER;
    }

    String explain(Throwable fault) {
        String cause = WRAPPED.matcher(FaultMessages.innermost(fault)).replaceAll("");
        return words + " (" + cause + ")";
    }
}
