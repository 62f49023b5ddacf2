package dev.stockload.jobs;

import java.net.URI;
import java.time.LocalTime;
import java.util.List;
import java.util.Optional;

/**
 * Who is told what of a job.
 *
 * @param ping the address of a monitor that is to hear that the job begins and ends
 * @param expect the time of day by which a new sheet is to be imported
 */
public record NotifySettings(
        List<NotifyRule> rules, Optional<URI> ping, Optional<LocalTime> expect) {
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
}
