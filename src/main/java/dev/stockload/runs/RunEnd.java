package dev.stockload.runs;

import java.time.Instant;

/**
 * Whether and how a run ended.
 *
 * @param at null if it is running, or if nobody saw it end
 * @param message why it failed or stopped; otherwise null
 * @param unusable whether its sheet cannot be used; only another sheet, or other options for
 *     reading it, can help
 */
public record RunEnd(RunState state, Instant at, String message, boolean unusable) {
    /** The run has not ended. */
    public static final RunEnd OPEN = new RunEnd(RunState.RUNNING, null, null, false);

    public RunEnd(RunState state, Instant at, String message) {
        this(state, at, message, false);
    }

    public static RunEnd completed(Instant at) {
        return new RunEnd(RunState.COMPLETED, at, null);
    }

    public static RunEnd stopped(Instant at, String message) {
        return new RunEnd(RunState.STOPPED, at, message);
    }

    public static RunEnd failed(Instant at, String message) {
        return new RunEnd(RunState.FAILED, at, message);
    }

    /** The sheet cannot be used. */
    public static RunEnd unusable(Instant at, String message) {
        return new RunEnd(RunState.FAILED, at, message, true);
    }
}
