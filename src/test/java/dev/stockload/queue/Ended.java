package dev.stockload.queue;

import dev.stockload.Wait;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;

/** Waits for the ends of runs that were handed to a queue. */
public final class Ended {
    private Ended() {}

    /** The run once nobody works on it, and it does not wait for its account. */
    public static Run run(Ledger ledger, ImportTicket ticket) {
        return run(ledger, ticket.run());
    }

    /** Whether a run waits for its account, or is worked on, and not for a time. */
    public static boolean waits(Ledger ledger, String id) {
        return ledger.waitingRuns().find(id).filter(each -> each.notBefore() == null).isPresent();
    }

    public static Run run(Ledger ledger, String id) {
        Wait.until(() -> !waits(ledger, id) && ledger.runs().get(id).state() != Run.State.RUNNING);
        return ledger.runs().get(id);
    }
}
