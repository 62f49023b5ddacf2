package dev.stockload.jobs;

import dev.stockload.notifications.Recipient;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Who is told what of a job.
 *
 * @param on the ends that are told
 */
public record NotifyRule(Recipient recipient, Set<End> on) {
    /** How a run can end. */
    public enum End {
        SUCCESS,
        REJECTS,
        FAILURE;

        static final Set<End> ALL = EnumSet.allOf(End.class);

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        static List<String> keys() {
            return ALL.stream().map(End::key).toList();
        }
    }

    public NotifyRule {
        on = Set.copyOf(on);
    }

    @Override
    public String toString() {
        return recipient.shown();
    }
}
