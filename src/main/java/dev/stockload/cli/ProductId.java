package dev.stockload.cli;

import dev.stockload.stock.ProductIds;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A product id as people type it. */
final class ProductId {
    private ProductId() {}

    static int of(String text, CommandSpec spec) {
        return ProductIds.parse(text)
                .orElseThrow(
                        () ->
                                new ParameterException(
                                        spec.commandLine(),
                                        "A product id is a whole number above 0, but this is '%s'"
                                                .formatted(text)));
    }
}
