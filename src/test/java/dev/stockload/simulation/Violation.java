package dev.stockload.simulation;

/** A promise that was broken in a history. */
record Violation(Question question, String words) {
    /** What the model asks of every history. */
    enum Question {
        APPLIED_TWICE,
        TOO_FAST,
        NOT_AS_THE_NEWEST_SHEET,
        OLD_OVER_NEW,
        SAID_FINISHED,
        NOT_UNDONE,
        HALF_WRITTEN,
        NOT_TOLD,
        MISSED_NIGHT,
        RAN_TWICE,
        STOP_LOST,
        REACHED_THE_SANDBOX,
        DOES_NOT_END
    }

    @Override
    public String toString() {
        return question + ": " + words;
    }
}
