package dev.stockload.pipeline;

/** The run was asked to stop; all it did is recorded. */
final class RunStoppedException extends RuntimeException {
    RunStoppedException() {
        super("The run was stopped");
    }
}
