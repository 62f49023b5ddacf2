package dev.stockload.jobs;

import dev.stockload.notifications.Recipient;

import java.net.URI;
import java.time.LocalTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Who is told what of a job.
 *
 * @param ping the address of a monitor that is to hear that the job begins and ends
 * @param expect the time of day by which a new sheet is to be imported
 */
public record NotifySettings(List<Rule> rules, Optional<URI> ping, Optional<LocalTime> expect) {
    static final NotifySettings NONE =
            new NotifySettings(List.of(), Optional.empty(), Optional.empty());

    public NotifySettings {
        rules = List.copyOf(rules);
    }

    /** The address of the monitor may hold a secret. */
    @Override
    public String toString() {
        return rules + ping.map(url -> ", ping " + url.getHost()).orElse("");
    }

    /**
     * Somebody who is told.
     *
     * @param on the ends that are told
     */
    public record Rule(Recipient recipient, Set<End> on) {
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

        public Rule {
            on = Set.copyOf(on);
        }

        @Override
        public String toString() {
            return recipient.shown();
        }
    }
}
