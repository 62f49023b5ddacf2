package dev.stockload.process;

/** The run was asked to stop; everything it did is recorded. */
public final class RunStoppedException extends RuntimeException {
    public RunStoppedException() {
        super("The run was stopped");
    }
}
