package dev.stockload.imports.read;

import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Rows whose product or colour is unreadable. Sizes that seem to be missing may be in them. */
final class UnreadableRows {
    /** Such a row may be of any colour; a cell that spans lines may contain other rows. */
    private static final Set<ProblemCode> ANYTHING =
            EnumSet.of(
                    ProblemCode.PRODUCT_MISSING,
                    ProblemCode.PRODUCT_FORMAT,
                    ProblemCode.PRODUCT_DIGITS,
                    ProblemCode.COLOUR_MISSING,
                    ProblemCode.COLOUR_FORMAT,
                    ProblemCode.COLOUR_LONG,
                    ProblemCode.ROW_LONG,
                    ProblemCode.CELL_CONTROL);

    private static final Set<ProblemCode> CELL =
            EnumSet.of(
                    ProblemCode.CELL_ERROR,
                    ProblemCode.CELL_UNCALCULATED,
                    ProblemCode.CELL_LOST,
                    ProblemCode.CELL_LONG,
                    ProblemCode.CELL_PLACEHOLDER);

    private UnreadableRows() {}

    /** Why missing sizes may be in the sheet after all; empty if each row can be read. */
    static Optional<String> in(Iterable<Problem> problems, Map<HeaderField, String> columns) {
        for (Problem problem : problems) {
            if (ANYTHING.contains(problem.code())
                    || CELL.contains(problem.code()) && namesTheColour(problem, columns)) {
                return Optional.of(
                        "the product or colour of %s cannot be read, so it may be one of them"
                                .formatted(problem.place()));
            }
        }
        return Optional.empty();
    }

    /**
     * A product that the merchant does not have may be a misspelled one that seems to be missing,
     * unless the last sheet had it too.
     */
    static Optional<String> newlyUnknown(Ledger ledger, Run run, Collection<String> products) {
        Set<String> unknown = new TreeSet<>(products);
        Optional<Run> last =
                unknown.isEmpty()
                        ? Optional.empty()
                        : ledger.runs().lastFinished(run.account(), run.job());
        if (last.isPresent()) {
            ledger.problems()
                    .inOrder(last.get().id())
                    .forEach(
                            problem -> {
                                if (problem.code() == ProblemCode.PRODUCT_UNKNOWN) {
                                    unknown.remove(problem.found());
                                }
                            });
        }
        return unknown.stream().findFirst().map(UnreadableRows::mayBeMisspelled);
    }

    private static String mayBeMisspelled(String product) {
        return "product '%s' is not in the merchant's product list and was not in the last sheet, so it may be one of them misspelled"
                .formatted(product);
    }

    private static boolean namesTheColour(Problem problem, Map<HeaderField, String> columns) {
        return Stream.of(HeaderField.PRODUCT, HeaderField.ITEM, HeaderField.COLOUR)
                .map(columns::get)
                .filter(Objects::nonNull)
                .anyMatch(problem.column()::equals);
    }
}
