package dev.stockload.imports.report;

import dev.stockload.book.RowsProblem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.runs.Runs;
import dev.stockload.runs.Tally;
import dev.stockload.stock.Count;

import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The warning about sizes that a run leaves to newer runs (rule 5), with the states of those: a
 * failed one has not sent yet what it has named.
 */
public final class NewerRunsWarning {
    private NewerRunsWarning() {}

    public static Optional<RowsProblem> of(String account, Tally tally, Runs runs) {
        int sizes = tally.sizesLeftToNewer();
        if (sizes == 0) {
            return Optional.empty();
        }
        String newer =
                tally.leftToNewer().keySet().stream()
                        .flatMap(number -> runs.idOf(account, number).stream())
                        .map(runs::get)
                        .map(run -> "%s (%s)".formatted(run.id(), run.state()))
                        .collect(Collectors.joining(", "));
        return Optional.of(
                RowsProblem.ofFile(
                        ProblemCode.SIZE_NEWER,
                        "%s of this sheet %s not sent: newer runs have other stock for %s: %s"
                                .formatted(
                                        Count.of(sizes, "size"),
                                        sizes == 1 ? "is" : "are",
                                        sizes == 1 ? "it" : "them",
                                        newer)));
    }
}
