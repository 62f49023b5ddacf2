package dev.stockload.jobs;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** Reads when a job runs by itself: {@code schedule}, {@code zone} and {@code catchUp}. */
final class JobTimes {
    private static final String LOOKS_LIKE =
            "It looks like \"30 1 * * *\" (minute, hour, day, month, day of the week), optionally"
                    + " with seconds in front";

    private final YamlReader keys;

    JobTimes(YamlReader keys) {
        this.keys = keys;
    }

    Optional<String> schedule() {
        return keys.tried(this::cronLine, Optional.empty());
    }

    private Optional<String> cronLine() {
        Optional<String> line = keys.text("schedule");
        line.ifPresent(
                cron -> {
                    if (timetable(cron).next(Instant.now()).isEmpty()) {
                        throw keys.fault(
                                "schedule", "names a time that never comes: '%s'".formatted(cron));
                    }
                });
        return line;
    }

    private CronTimes timetable(String cron) {
        try {
            return CronTimes.of(cron, ZoneId.of("UTC"));
        } catch (IllegalArgumentException e) {
            throw keys.fault(
                    "schedule", "is not a cron line: '%s'. %s".formatted(cron, LOOKS_LIKE));
        }
    }

    Optional<ZoneId> zone() {
        return keys.tried(() -> keys.text("zone").map(this::zone), Optional.empty());
    }

    private ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw keys.fault(
                    "zone",
                    "does not know '%s'%s"
                            .formatted(
                                    name,
                                    WordSuggestion.offer(name, ZoneId.getAvailableZoneIds())));
        }
    }

    /** How late a missed run still makes sense. */
    Duration catchUp() {
        return keys.tried(() -> keys.text("catchUp").map(this::hours), Optional.<Duration>empty())
                .orElse(JobDefinition.CATCH_UP);
    }

    private Duration hours(String text) {
        try {
            double hours = Double.parseDouble(text);
            if (hours >= 0 && hours <= 24 * 31) {
                return Duration.ofSeconds(Math.round(hours * 3600));
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw keys.fault(
                "catchUp",
                "takes hours from 0 to 744, such as 6, but this is '%s'".formatted(text));
    }
}
