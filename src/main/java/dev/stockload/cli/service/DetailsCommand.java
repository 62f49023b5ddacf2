package dev.stockload.cli.service;

import dev.stockload.app.Workspace;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandContext.AccountOption;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.Table;
import dev.stockload.details.DetailsFile;
import dev.stockload.details.DetailsReport;
import dev.stockload.details.table.DetailTable.Wanted;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.runs.Run;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code stockload details}: fetches product details. */
@Command(
        name = "details",
        description =
                "Fetches product details within the limits of the service. The same command"
                        + " continues where it stopped and does not fetch a product twice.",
        footer = {
            "",
            "The file has all products fetched so far: one product per line (.jsonl), or one row"
                    + " per colour and size (.csv, .xlsx). With --json: an array of {\"pid\","
                    + " \"fetchedAt\", and the fields of the interface}.",
            "",
            "Examples:",
            "  stockload details 10001 10002",
            "  stockload details --all --out details.xlsx",
            "",
            "Exit codes: 0 all fetched, 3 the service does not have some of them, 1 stopped before"
                    + " a limit or failed (the same command continues), 2 the command cannot be"
                    + " used.",
            "stockload quota shows the limits."
        })
public final class DetailsCommand implements Callable<Integer> {
    private static final int FIRST = 20;

    @Mixin private AccountOption account;
    @Mixin private CommandSession session;

    @Parameters(
            paramLabel = "PID|ITEM|BARCODE",
            arity = "0..*",
            description = "Product ids, item numbers or barcodes.")
    private List<String> products = List.of();

    @Option(names = "--all", description = "All products of the merchant.")
    private boolean all;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Write them to a .jsonl, .csv or .xlsx file.")
    private Path out;

    @Mixin private JsonOption json;

    @Option(names = "--refresh", description = "Fetch products again that were already fetched.")
    private boolean refresh;

    @Override
    public Integer call() throws IOException {
        if (all == !products.isEmpty()) {
            throw session.misused(
                    "Which products? Name them, or all with --all" + (all ? ", but not both" : ""));
        }
        if (out != null) {
            checkFile();
        }
        return session.run(
                "details",
                (workspace, stop, screen) -> {
                    String name = workspace.account(account.name());
                    DetailsRequest order =
                            new DetailsRequest(
                                    name,
                                    List.copyOf(workspace.products(name).all(products)),
                                    refresh,
                                    Optional.ofNullable(out));
                    Run run = workspace.imports().fetch(order).run();
                    screen.close();
                    return show(run, workspace);
                });
    }

    /** Before the first fetch, since each counts towards the limits. */
    private void checkFile() {
        if (!DetailsFile.isSupported(out)) {
            throw session.misused(
                    "The file is .jsonl, .csv or .xlsx, but this is '%s'".formatted(out));
        }
        session.expectWritable(out);
    }

    private int show(Run run, Workspace workspace) throws IOException {
        DetailsFile file = new DetailsFile(workspace.ledger(), run);
        if (json.isAsked()) {
            file.json(session.out().writer());
            session.out().writer().flush();
        } else if (run.file().isEmpty() && run.tally().colours(ColourState.SENT) > 0) {
            Table table = new Table(">Product", "Title", ">Price", "Colour", ">Size", ">Stock");
            file.rows(row -> table.add(row.subList(0, 6).toArray()));
            table.print(session.out());
        }
        return end(run, workspace, json.isAsked(), session);
    }

    public static int end(Run ended, Workspace workspace, boolean quiet, CommandContext context) {
        DetailsReport run = DetailsReport.of(workspace.ledger(), ended);
        CommandOutput err = context.err();
        if (!quiet) {
            context.out()
                    .say(
                            "%s of %s fetched%s",
                            Count.of(run.products().fetched()),
                            Count.of(run.products().total(), "product"),
                            run.file() == null ? "" : "; the file is " + run.file());
        }
        List<Wanted> refused = workspace.details().refused(ended);
        refused.stream()
                .limit(FIRST)
                .map(each -> "Product %d: %s".formatted(each.product(), each.words()))
                .forEach(err::say);
        err.more("", refused.size() - FIRST);
        if (run.unfinished()) {
            String waits = run.waits() ? ". stockload serve resumes it by itself" : "";
            err.say(run.message());
            err.say("To resume: the same command, or stockload resume %s%s", run.run(), waits);
            return ExitCode.FAILED;
        }
        return refused.isEmpty() ? ExitCode.DONE : ExitCode.REJECTS;
    }
}
