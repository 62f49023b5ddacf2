package dev.stockload.cli;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
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
                                            .setConsumer(new OneLineConsumer())
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

    /**
     * Writes the bar over itself and leaves its line empty. It knows the width: if the library asks
     * for it, that opens a terminal which takes Ctrl-C away from us.
     */
    private static final class OneLineConsumer extends ConsoleProgressBarConsumer {
        OneLineConsumer() {
            super(System.err, TerminalWidth.columns() - 1);
        }

        @Override
        public void close() {
            System.err.flush();
        }
    }
}
