package dev.stockload.cli.service;

import dev.stockload.app.AccountNames;
import dev.stockload.app.AccountRegistry;
import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandContext.AccountOption;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.CommandSession;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.cli.terminal.Table;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.Outcome.Kind;
import dev.stockload.merchant.StockEntry;
import dev.stockload.process.RunFailedException;
import dev.stockload.stock.ProductRef;
import dev.stockload.stock.Refusal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** {@code stockload stock}: shows the stock of one product. */
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
    @Mixin private CommandSession session;
    @Mixin private AccountOption account;

    @Parameters(
            paramLabel = "PID|ITEM|BARCODE",
            description = "A product id, an item number or a barcode.")
    private String word;

    @Mixin private JsonOption json;

    @Override
    public Integer call() throws IOException {
        OptionalInt id = ProductRef.parseId(word);
        if (id.isEmpty()) {
            return show(found());
        }
        try {
            return show(id.getAsInt());
        } catch (Refusal e) {
            if (e.kind() == Refusal.Kind.SERVICE_FAILED) {
                throw e;
            }
            // The number may be an item number.
            int product = found();
            if (product == id.getAsInt()) {
                throw e;
            }
            return show(product);
        }
    }

    private int found() throws IOException {
        return session.run(
                "stock",
                (workspace, stop, screen) ->
                        workspace.products(workspace.account(account.name())).one(word));
    }

    private int show(int product) {
        return ask(
                session, account, json, merchant -> stock(merchant, product), StockCommand::print);
    }

    /** The service refuses to list a product that has no stock yet. */
    private static Outcome<List<StockEntry>> stock(Merchant merchant, int product) {
        Outcome<List<StockEntry>> outcome = merchant.stock(product);
        if (outcome.is(Kind.REFUSED)) {
            throw Refusal.conflict(
                    "Product %d has no stock to show. The merchant service says: %s"
                            .formatted(
                                    product,
                                    outcome.words().isBlank() ? "nothing more" : outcome.words()));
        }
        return outcome;
    }

    private static void print(List<StockEntry> entries, CommandOutput out) {
        Table table = new Table("Colour", ">Size", ">Stock", "Barcode", "Entry");
        long pieces = 0;
        for (StockEntry entry : entries) {
            table.add(entry.color(), entry.size(), entry.stock(), entry.barCode(), entry.guid());
            pieces += entry.stock();
        }
        table.print(out);
        long colours = entries.stream().map(StockEntry::color).distinct().count();
        out.say("Colours: %d, sizes: %d, pieces: %d", colours, entries.size(), pieces);
    }

    /** Prints the answer of the service, whole or not at all; returns the exit code. */
    static <T> int ask(
            CommandContext context,
            AccountOption named,
            JsonOption json,
            Function<Merchant, Outcome<T>> question,
            BiConsumer<T, CommandOutput> forPeople) {
        AccountNames names = AccountNames.ofFolder(context.settings());
        try (AccountRegistry accounts = new AccountRegistry(names, false, context.err().writer());
                Merchant merchant = accounts.open(names.inLedger(named.name()))) {
            names.expectSame(merchant.account());
            Outcome<T> outcome = question.apply(merchant);
            if (!outcome.is(Kind.ACCEPTED)) {
                String advice = advice(outcome, merchant.account()).map(". "::concat).orElse("");
                throw RunFailedException.ofService(outcome.describe() + advice, false);
            }
            json.print(outcome.value(), context, forPeople);
            return ExitCode.DONE;
        }
    }

    private static Optional<String> advice(Outcome<?> outcome, Account account) {
        String name = account.name();
        if (name.equals(Account.SANDBOX)) {
            return Optional.empty();
        }
        if (outcome.is(Kind.MALFORMED)) {
            return Optional.of(
                    "Usually the credentials or the clock are wrong: compare %s, %s and %s with what the service gave you, and check the time of this machine"
                            .formatted(
                                    Account.setting(name, "app-id"),
                                    Account.setting(name, "app-secret"),
                                    Account.setting(name, "access-token")));
        }
        if (outcome.is(Kind.UNREACHED)) {
            return Optional.of(
                    "Compare %s with the address of the service, and check that this machine can reach it"
                            .formatted(Account.setting(name, "base-url")));
        }
        if (outcome.is(Kind.IN_DOUBT)) {
            return Optional.of(
                    "Try again; if that does not help, %s may be the wrong address (%s)"
                            .formatted(Account.setting(name, "base-url"), account.baseUrl()));
        }
        return Optional.empty();
    }
}
