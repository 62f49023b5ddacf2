package dev.stockload.cli;

import dev.stockload.app.TimeWords;
import dev.stockload.check.StatusReport;
import dev.stockload.details.Details;
import dev.stockload.ledger.DetailRun;
import dev.stockload.stock.Count;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Shows whoever looks at a process that serves which runs and details begin and how they end, in a
 * line each.
 */
final class ServeLines implements Consumer<StatusReport>, Details.Progress {

    private final PrintWriter err;
    private final Set<String> going = new HashSet<>();

    ServeLines(PrintWriter err) {
        this.err = err;
    }

    @Override
    public synchronized void accept(StatusReport run) {
        if (run.state() == StatusReport.State.RUNNING) {
            if (going.add(run.run())) {
                say("Run %s: %s for account %s".formatted(run.run(), run.file(), run.account()));
            }
        } else if (going.remove(run.run())) {
            say(
                    "Run %s: %s, %s of %s sent, %s rejected or held"
                            .formatted(
                                    run.run(),
                                    run.state(),
                                    Count.of(run.colours().sent()),
                                    Count.of(run.colours().total(), "colour"),
                                    Count.of(run.rows().toCorrect(), "row")));
        }
    }

    void waits(DetailRun run) {
        say("%s is waiting. %s".formatted(run.id(), run.message()));
    }

    @Override
    public void begins(DetailRun run, int waiting, int all) {
        say(
                "%s: details for account %s, %s of %s left"
                        .formatted(
                                run.id(),
                                run.account(),
                                Count.of(waiting),
                                Count.of(all, "product")));
    }

    @Override
    public void ended(Details.Result result) {
        DetailRun run = result.run();
        say(
                "%s: %s, %s of %s fetched%s"
                        .formatted(
                                run.id(),
                                run.state(),
                                Count.of(result.fetched()),
                                Count.of(result.all(), "product"),
                                run.message() == null ? "" : ". " + run.message()));
    }

    private synchronized void say(String sentence) {
        err.println(TimeWords.clock(Instant.now()) + " " + TerminalText.of(sentence));
    }
}
