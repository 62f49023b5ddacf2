package dev.stockload.queue;

import com.github.kagkarlsson.scheduler.jdbc.DefaultJdbcCustomization;

import java.util.Collection;
import java.util.function.Supplier;
import java.util.stream.Collectors;

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

    /** Restricts executions to these instances, or to all but these. */
    public static String condition(String in, Collection<String> instances) {
        if (instances.isEmpty()) {
            return in.equals("in") ? "and 1 = 0" : "";
        }
        return instances.stream()
                .map(name -> "'" + name.replace("'", "''") + "'")
                .collect(Collectors.joining(",", "and task_instance " + in + " (", ")"));
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
