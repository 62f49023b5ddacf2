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
 * @param maxZeroed the share of the job's pieces above which nothing is set to 0
 */
public record Brake(double maxRejected, double minRows, double maxZeroed) {
    public static final Brake USUAL = new Brake(1.0 / 3, 0.1, 0.2);

    /** Row brakes ignore smaller sheets, where a percentage means little. */
    private static final int ENOUGH = 100;

    /** How the message of a run begins that the brake stopped. */
    public static final String REASON = "The brake: ";

    public static boolean isReason(String message) {
        return message != null && message.startsWith(REASON);
    }

    /**
     * Why a settled sheet should not be sent; the job has {@code knownPieces} at the service, by
     * what it sent last.
     */
    public Optional<String> objection(
            Tally tally, Optional<Run> lastFinished, int zeros, long knownPieces) {
        return objection(tally, lastFinished)
                .or(() -> zeros == 0 ? Optional.empty() : objection(tally.missing(), knownPieces));
    }

    private Optional<String> objection(Tally.Missing missing, long knownPieces) {
        return missing.pieces() > maxZeroed * knownPieces
                ? Optional.of(
                        "%s of the %s that this job has at the service would be set to 0, since %s left the sheet: over %s"
                                .formatted(
                                        Count.of(missing.pieces()),
                                        Count.of(knownPieces, "piece"),
                                        Count.of(missing.sizes(), "size"),
                                        percent(maxZeroed)))
                : Optional.empty();
    }

    public Optional<String> objection(Tally tally, Optional<Run> lastFinished) {
        int rows = tally.rows();
        int kept = tally.rowsToCorrect();
        if (rows >= ENOUGH && kept > maxRejected * rows) {
            return Optional.of(
                    "%d of %d rows are rejected or held, which is over %s"
                            .formatted(kept, rows, percent(maxRejected)));
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
