package dev.stockload.imports.read;

import dev.stockload.check.CheckedSheet;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Why sizes that seem to be missing are not set to 0: they may be in the sheet after all. */
final class ZeroObstacle {
    private ZeroObstacle() {}

    /** Why missing sizes may be in the sheet after all; empty if each row can be read. */
    static Optional<String> in(CheckedSheet sheet) {
        int first = sheet.unread().first();
        return first == 0
                ? Optional.empty()
                : Optional.of(
                        "the product or colour of %s cannot be read, so it may be one of them"
                                .formatted(sheet.sheets().place(first)));
    }

    /**
     * A product that the merchant does not have may be a misspelled one that seems to be missing,
     * unless the last sheet had it too.
     */
    static Optional<String> newlyUnknown(Ledger ledger, Run run, Collection<String> products) {
        Set<String> unknown = new TreeSet<>(products);
        if (!unknown.isEmpty()) {
            ledger.runs()
                    .lastFinished(run.account(), run.job())
                    .map(last -> ledger.problems().unknownProducts(last.id()))
                    .ifPresent(unknown::removeAll);
        }
        return unknown.stream()
                .findFirst()
                .map(
                        "product '%s' is not in the merchant's product list and was not in the last sheet, so it may be one of them misspelled"
                                ::formatted);
    }
}
