package dev.stockload.runs;

/** Whether a run is running, or how it ended. */
public enum RunState {
    RUNNING("Running"),
    COMPLETED("Finished"),
    FAILED("Failed"),
    STOPPED("Stopped");

    private final String label;

    RunState(String label) {
        this.label = label;
    }

    /** The word for people; programs get the name. */
    public String label() {
        return label;
    }
}
