package dev.stockload.imports.report;

import dev.stockload.book.RowsProblem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.runs.Runs;
import dev.stockload.runs.Tally;
import dev.stockload.stock.Count;

import java.util.Optional;
import java.util.stream.Collectors;

/** Warnings about a whole sheet that change while its run goes on. */
public final class SheetWarnings {
    /** Part of the warning about missing sizes until the zeros are sent. */
    public static final String PLANNED = ": to be set to 0";

    private static final String DONE = ": set to 0";

    private SheetWarnings() {}

    /** The warning about missing sizes made at settling, as it reads after they were sent as 0. */
    static RowsProblem missing(RowsProblem warning, Tally.Missing missing) {
        return RowsProblem.ofFile(warning.code(), done(warning.sentence(), missing));
    }

    private static String done(String sentence, Tally.Missing missing) {
        int at = sentence.indexOf(PLANNED);
        if (at < 0) {
            return sentence;
        }
        return missing.zeroed() == missing.sizes()
                ? sentence.replace(PLANNED, DONE)
                : "%s: %s of %s set to 0"
                        .formatted(
                                sentence.substring(0, at),
                                Count.of(missing.zeroed()),
                                Count.of(missing.sizes()));
    }

    /**
     * Sizes that a run leaves to newer runs (rule 5), with the states of those: a failed one has
     * not sent yet what it has named.
     */
    public static Optional<RowsProblem> newerRuns(String account, Tally tally, Runs runs) {
        int sizes = tally.sizesLeftToNewer();
        if (sizes == 0) {
            return Optional.empty();
        }
        String newer =
                tally.leftToNewer().keySet().stream()
                        .flatMap(number -> runs.find(account, number).stream())
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
