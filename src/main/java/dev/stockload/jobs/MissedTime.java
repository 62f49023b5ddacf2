package dev.stockload.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Which time of a timetable is to be made up for. */
final class MissedTime {
    private MissedTime() {}

    /**
     * The latest time that has come: however many were missed, they are made up for once.
     *
     * @param placed the time for which the job was placed in the schedule
     * @return empty where all is longer ago than is made up for
     */
    static Optional<Instant> latest(
            CronTimes times, Instant placed, Instant now, Duration catchUp) {
        Instant oldest = now.minus(catchUp);
        Optional<Instant> due =
                placed.isBefore(oldest) ? times.next(oldest.minusMillis(1)) : Optional.of(placed);
        if (due.isEmpty() || due.get().isAfter(now)) {
            return Optional.empty();
        }
        Instant latest = due.get();
        Optional<Instant> next = times.next(latest);
        while (next.isPresent() && !next.get().isAfter(now)) {
            latest = next.get();
            next = times.next(latest);
        }
        return Optional.of(latest);
    }
}
