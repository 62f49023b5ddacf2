package dev.stockload.ledger;

/** The ledger's database cannot be used as it is set; the message says why. */
public final class UnusableLedgerException extends RuntimeException {
    UnusableLedgerException(String message, Throwable cause) {
        super(message, cause);
    }
}
