package dev.stockload.runs;

/** What a run is doing, or how it ended. */
public enum RunState {
    RUNNING,
    COMPLETED,
    FAILED,
    STOPPED
}
