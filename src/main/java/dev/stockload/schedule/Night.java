package dev.stockload.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What is kept with a scheduled job: its line of schedule and zone, by which a changed definition
 * is noticed, and where it failed for now, for which time and how often.
 */
record Night(String line, Optional<Instant> due, int tries) {
    private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(30);

    static Night of(String line) {
        return new Night(line, Optional.empty(), 0);
    }

    static Night read(String text) {
        String[] parts = text.split("\n");
        return parts.length < 3
                ? of(parts[0])
                : new Night(
                        parts[0], Optional.of(Instant.parse(parts[1])), Integer.parseInt(parts[2]));
    }

    /** The same after a try for this time has failed. */
    Night failed(Instant time) {
        return new Night(line, Optional.of(time), tries + 1);
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
