package dev.stockload.process;

/** This process is stopping and takes no more work; the next one that serves does. */
public final class StoppingException extends RunFailedException {
    public StoppingException() {
        super(Kind.STOPPING, "Stockload is stopping and takes no more work");
    }
}
