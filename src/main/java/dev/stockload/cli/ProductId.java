package dev.stockload.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A product id as people type it. */
final class ProductId {
    private ProductId() {}

    static int of(String text, CommandSpec spec) {
        try {
            // Java would take digits of other scripts as well.
            if (text.matches("[1-9][0-9]*")) {
                return Integer.parseInt(text);
            }
        } catch (NumberFormatException e) {
            // Beyond int: said below, in the same words.
        }
        throw new ParameterException(
                spec.commandLine(),
                "A product id is a whole number above 0, but this is '%s'".formatted(text));
    }
}
