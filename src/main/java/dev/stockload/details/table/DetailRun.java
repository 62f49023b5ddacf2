package dev.stockload.details.table;

import dev.stockload.runs.RunState;

import java.time.Instant;

/**
 * A job over product details.
 *
 * @param asked {@code all}, or a hash of the products that were asked for
 * @param refresh whether what was fetched before is fetched anew
 * @param out the file to write; null where none was named
 * @param waits whether it goes on by itself, as after a limit that is out of the way in time
 * @param resumeAt when that is; null where it does not, or where people have to publish first
 * @param message why it failed or stopped; null where it did not
 * @param owner the data folder whose process runs it, or ran it last
 */
public record DetailRun(
        String id,
        String account,
        String asked,
        boolean refresh,
        String out,
        RunState state,
        Instant startedAt,
        Instant endedAt,
        boolean waits,
        Instant resumeAt,
        String message,
        String owner) {
    /** The same job, whose process is dead. */
    DetailRun cutOff(String why) {
        return new DetailRun(
                id,
                account,
                asked,
                refresh,
                out,
                RunState.FAILED,
                startedAt,
                null,
                waits,
                null,
                why,
                owner);
    }

    public boolean isUnfinished() {
        return state != RunState.COMPLETED;
    }
}
