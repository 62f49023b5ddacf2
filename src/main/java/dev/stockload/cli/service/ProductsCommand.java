package dev.stockload.cli.service;

import dev.stockload.cli.terminal.CommandContext;
import dev.stockload.cli.terminal.CommandContext.AccountOption;
import dev.stockload.cli.terminal.CommandContext.JsonOption;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.cli.terminal.Table;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.stock.Count;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.List;
import java.util.concurrent.Callable;

/** {@code stockload products}: lists the merchant's products. */
@Command(
        name = "products",
        description = "Lists all products of the merchant.",
        footer = {
            "",
            "With --json: an array of {\"id\", \"artNo\", \"pic\"}.",
            "",
            "Example: stockload products --without-stock"
        })
public final class ProductsCommand implements Callable<Integer> {
    @Mixin private CommandContext context;
    @Mixin private AccountOption account;
    @ArgGroup private Filter filter;

    @Mixin private JsonOption json;

    static final class Filter {
        @Option(names = "--with-stock", description = "Only products that have stock.")
        private boolean with;

        @Option(names = "--without-stock", description = "Only products that have no stock.")
        private boolean without;
    }

    @Override
    public Integer call() {
        Boolean stocked = filter == null ? null : filter.with;
        return StockCommand.ask(
                context,
                account,
                json,
                merchant -> merchant.allProducts(stocked),
                ProductsCommand::print);
    }

    private static void print(List<ProductSummary> products, CommandOutput out) {
        if (products.isEmpty()) {
            out.say("The list is empty.");
            return;
        }
        Table table = new Table(">Id", "Item number", "First image");
        products.forEach(product -> table.add(product.id(), product.artNo(), product.pic()));
        table.print(out);
        out.say(Count.of(products.size(), "product"));
    }
}
