package dev.stockload.details;

import dev.stockload.details.table.DetailsRequest;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;
import dev.stockload.runs.WaitingRuns.Waiting;
import dev.stockload.stock.ColourState;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How far a run is that fetches details, with the field names of an import.
 *
 * @param file the file to write; may be null
 * @param waits whether {@code serve} resumes it by itself, as after a limit
 * @param resumeAt when it does; null if it does not, or if people have to publish first
 */
public record DetailsReport(
        String run,
        String job,
        String account,
        String file,
        Run.State state,
        Instant startedAt,
        Instant endedAt,
        Products products,
        boolean waits,
        Instant resumeAt,
        String message,
        boolean unfinished) {
    /** How long finished runs are listed. */
    private static final Duration SHOWN = Duration.ofDays(7);

    public record Products(int total, int fetched, int refused, int waiting) {}

    public static DetailsReport of(Ledger ledger, Run stored) {
        Run run = ledger.waitingRuns().seen(stored);
        Optional<Waiting> waiting =
                ledger.waitingRuns()
                        .find(run.id())
                        .filter(row -> run.isUnfinished() && run.state() != Run.State.RUNNING);
        return new DetailsReport(
                run.id(),
                run.job(),
                run.account(),
                run.file().isEmpty() ? null : run.file(),
                run.state(),
                run.startedAt(),
                run.endedAt(),
                new Products(
                        run.tally().colours(),
                        run.tally().colours(ColourState.SENT),
                        run.tally().colours(ColourState.REJECTED),
                        run.tally().colours(ColourState.READY)),
                waiting.isPresent(),
                waiting.map(Waiting::time).orElse(null),
                run.message(),
                run.isUnfinished());
    }

    public static List<DetailsReport> unfinished(Ledger ledger) {
        return all(ledger).stream().filter(DetailsReport::unfinished).toList();
    }

    /** Unfinished runs and those that ended lately, newest first. */
    public static List<DetailsReport> all(Ledger ledger) {
        return ledger.runs().shown(DetailsRequest.JOB, ledger.owners().now().minus(SHOWN)).stream()
                .map(run -> of(ledger, run))
                .toList();
    }
}
