package dev.stockload.cli.service;

import dev.stockload.app.OpenAccount;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandContext.AccountOption;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.JsonOption;
import dev.stockload.cli.terminal.Table;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.StockEntry;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Shows what the merchant service holds of one product. */
@Command(
        name = "stock",
        description = "Shows the stock of one product, colour by colour and size by size.",
        footer = {
            "",
            "With --json: an array of {\"guid\", \"barCode\", \"color\", \"size\", \"stock\"}.",
            "",
            "Example: stockload stock 10001"
        })
public final class StockCommand implements Callable<Integer> {
    @Mixin private CommandContext context;
    @Mixin private AccountOption account;

    @Parameters(
            paramLabel = "PID",
            description = "The product id, as 'stockload products' lists it.")
    private String pid;

    @Mixin private JsonOption json;

    @Override
    public Integer call() {
        int product = context.product(pid);
        try (OpenAccount inUse =
                        OpenAccount.toAsk(context.settings(), account.name(), context.err());
                Merchant merchant = new Merchant(inUse.account(), InstantSource.system())) {
            Outcome<List<StockEntry>> outcome = merchant.stock(product);
            if (outcome instanceof Outcome.Refused<List<StockEntry>> refused) {
                return refused(product, refused.words());
            }
            return ServiceAnswer.show(
                    outcome, inUse.account(), context, json.isAsked(), this::print);
        }
    }

    /** The interface refuses the list of a product that has no stock yet. */
    private int refused(int product, String words) {
        context.err()
                .println(
                        "Product %d has no stock to show. The merchant service says: %s"
                                .formatted(product, words.isBlank() ? "nothing more" : words));
        return ExitCode.FAILED;
    }

    private void print(List<StockEntry> entries) {
        PrintWriter out = context.out();
        Table table = new Table("Colour", ">Size", ">Stock", "Barcode", "Entry");
        long pieces = 0;
        for (StockEntry entry : entries) {
            table.add(entry.color(), entry.size(), entry.stock(), entry.barCode(), entry.guid());
            pieces += entry.stock();
        }
        table.print(out);
        long colours = entries.stream().map(StockEntry::color).distinct().count();
        out.println(
                "Colours: %d, sizes: %d, pieces: %d".formatted(colours, entries.size(), pieces));
    }

    /** Shows what the service answered to a question, or says what kept it from answering. */
    static final class ServiceAnswer {
        private static final JsonMapper JSON = JsonMapper.builder().build();

        private ServiceAnswer() {}

        /** The exit code; standard output has the whole answer or nothing. */
        static <T> int show(
                Outcome<T> outcome,
                Account account,
                CommandContext context,
                boolean json,
                Consumer<T> forPeople) {
            if (outcome instanceof Outcome.Accepted<T> accepted) {
                if (json) {
                    context.out().println(JSON.writeValueAsString(accepted.value()));
                } else {
                    forPeople.accept(accepted.value());
                }
                return ExitCode.DONE;
            }
            PrintWriter err = context.err();
            err.println(outcome.describe());
            String advice = advice(outcome, account);
            if (!advice.isEmpty()) {
                err.println(advice);
            }
            return ExitCode.FAILED;
        }

        private static String advice(Outcome<?> outcome, Account account) {
            String name = account.name();
            if (name.equals(OpenAccount.SANDBOX)) {
                return "";
            }
            if (outcome instanceof Outcome.Malformed) {
                return "That is mostly wrong credentials or a wrong clock: compare %s, %s and %s with what the service gave you, and the time of this machine"
                        .formatted(
                                Account.setting(name, "app-id"),
                                Account.setting(name, "app-secret"),
                                Account.setting(name, "access-token"));
            }
            if (outcome instanceof Outcome.Unreached) {
                return "Compare %s with the address of the service, and see whether this machine reaches it"
                        .formatted(Account.setting(name, "base-url"));
            }
            if (outcome instanceof Outcome.InDoubt) {
                return "Try again; if it stays so, %s may be the address of something else (%s)"
                        .formatted(Account.setting(name, "base-url"), account.baseUrl());
            }
            return "";
        }
    }
}
