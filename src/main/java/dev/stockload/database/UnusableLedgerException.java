package dev.stockload.database;

import dev.stockload.stock.Refusal;

/** The ledger's database cannot be used as configured; the message says why. */
public final class UnusableLedgerException extends Refusal {
    public UnusableLedgerException(String message, Throwable cause) {
        super(Kind.UNUSABLE_SETTINGS, message, cause);
    }
}
