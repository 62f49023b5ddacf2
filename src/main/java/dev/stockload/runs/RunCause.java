package dev.stockload.runs;

/** Why a run waits or has ended, where more follows from that than its message says. */
public enum RunCause {
    NONE,
    /** It waits for its account. */
    WAITS,
    ON_REQUEST,
    BRAKE,
    /** The brake, also since its sheet has another shape than those before. */
    OTHER_SHAPE
}
