package dev.stockload.cli;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A bar on a terminal where somebody looks on, and none elsewhere. */
final class Bar implements AutoCloseable {
    private final PrintWriter err;
    private final boolean terminal;
    private ProgressBar bar;

    Bar(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    /**
     * Shows it, where there is a terminal.
     *
     * @param more what else it is to look like
     */
    void begin(String task, int done, int all, UnaryOperator<ProgressBarBuilder> more) {
        if (terminal) {
            bar =
                    more.apply(
                                    new ProgressBarBuilder()
                                            .setTaskName(task)
                                            .setInitialMax(all)
                                            .startsFrom(done, Duration.ZERO)
                                            .setStyle(ProgressBarStyle.ASCII)
                                            .setUpdateIntervalMillis(250)
                                            .clearDisplayOnFinish())
                            .build();
        }
    }

    boolean isShown() {
        return bar != null;
    }

    void at(int done, int all, String extra) {
        if (bar != null) {
            bar.maxHint(all);
            bar.stepTo(done);
            bar.setExtraMessage(extra);
        }
    }

    /** A line that the bar does not cover. */
    void println(String line) {
        err.println((bar == null ? "" : "\n") + line);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
