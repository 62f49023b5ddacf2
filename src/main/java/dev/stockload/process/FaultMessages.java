package dev.stockload.process;

import dev.stockload.sheet.rows.UnusableSheetException;

import org.springframework.batch.core.job.JobExecution;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.Comparator;

/** Finds what made a job fail, and words for it. */
public final class FaultMessages {
    private FaultMessages() {}

    public static Throwable of(JobExecution execution) {
        return execution.getAllFailureExceptions().stream()
                .map(FaultMessages::telling)
                // They come in no order; the same fault is to be told the same way each time.
                .min(
                        Comparator.comparing(FaultMessages::isOfStorage)
                                .thenComparing(Throwable::toString))
                .orElseGet(() -> new IllegalStateException(execution.getExitStatus().toString()));
    }

    /** The outermost of the causes that says something to people; else the innermost. */
    private static Throwable telling(Throwable fault) {
        Throwable at = fault;
        while (!isTelling(at) && at.getCause() != null && at.getCause() != at) {
            at = at.getCause();
        }
        return at;
    }

    private static boolean isTelling(Throwable fault) {
        return fault instanceof RunFailedException
                || fault instanceof UnusableSheetException
                || isOfStorage(fault);
    }

    /** Whether the disk or the database is at fault. */
    public static boolean isOfStorage(Throwable fault) {
        return fault instanceof DataAccessException
                || fault instanceof TransactionException
                || fault instanceof SQLException
                || fault instanceof IOException
                || fault instanceof UncheckedIOException;
    }

    /** Whether the disk is full. */
    public static boolean isOfFullDisk(Throwable fault) {
        return StorageFault.of(fault).compareTo(StorageFault.UNWRITABLE) <= 0;
    }

    /** Whether another try may succeed by itself: the service or the storage was away. */
    public static boolean isPassing(Throwable fault) {
        for (Throwable at = fault; at != null && at.getCause() != at; at = at.getCause()) {
            if (isOfStorage(at) || at instanceof RunFailedException failed && failed.isPassing()) {
                return true;
            }
        }
        return false;
    }

    public static RuntimeException unchecked(Exception fault) {
        return fault instanceof RuntimeException runtime
                ? runtime
                : new UncheckedIOException((IOException) fault);
    }

    public static String words(Throwable fault) {
        if (fault instanceof RunFailedException || fault instanceof UnusableSheetException) {
            return fault.getMessage();
        }
        if (isOfStorage(fault)) {
            return StorageFault.of(fault).words(fault);
        }
        if (fault instanceof OutOfMemoryError) {
            return "Java ran out of memory: allow more, for example with JAVA_OPTS=-Xmx1g";
        }
        return "Something went wrong that Stockload did not expect (%s); the log file has more"
                .formatted(fault);
    }

    /** Whether it is one of our own, whose message is a sentence for people. */
    public static boolean isExpected(Throwable fault) {
        return fault.getClass().getPackageName().startsWith("dev.stockload");
    }

    /** The sentence for people: its own where it is one of ours, else what we make of it. */
    public static String sentence(Throwable fault) {
        return isExpected(fault) ? fault.getMessage() : words(fault);
    }

    /** What the innermost cause says, in one line; its kind where it says nothing. */
    public static String innermost(Throwable fault) {
        Throwable cause = root(fault);
        return cause.getMessage() == null
                ? cause.getClass().getSimpleName()
                : cause.getMessage().replaceAll("\\s+", " ");
    }

    /** The innermost cause. */
    public static Throwable root(Throwable fault) {
        Throwable at = fault;
        while (at.getCause() != null && at.getCause() != at) {
            at = at.getCause();
        }
        return at;
    }
}
