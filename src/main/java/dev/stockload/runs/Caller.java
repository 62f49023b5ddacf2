package dev.stockload.runs;

import dev.stockload.process.StopSignal;

/** How a caller stops its work, what receives the progress, and whether it waits for its turn. */
public record Caller(StopSignal stop, RunListener listener, boolean waits) {
    public Caller(StopSignal stop, RunListener listener) {
        this(stop, listener, true);
    }

    /** Reports how many rows of a sheet were read, unless a stop is requested. */
    public void reads(int rows) {
        stop.check();
        listener.reads(rows);
    }

    public static Caller silent() {
        return new Caller(new StopSignal(), RunListener.NOBODY);
    }
}
