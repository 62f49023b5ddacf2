package dev.stockload.app;

import dev.stockload.ledger.UnusableLedgerException;
import dev.stockload.runs.FaultMessages;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.UnusableAccountException;
import dev.stockload.sandbox.UnusableSandboxException;
import dev.stockload.sheet.UnusableSheetException;

import java.util.concurrent.CompletionException;

/** Why work could not be done, as a process that serves tells it: what to mend follows from it. */
public enum FaultKind {
    UNUSABLE_SHEET,
    UNUSABLE_SETTINGS,
    FAILED;

    public static FaultKind of(Throwable fault) {
        if (fault instanceof UnusableSheetException) {
            return UNUSABLE_SHEET;
        }
        return fault instanceof UnusableSettingsException
                        || fault instanceof UnusableAccountException
                        || fault instanceof UnusableLedgerException
                        || fault instanceof UnusableSandboxException
                ? UNUSABLE_SETTINGS
                : FAILED;
    }

    /** What went wrong, without the threads that it went through. */
    public static Throwable cause(Throwable fault) {
        Throwable cause = fault;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Whether it is told in its own words; anything else is a bug or a broken machine. */
    public static boolean isExpected(Throwable fault) {
        return of(fault) != FAILED || fault instanceof RunFailedException;
    }

    /** The words for people. */
    public static String words(Throwable fault) {
        return isExpected(fault) ? fault.getMessage() : FaultMessages.words(fault);
    }
}
