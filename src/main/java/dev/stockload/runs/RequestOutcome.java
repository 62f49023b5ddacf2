package dev.stockload.runs;

/** The outcome of a create request, as stored in the ledger. */
public enum RequestOutcome {
    ACCEPTED,
    REFUSED,
    MALFORMED,
    POSTPONED,
    UNREACHED,
    IN_DOUBT
}
