package dev.stockload.details.table;

import dev.stockload.runs.RunState;

import java.time.Instant;

/**
 * A job that fetches product details.
 *
 * @param asked {@code all}, or a hash of the ordered products
 * @param out the file to write; may be null
 * @param waits whether it resumes by itself, as after a limit
 * @param resumeAt when it resumes; null if it does not, or if people have to publish first
 * @param owner the data folder of the process that runs it or ran it last
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
    /** Why a job failed whose process was killed. */
    static final String CUT_OFF = "The program ended before the run did";

    /** The same job after its process died. */
    DetailRun cutOff() {
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
                CUT_OFF,
                owner);
    }

    public boolean isUnfinished() {
        return state != RunState.COMPLETED;
    }
}
