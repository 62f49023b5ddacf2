package dev.stockload.app;

import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;

/** Who asks for work: how they stop it, and who hears how it goes on. */
public record Caller(StopSignal stop, RunListener listener) {
    /** One who waits for the result alone. */
    public static Caller silent() {
        return new Caller(new StopSignal(), RunListener.NOBODY);
    }
}
