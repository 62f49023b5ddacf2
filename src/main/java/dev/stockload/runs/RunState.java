package dev.stockload.runs;

/** Whether a run is running, or how it ended. */
public enum RunState {
    RUNNING,
    COMPLETED,
    FAILED,
    STOPPED
}
