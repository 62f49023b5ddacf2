package dev.stockload.stock;

/** Whether a run may still send, or what became of it. */
public enum Standing {
    OPEN,
    /** Its sheet cannot be used; only another sheet, or reading it otherwise, can help. */
    UNUSABLE,
    /** Ended by sending. */
    DONE,
    UNDONE,
    /** Ended unfinished, after 30 days or by a restore. */
    EXPIRED,
    /** A newer run of its job has named the same sheet, or all that the job has. */
    OVERTAKEN;

    /** Whether the run itself decides it, at its end. */
    public boolean isOfItsOwn() {
        return this == OPEN || this == UNUSABLE;
    }

    public boolean hasEnded() {
        return !isOfItsOwn();
    }
}
