package dev.stockload.imports.order;

import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.Count;

import java.util.Optional;

/**
 * Keeps a sheet that looks broken from being sent unattended.
 *
 * @param maxRejected the share of rejected and held rows above which nothing is sent
 * @param minRows the share of the rows of the last finished run at or below which nothing is sent
 * @param maxZeroed the share of the job's pieces, and of its sizes with stock, above which nothing
 *     is set to 0
 * @param sameShape whether a sheet of another shape than before is not sent
 */
public record Brake(double maxRejected, double minRows, double maxZeroed, boolean sameShape) {
    public static final Brake USUAL = new Brake(1.0 / 3, 0.1, 0.2, true);

    /** Row brakes ignore smaller sheets, where a percentage means little. */
    private static final int ENOUGH = 100;

    /** So does the brake for zeros of the sheet itself, in jobs with fewer sizes in stock. */
    private static final int ENOUGH_SIZES = 20;

    /** How much of a whole. */
    public record Share(long count, long of) {
        private boolean isOver(double share) {
            return count > share * of;
        }

        private String words(String one) {
            return "%s of the %s".formatted(Count.of(count), Count.of(of, one));
        }
    }

    /**
     * Why missing sizes should not be set to 0.
     *
     * @param pieces their part of what the job has at the service, by what it sent last
     */
    public Optional<String> objectionToMissing(Share pieces, int sizes) {
        return pieces.isOver(maxZeroed)
                ? Optional.of(
                        "%s that this job has at the service would be set to 0, since %s left the sheet: over %s (maxZeroed)"
                                .formatted(
                                        pieces.words("piece"),
                                        Count.of(sizes, "size"),
                                        percent(maxZeroed)))
                : Optional.empty();
    }

    /**
     * Why what the sheet itself has as 0 should not be sent; of sizes that the job has in stock.
     */
    public Optional<String> objectionToZeros(Share sizes, Share pieces) {
        boolean isOver = sizes.isOver(maxZeroed) || pieces.isOver(maxZeroed);
        return sizes.of() >= ENOUGH_SIZES && isOver
                ? Optional.of(
                        "the sheet sets %s with stock that this job has at the service to 0, with %s: over %s (maxZeroed)"
                                .formatted(
                                        sizes.words("size"),
                                        pieces.words("piece"),
                                        percent(maxZeroed)))
                : Optional.empty();
    }

    /** Why the rows of a sheet look broken. */
    public Optional<String> objection(Tally tally, Optional<Run> lastFinished) {
        int rows = tally.rows();
        int toCorrect = tally.rowsToCorrect();
        if (rows >= ENOUGH && toCorrect > maxRejected * rows) {
            return Optional.of(
                    "%d of %d rows are rejected or held, which is over %s"
                            .formatted(toCorrect, rows, percent(maxRejected)));
        }
        return lastFinished
                .filter(last -> last.tally().rows() >= ENOUGH)
                .filter(last -> rows <= minRows * last.tally().rows())
                .map(
                        last ->
                                "the sheet has %d rows, and that of the last finished run (%s) had %d: %s or fewer"
                                        .formatted(
                                                rows,
                                                last.id(),
                                                last.tally().rows(),
                                                percent(minRows)));
    }

    private static String percent(double share) {
        return Math.round(share * 100) + " %";
    }
}
