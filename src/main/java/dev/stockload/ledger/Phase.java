package dev.stockload.ledger;

/** The part of the flow that a run has reached. */
public enum Phase {
    STAGE,
    SETTLE,
    SEND,
    REPORT
}
