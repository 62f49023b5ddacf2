package dev.stockload.imports;

import dev.stockload.imports.RequestDelivery.Attempt;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Outbox.Intent;
import dev.stockload.ledger.RequestOutcome;
import dev.stockload.ledger.Run;
import dev.stockload.merchant.Outcome;
import dev.stockload.runs.Time;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The requests of a run that the service answered with a wait (429). It says that it did nothing,
 * which is believed of what it does not show: right after the answer, and once more right before
 * the colours leave again, by whichever process that is.
 */
final class PostponedRequests {
    private static final String SHOWN = "it answered 429, and shows what was sent";

    private final Run run;
    private final Ledger ledger;
    private final Time time;
    private final PostponedCheck check;
    private BitSet waiting;

    PostponedRequests(RunContext context) {
        this.run = context.run();
        this.ledger = context.ledger();
        this.time = context.time();
        this.check = new PostponedCheck(context);
    }

    /** Records the answer, after a look at what has arrived all the same. */
    Attempt answered(Intent intent, Outcome.Postponed<String> outcome) {
        long from = time.nanos();
        PostponedCheck.Found found = check.look(intent.colours());
        if (found.applied()) {
            ledger.outbox().inDoubt(intent, SHOWN, time.instant());
            return new Attempt(new Outcome.InDoubt<>(SHOWN, outcome.after()), List.of());
        }
        RequestOutcome kind = RequestOutcome.POSTPONED;
        if (found.arrived().isEmpty()) {
            ledger.outbox().notSent(intent, kind, outcome.describe(), time.instant());
        } else {
            ledger.outbox().refused(intent, kind, outcome.describe(), time.instant());
            ledger.doubts()
                    .cleared(
                            run,
                            found.arrived(),
                            RequestDelivery.without(intent.colours(), found.arrived()),
                            time.instant());
        }
        intent.colours().forEach(colour -> waiting().set(colour.position()));
        return new Attempt(outcome.since(Duration.ofNanos(time.nanos() - from)), found.arrived());
    }

    /** What became of colours that had to wait and are about to leave, where that shows by now. */
    Optional<Attempt> appliedSince(List<LedgerColour> leaving) {
        List<LedgerColour> again =
                leaving.stream().filter(colour -> waiting().get(colour.position())).toList();
        if (again.isEmpty()) {
            return Optional.empty();
        }
        PostponedCheck.Found found = check.look(again);
        List<LedgerColour> shown = found.applied() ? again : found.arrived();
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        ledger.doubts().raise(run, shown, SHOWN);
        answeredOtherwise(shown);
        return Optional.of(new Attempt(new Outcome.InDoubt<>(SHOWN), List.of()));
    }

    /** A later request of these colours counts now. */
    void answeredOtherwise(List<LedgerColour> colours) {
        colours.forEach(colour -> waiting().clear(colour.position()));
    }

    private BitSet waiting() {
        if (waiting == null) {
            waiting = ledger.requests().postponed(run.id());
        }
        return waiting;
    }
}
