package dev.stockload.cli;

import dev.stockload.details.Details;
import dev.stockload.ledger.DetailRun;
import dev.stockload.stock.Count;

import java.io.PrintWriter;

/** Shows how details are fetched: a bar where somebody looks on, now and then a line elsewhere. */
final class DetailsScreen implements Details.Progress, AutoCloseable {
    private final PrintWriter err;
    private final ProgressLines lines;
    private final Bar bar;

    DetailsScreen(PrintWriter err, boolean terminal) {
        this.err = err;
        this.bar = new Bar(err, terminal);
        this.lines = new ProgressLines(err, "%,d of %,d details fetched");
    }

    @Override
    public void begins(DetailRun run, int waiting, int all) {
        if (waiting == 0) {
            return;
        }
        err.println(
                "%s: %s to fetch%s"
                        .formatted(
                                run.id(),
                                Count.of(waiting),
                                waiting == all
                                        ? ""
                                        : ", %s already fetched"
                                                .formatted(Count.of(all - waiting))));
        bar.begin("Fetching", 0, waiting, with -> with.setUnit(" products", 1));
    }

    @Override
    public void at(int done, int waiting) {
        if (bar.isShown()) {
            bar.at(done, waiting, "");
        } else {
            lines.at(done, waiting);
        }
    }

    @Override
    public void notice(String sentence) {
        bar.println(sentence);
    }

    @Override
    public void close() {
        bar.close();
    }
}
