package dev.stockload.imports.send;

import dev.stockload.book.RowsProblem;
import dev.stockload.book.RunColour;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.read.RunContext;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ProblemCode;

/** Stores colours that the service refuses by themselves as problems with its words. */
final class RefusedColours {
    private final RunContext context;

    RefusedColours(RunContext context) {
        this.context = context;
    }

    void rejected(RunColour colour, String words) {
        String why = words.isBlank() ? "it does not say why" : words;
        context.ledger().outbox().rejected(context.run().id(), colour, problem(colour, why));
        context.listener()
                .notice(
                        "The merchant service refused colour %s of product %d: %s"
                                .formatted(colour.name(), colour.product(), words));
    }

    private RowsProblem problem(RunColour colour, String why) {
        if (colour.rows().length == 0) {
            return RowsProblem.ofFile(
                    ProblemCode.SERVICE_REFUSED,
                    "Colour %s of product %d, which is in no row of the sheet, was refused by the merchant service: %s"
                            .formatted(colour.name(), colour.product(), why));
        }
        return new RowsProblem(
                colour.rows(),
                RunOptions.readColumns(context.current().columns())
                        .getOrDefault(HeaderField.COLOUR, HeaderField.COLOUR.words()),
                colour.name(),
                ProblemCode.SERVICE_REFUSED,
                "of product %d was refused by the merchant service: %s"
                        .formatted(colour.product(), why));
    }
}
