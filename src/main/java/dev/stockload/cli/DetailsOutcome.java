package dev.stockload.cli;

import dev.stockload.details.Details;
import dev.stockload.ledger.RunState;
import dev.stockload.stock.Count;

import java.io.IOException;
import java.io.PrintWriter;

/** Shows what was fetched and how it ended. */
final class DetailsOutcome {
    private static final int FIRST = 20;

    private final PrintWriter out;
    private final PrintWriter err;

    DetailsOutcome(CommandContext context) {
        this.out = context.out();
        this.err = context.err();
    }

    /** The exit code follows from what is shown. */
    int show(Details.Result result, boolean json) throws IOException {
        if (json) {
            result.file().json(out);
            out.flush();
        } else if (result.run().out() == null) {
            table(result);
        }
        return end(result, json);
    }

    /** The end alone, for a job that somebody else had asked for. */
    int end(Details.Result result, boolean quiet) {
        if (!quiet) {
            out.println(
                    "%s of %s fetched%s"
                            .formatted(
                                    Count.of(result.fetched()),
                                    Count.of(result.all(), "product"),
                                    result.run().out() == null
                                            ? ""
                                            : "; the file is " + result.run().out()));
        }
        result.refused().stream()
                .limit(FIRST)
                .forEach(
                        refusal ->
                                err.println(
                                        "Product %d: %s"
                                                .formatted(refusal.product(), refusal.words())));
        if (result.refused().size() > FIRST) {
            err.println("… and %s more".formatted(Count.of(result.refused().size() - FIRST)));
        }
        if (result.run().state() != RunState.COMPLETED) {
            err.println(result.run().message());
            err.println(
                    "To resume: the same command, or stockload resume %s%s"
                            .formatted(
                                    result.run().id(),
                                    result.run().waits()
                                            ? ". stockload serve resumes it by itself"
                                            : ""));
            return ExitCode.FAILED;
        }
        return result.refused().isEmpty() ? ExitCode.DONE : ExitCode.REJECTS;
    }

    private void table(Details.Result result) throws IOException {
        if (result.fetched() == 0) {
            return;
        }
        Table table = new Table(">Product", "Title", ">Price", "Colour", ">Size", ">Stock");
        result.file()
                .rows(
                        row ->
                                table.add(
                                        row.get(0),
                                        row.get(1),
                                        row.get(2),
                                        row.get(3),
                                        row.get(4),
                                        row.get(5)));
        table.print(out);
    }
}
