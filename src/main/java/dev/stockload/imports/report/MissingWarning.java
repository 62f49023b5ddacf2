package dev.stockload.imports.report;

import dev.stockload.book.RowsProblem;
import dev.stockload.runs.Tally;
import dev.stockload.stock.Count;

/** The warning about missing sizes, before and after they were set to 0. */
public final class MissingWarning {
    /** Part of the warning until the zeros are sent. */
    public static final String PLANNED = ": to be set to 0";

    private static final String DONE = ": set to 0";

    private MissingWarning() {}

    /** The warning made at settling, as it reads after sending. */
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
