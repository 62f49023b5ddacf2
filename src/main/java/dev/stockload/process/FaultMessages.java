package dev.stockload.process;

import dev.stockload.stock.Refusal;

import org.apache.commons.lang3.exception.ExceptionUtils;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.Comparator;

/** Finds the cause of a failed job and explains it to people. */
public final class FaultMessages {
    private FaultMessages() {}

    public static Throwable of(JobExecution execution) {
        return execution.getAllFailureExceptions().stream()
                .map(FaultMessages::explained)
                // Spring Batch returns them in no fixed order; the message must not vary.
                .min(
                        Comparator.comparing(FaultMessages::isOfStorage)
                                .thenComparing(Throwable::toString))
                .orElseGet(() -> new IllegalStateException(execution.getExitStatus().toString()));
    }

    private static Throwable explained(Throwable fault) {
        return ExceptionUtils.stream(fault)
                .filter(each -> each instanceof Refusal || isOfStorage(each))
                .findFirst()
                .orElseGet(() -> ExceptionUtils.getRootCause(fault));
    }

    public static boolean isOfStorage(Throwable fault) {
        return isDatabaseFault(fault)
                || fault instanceof IOException
                || fault instanceof UncheckedIOException;
    }

    public static boolean isOfDatabase(Throwable fault) {
        return ExceptionUtils.stream(fault).anyMatch(FaultMessages::isDatabaseFault);
    }

    private static boolean isDatabaseFault(Throwable fault) {
        return fault instanceof DataAccessException
                || fault instanceof TransactionException
                || fault instanceof SQLException;
    }

    public static boolean isOfFullDisk(Throwable fault) {
        return StorageFault.of(fault).compareTo(StorageFault.UNWRITABLE) <= 0;
    }

    /** As while a database server is restarted. */
    public static boolean isUnreachable(Throwable fault) {
        return isOfDatabase(fault) && StorageFault.of(fault) == StorageFault.UNREACHABLE;
    }

    /** Whether a retry may succeed by itself: the service or the storage was not available. */
    public static boolean isPassing(Throwable fault) {
        return ExceptionUtils.stream(fault)
                .anyMatch(
                        at ->
                                isOfStorage(at)
                                        || at instanceof RunFailedException failed
                                                && failed.isPassing());
    }

    public static RuntimeException unchecked(Exception fault) {
        return fault instanceof RuntimeException runtime
                ? runtime
                : new UncheckedIOException((IOException) fault);
    }

    public static String explain(Throwable fault) {
        if (isExpected(fault)) {
            return fault.getMessage();
        }
        if (isOfStorage(fault)) {
            return StorageFault.of(fault).explain(fault);
        }
        if (fault instanceof OutOfMemoryError) {
            return "Java ran out of memory: allow more, for example with JAVA_OPTS=-Xmx1g";
        }
        return "Something went wrong that Stockload did not expect (%s); the log file has more"
                .formatted(fault);
    }

    /** Whether this is an exception of Stockload, whose message is a sentence for people. */
    public static boolean isExpected(Throwable fault) {
        return fault.getClass().getPackageName().startsWith("dev.stockload");
    }

    public static String innermost(Throwable fault) {
        Throwable cause = ExceptionUtils.getRootCause(fault);
        return cause.getMessage() == null
                ? cause.getClass().getSimpleName()
                : cause.getMessage().replaceAll("\\s+", " ");
    }
}
