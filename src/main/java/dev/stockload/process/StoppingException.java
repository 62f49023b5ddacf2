package dev.stockload.process;

/** This process is stopping and takes no more work; the next process that serves will. */
public final class StoppingException extends RunFailedException {
    public StoppingException() {
        super(Kind.STOPPING, "Stockload is stopping and takes no more work");
    }
}
