package dev.stockload.runs;

import dev.stockload.process.StopSignal;

/** How a caller stops its work, and what receives the progress. */
public record Caller(StopSignal stop, RunListener listener) {
    public static Caller silent() {
        return new Caller(new StopSignal(), RunListener.NOBODY);
    }
}
