package dev.stockload.runs;

import dev.stockload.process.StopSignal;

/**
 * How a caller stops its work, and what receives the progress.
 *
 * @param waits whether it waits for its turn
 * @param retries whether a fault of the service that may pass is waited for; not where somebody
 *     waits for the answer
 */
public record Caller(StopSignal stop, RunListener listener, boolean waits, boolean retries) {
    public Caller(StopSignal stop, RunListener listener) {
        this(stop, listener, true, true);
    }

    public Caller withoutRetries() {
        return new Caller(stop, listener, waits, false);
    }

    /** Reports how many rows of a sheet were read, unless a stop is requested. */
    public void onRows(int rows) {
        stop.check();
        listener.onRows(rows);
    }

    public static Caller silent() {
        return new Caller(new StopSignal(), RunListener.NOBODY);
    }
}
