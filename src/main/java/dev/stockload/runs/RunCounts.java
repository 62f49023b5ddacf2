package dev.stockload.runs;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** How many runs, colours and requests there were, for those who watch. */
public final class RunCounts {
    private final Map<String, Long> totals;
    private final List<Unfinished> unfinished;

    /** As much of a run as is counted. */
    record Unfinished(RunState state, Tally tally) {}

    /**
     * @param totals what has happened, as {@link MetricTotals} counts it
     * @param unfinished the runs that are not part of the totals yet
     */
    RunCounts(Map<String, Long> totals, List<Unfinished> unfinished) {
        this.totals = totals;
        this.unfinished = unfinished;
    }

    public long runs(RunState state) {
        return total(MetricTotals.of(state))
                + unfinished.stream().filter(run -> run.state() == state).count();
    }

    public long colours(ColourState state) {
        return total(MetricTotals.of(state))
                + unfinished.stream().mapToLong(run -> run.tally().colours(state)).sum();
    }

    /** The requests of this outcome; those under way are left out. */
    public long requests(RequestOutcome outcome) {
        return total(MetricTotals.of(outcome));
    }

    /** How many of the requests were tries again. */
    public long retries() {
        return total(MetricTotals.RETRIES);
    }

    /** How long requests waited for the pace of their service, all of them together. */
    public Duration paced() {
        return Duration.ofMillis(total(MetricTotals.PACED_MILLIS));
    }

    private long total(String name) {
        return totals.getOrDefault(name, 0L);
    }
}
