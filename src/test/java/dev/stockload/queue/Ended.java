package dev.stockload.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for the ends of runs that were handed to a queue. */
public final class Ended {
    private static final long LONGEST = Duration.ofSeconds(300).toNanos();

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
        long end = System.nanoTime() + LONGEST;
        while (waits(ledger, id) || ledger.runs().get(id).state() == RunState.RUNNING) {
            assertThat(System.nanoTime()).as("run %s ends", id).isLessThan(end);
            try {
                TimeUnit.MILLISECONDS.sleep(2);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return ledger.runs().get(id);
    }
}
