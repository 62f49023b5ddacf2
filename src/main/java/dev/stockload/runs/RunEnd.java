package dev.stockload.runs;

import java.time.Instant;

/**
 * Whether and how a run ended.
 *
 * @param at null where it goes on, or where nobody saw it end
 * @param message why it failed or stopped; null where it did not
 * @param unusable whether its sheet cannot be used: then only another sheet, or another way to read
 *     it, helps
 */
public record RunEnd(RunState state, Instant at, String message, boolean unusable) {
    /** It goes on. */
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

    /** Its sheet is none. */
    public static RunEnd unusable(Instant at, String message) {
        return new RunEnd(RunState.FAILED, at, message, true);
    }
}
