package dev.stockload.cli;

import static dev.stockload.ledger.ColourState.IN_DOUBT;
import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.SENDING;
import static dev.stockload.ledger.ColourState.SENT;

import dev.stockload.app.TimeWords;
import dev.stockload.check.RequestPlan;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.Tally;
import dev.stockload.runs.RunListener;
import dev.stockload.stock.Count;

import me.tongfei.progressbar.ProgressBarBuilder;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;

/** Shows a run while it goes on: a bar where somebody looks on, now and then a line elsewhere. */
final class ImportScreen implements RunListener, AutoCloseable {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(20);
    private static final int MANY_ROWS = 100_000;

    private final PrintWriter err;
    private final boolean terminal;
    private final Bar bar;
    private int linesOfRows;
    private long lastLine;

    ImportScreen(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
        this.bar = new Bar(err, terminal);
    }

    @Override
    public void begins(Run run) {
        String does = run.isStaged() ? "resuming " : run.isUndo() ? "" : "reading ";
        err.println("Run %s: %s%s".formatted(run.id(), does, run.sheetName()));
    }

    @Override
    public void reads(int rows) {
        if (!terminal && rows / MANY_ROWS > linesOfRows) {
            linesOfRows = rows / MANY_ROWS;
            err.println(Count.of(rows, "row") + " read");
        }
    }

    @Override
    public void sends(Run run) {
        Tally tally = run.tally();
        int waiting = waiting(tally);
        if (waiting == 0) {
            int unclear = tally.colours(IN_DOUBT);
            err.println(
                    "Nothing to send"
                            + (unclear == 0
                                    ? ""
                                    : ": " + Count.are(unclear, "colour") + " in doubt"));
            return;
        }
        RequestPlan plan = RequestPlan.of(waiting);
        err.println(
                "Sending %s in %s, until about %s"
                        .formatted(
                                Count.of(waiting, "colour"),
                                Count.of(plan.requests(), "request"),
                                end(plan)));
        lastLine = System.nanoTime();
        int sent = tally.colours(SENT);
        bar.begin("Colours", sent, waiting + sent, ProgressBarBuilder::hideEta);
        bar.at(sent, waiting + sent, " " + left(waiting));
    }

    @Override
    public void goesOn(Run run) {
        Tally tally = run.tally();
        int waiting = waiting(tally);
        if (bar.isShown()) {
            int sent = tally.colours(SENT);
            bar.at(sent, waiting + sent, " " + left(waiting));
        } else if (System.nanoTime() - lastLine > BETWEEN_LINES.toNanos() && waiting > 0) {
            lastLine = System.nanoTime();
            err.println(
                    "%s sent, %s"
                            .formatted(Count.of(tally.colours(SENT), "colour"), left(waiting)));
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

    private static int waiting(Tally tally) {
        return tally.colours(READY) + tally.colours(SENDING);
    }

    private static String left(int waiting) {
        RequestPlan plan = RequestPlan.of(waiting);
        return "%s left, until %s".formatted(Count.of(plan.requests(), "request"), end(plan));
    }

    private static String end(RequestPlan plan) {
        return TimeWords.clock(Instant.now().plus(plan.time()));
    }
}
