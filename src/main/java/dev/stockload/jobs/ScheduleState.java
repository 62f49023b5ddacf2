package dev.stockload.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What is kept with a scheduled job: its line of schedule and zone, by which a changed definition
 * is noticed, and where it failed for now, for which time and how often.
 */
record ScheduleState(String line, Optional<Instant> due, int tries) {
    private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(30);

    static ScheduleState of(String line) {
        return new ScheduleState(line, Optional.empty(), 0);
    }

    static ScheduleState read(String text) {
        String[] parts = text.split("\n");
        return parts.length < 3
                ? of(parts[0])
                : new ScheduleState(
                        parts[0], Optional.of(Instant.parse(parts[1])), Integer.parseInt(parts[2]));
    }

    /** The same after a try for this time has failed. */
    ScheduleState failed(Instant time) {
        return new ScheduleState(line, Optional.of(time), tries + 1);
    }

    /** How long to wait before the next try: longer each time. */
    Duration pause() {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(tries - 1, 10));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    @Override
    public String toString() {
        return due.map(time -> line + "\n" + time + "\n" + tries).orElse(line);
    }
}
