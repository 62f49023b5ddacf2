package dev.stockload.cli;

import dev.stockload.details.Details;
import dev.stockload.details.DetailsFile;
import dev.stockload.details.DetailsOrder;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code stockload details}: all that the service tells of products. */
@Command(
        name = "details",
        description =
                "Fetches product details within the limits of the service. The same command"
                        + " continues where it stopped and does not fetch a product twice.",
        mixinStandardHelpOptions = true,
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
final class DetailsCommand implements Callable<Integer> {
    @Mixin private AccountOption account;
    @Mixin private CommandSession session;

    @Parameters(paramLabel = "PID", arity = "0..*", description = "Product ids.")
    private List<String> pids = List.of();

    @Option(names = "--all", description = "All products of the merchant.")
    private boolean all;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write them to a .jsonl, .csv or .xlsx file.")
    private Path out;

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean json;

    @Option(names = "--refresh", description = "Fetch products again that were already fetched.")
    private boolean refresh;

    @Override
    public Integer call() throws IOException {
        List<Integer> products = pids.stream().map(session::product).toList();
        if (all == !products.isEmpty()) {
            throw session.misused(
                    "Which products? Name their ids, or all with --all"
                            + (all ? ", but not both" : ""));
        }
        if (out != null) {
            checkFile();
        }
        return session.run(
                "details",
                (workspace, stop, screen) -> {
                    DetailsOrder order =
                            new DetailsOrder(
                                    workspace.account(account.name()),
                                    products,
                                    refresh,
                                    Optional.ofNullable(out));
                    Details.Result result = workspace.fetch(order, screen);
                    screen.close();
                    return new DetailsOutcome(session).show(result, json);
                });
    }

    /** Before anything is fetched: each fetch counts. */
    private void checkFile() {
        if (!DetailsFile.isKnown(out)) {
            throw session.misused(
                    "The file is .jsonl, .csv or .xlsx, but this is '%s'".formatted(out));
        }
        Path folder = out.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder) || !Files.isWritable(folder) || Files.isDirectory(out)) {
            throw session.misused(
                    "%s cannot be written: %s"
                            .formatted(
                                    out,
                                    Files.isDirectory(out)
                                            ? "it is a folder"
                                            : "%s is not a writable folder".formatted(folder)));
        }
    }
}
