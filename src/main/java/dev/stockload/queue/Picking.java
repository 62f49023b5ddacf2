package dev.stockload.queue;

import com.github.kagkarlsson.scheduler.jdbc.DefaultJdbcCustomization;

import java.util.function.Supplier;

/**
 * How a scheduler picks due executions, on both databases: at most so many a poll, so that hosts
 * share what is due, and only what this host can do.
 */
public final class Picking extends DefaultJdbcCustomization {
    private final int most;
    private final Supplier<String> condition;

    /** {@code condition} is asked at every poll, and is empty or begins with "and". */
    public Picking(int most, Supplier<String> condition) {
        super(true);
        this.most = most;
        this.condition = condition;
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
