package dev.stockload.imports.report;

import dev.stockload.book.RowsProblem;
import dev.stockload.runs.Tally;
import dev.stockload.stock.Count;

/** What is said of sizes that left the sheet, before and after they were set to 0. */
public final class MissingWarning {
    /** What is said until it is sent. */
    public static final String PLANNED = ": to be set to 0";

    private static final String DONE = ": set to 0";

    private MissingWarning() {}

    /** What was said of a run when it was settled, as it is told when all is sent. */
    static RowsProblem done(RowsProblem said, Tally.Missing missing) {
        return RowsProblem.ofFile(said.code(), done(said.said(), missing));
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
}
