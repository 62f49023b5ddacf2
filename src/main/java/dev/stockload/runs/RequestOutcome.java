package dev.stockload.runs;

/** What became of a create, as the ledger keeps it. */
public enum RequestOutcome {
    ACCEPTED,
    REFUSED,
    MALFORMED,
    POSTPONED,
    UNREACHED,
    IN_DOUBT
}
