package dev.stockload.cli;

import dev.stockload.details.Details;
import dev.stockload.ledger.DetailRun;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import java.io.PrintWriter;

/** Shows how details are fetched: a bar where somebody looks on, now and then a line elsewhere. */
final class DetailsScreen implements Details.Progress, AutoCloseable {
    private final PrintWriter err;
    private final boolean terminal;
    private final EveryNow lines;
    private ProgressBar bar;

    DetailsScreen(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
        this.lines = new EveryNow(err, "%,d of %,d details are fetched");
    }

    @Override
    public void begins(DetailRun run, int waiting, int all) {
        if (waiting == 0) {
            return;
        }
        err.println(
                "%s: fetching %,d details%s"
                        .formatted(
                                run.id(),
                                waiting,
                                waiting == all
                                        ? ""
                                        : "; %,d were fetched before".formatted(all - waiting)));
        if (terminal) {
            bar =
                    new ProgressBarBuilder()
                            .setTaskName("Fetching")
                            .setUnit(" products", 1)
                            .setInitialMax(waiting)
                            .setStyle(ProgressBarStyle.ASCII)
                            .setUpdateIntervalMillis(250)
                            .clearDisplayOnFinish()
                            .build();
        }
    }

    @Override
    public void at(int done, int waiting) {
        if (bar != null) {
            bar.stepTo(done);
        } else {
            lines.at(done, waiting);
        }
    }

    @Override
    public void notice(String sentence) {
        err.println((bar == null ? "" : "\n") + sentence);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
