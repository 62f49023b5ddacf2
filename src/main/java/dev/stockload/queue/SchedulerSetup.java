package dev.stockload.queue;

import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.jdbc.DefaultJdbcCustomization;

import dev.stockload.process.DaemonThreads;
import dev.stockload.runs.OwnerLeases;
import dev.stockload.stock.SafeText;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * How a scheduler picks due executions, on both databases: at most so many a poll, so that hosts
 * share what is due, and only what this host can do.
 */
public final class SchedulerSetup extends DefaultJdbcCustomization {
    private static final int MISSED_HEARTBEATS = 4;
    private static final Duration NEVER = Duration.ofDays(36500);

    /** The library cuts names to this length, and the end of ours is unique. */
    private static final int LONGEST_NAME = 50;

    private final int most;
    private final Supplier<String> condition;

    /** {@code condition} is asked at every poll, and is empty or begins with "and". */
    public SchedulerSetup(int most, Supplier<String> condition) {
        super(true);
        this.most = most;
        this.condition = condition;
    }

    public static SchedulerName name(OwnerLeases owners) {
        return new SchedulerName.Fixed(SafeText.last(owners.name(), LONGEST_NAME));
    }

    /** Sets what all our schedulers have in common. */
    public SchedulerBuilder by(SchedulerBuilder builder, InstantSource clock, int most, String of) {
        return builder.clock(clock::instant)
                .jdbcCustomization(this)
                .pollUsingLockAndFetch(0.5, 1.0)
                .threads(most)
                .executorService(Executors.newCachedThreadPool(DaemonThreads.small(of)))
                .missedHeartbeatsLimit(MISSED_HEARTBEATS)
                .deleteUnresolvedAfter(NEVER)
                .alwaysPersistTimestampInUTC();
    }

    /** Leaves all executions to other hosts of which this expression is one of the values. */
    public static String condition(String expression, Collection<String> values) {
        return values.isEmpty()
                ? ""
                : values.stream()
                        .map(value -> "'" + value.replace("'", "''") + "'")
                        .collect(Collectors.joining(",", "and " + expression + " not in (", ") "));
    }

    @Override
    public boolean supportsGenericLockAndFetch() {
        return true;
    }

    @Override
    public String createGenericSelectForUpdateQuery(
            String table, int limit, String resolved, boolean priority) {
        return "select * from %s where picked = ? and execution_time <= ? %s %s"
                        .formatted(table, resolved, condition.get())
                + " order by execution_time limit %d for update skip locked"
                        .formatted(Math.min(limit, most));
    }
}
