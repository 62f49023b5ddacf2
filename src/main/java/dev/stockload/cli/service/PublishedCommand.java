package dev.stockload.cli.service;

import dev.stockload.cli.terminal.CommandContext.AccountOption;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.Table;
import dev.stockload.details.Details;
import dev.stockload.details.Details.PublishedMarks;
import dev.stockload.details.table.FetchedProduct;
import dev.stockload.process.TimeWords;
import dev.stockload.sheet.ProductColumn;
import dev.stockload.stock.Count;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/** {@code stockload published}: marks fetched products as published. */
@Command(
        name = "published",
        description =
                "Marks products as published. Two thirds of the products whose details were fetched"
                        + " must be published before the service allows more. Its interface does"
                        + " not show what is published, so Stockload keeps the marks itself.",
        footer = {
            "",
            "With --list --json: an array of all fetched products, {\"product\", \"store\","
                    + " \"firstAt\", \"lastAt\", \"published\"}.",
            "",
            "Examples:",
            "  stockload published 10001 10002",
            "  stockload published published.csv",
            "  stockload published --list"
        })
public final class PublishedCommand implements Callable<Integer> {
    @Mixin private AccountOption account;
    @Mixin private CommandSession session;

    @Parameters(
            paramLabel = "PID|ITEM|BARCODE",
            arity = "0..*",
            description = "Product ids, item numbers or barcodes, or files with product ids.")
    private List<String> pids = List.of();

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description =
                    "A CSV or Excel file with product ids in its column 'Product ID', or in its"
                            + " first column if it has no header.")
    private Path file;

    @Option(
            names = "--list",
            description = "List products that were fetched but are not published yet.")
    private boolean list;

    @Option(names = "--undo", description = "Remove the marks of these products.")
    private boolean undo;

    @Mixin private JsonOption json;

    @Override
    public Integer call() throws IOException {
        List<String> products = new ArrayList<>();
        List<Path> files = new ArrayList<>();
        if (file != null) {
            files.add(file);
        }
        for (String named : pids) {
            if (!named.matches("\\d*") && Files.exists(Path.of(named))) {
                files.add(Path.of(named));
            } else {
                products.add(named);
            }
        }
        if (list == !(products.isEmpty() && files.isEmpty())) {
            throw session.misused(
                    list
                            ? "Either --list, or products to mark"
                            : "Which products? Name them or a --file, or ask for --list");
        }
        Set<Integer> ids = new LinkedHashSet<>();
        for (Path each : files) {
            ids.addAll(ProductColumn.read(each));
        }
        return session.run(
                "published",
                (workspace, stop, screen) -> {
                    Details details = workspace.details();
                    String name = workspace.account(account.name());
                    if (list) {
                        list(workspace.ledger().details().products(name));
                    } else {
                        ids.addAll(workspace.products(name).all(products));
                        mark(details, name, ids);
                    }
                    return ExitCode.DONE;
                });
    }

    private void mark(Details details, String name, Set<Integer> products) {
        PublishedMarks marked = details.publish(name, products, !undo);
        json.print(marked, session, (marks, out) -> out.say(marks.words(!undo)));
        marked.neverFetchedWords(name).ifPresent(session.err()::say);
    }

    private void list(List<FetchedProduct> fetched) {
        List<FetchedProduct> open = fetched.stream().filter(p -> !p.published()).toList();
        CommandOutput out = session.out();
        if (json.isAsked()) {
            out.json(fetched);
            return;
        }
        if (!open.isEmpty()) {
            Table table = new Table(">Product", "Store", "Fetched");
            for (FetchedProduct product : open) {
                table.add(product.product(), product.store(), TimeWords.minute(product.lastAt()));
            }
            table.print(out);
        }
        out.say(
                "%s of %s not marked as published",
                Count.of(open.size()), Count.of(fetched.size(), "fetched product"));
    }
}
