package dev.stockload.details;

import dev.stockload.details.table.DetailRun;
import dev.stockload.runs.RunState;

import java.time.Instant;

/** Jobs that fetch details, as they are when they begin. */
public final class TestDetailRuns {
    private TestDetailRuns() {}

    public static DetailRun begun(String id, String account, Instant at) {
        return begun(id, account, null, at);
    }

    /**
     * @param out the file that the details go to; may be null
     */
    public static DetailRun begun(String id, String account, String out, Instant at) {
        return new DetailRun(
                id,
                account,
                "some",
                false,
                out,
                RunState.RUNNING,
                at,
                null,
                false,
                null,
                null,
                "gone");
    }
}
