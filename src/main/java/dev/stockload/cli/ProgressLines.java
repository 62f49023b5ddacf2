package dev.stockload.cli;

import java.io.PrintWriter;
import java.time.Duration;

/** A line now and then about work that takes long; none where it does not. */
final class ProgressLines {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

    private final PrintWriter err;
    private final String line;
    private long last = System.nanoTime();

    /**
     * @param line with two places, for how much is done and how much there is
     */
    ProgressLines(PrintWriter err, String line) {
        this.err = err;
        this.line = line;
    }

    void at(int done, int all) {
        if (System.nanoTime() - last > BETWEEN_LINES.toNanos()) {
            last = System.nanoTime();
            err.println(line.formatted(done, all));
        }
    }
}
