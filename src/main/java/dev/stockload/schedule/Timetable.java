package dev.stockload.schedule;

import dev.stockload.pipeline.JobDefinition;

import org.springframework.scheduling.support.CronExpression;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The times of a cron line in a zone. */
public final class Timetable {
    private final CronExpression cron;
    private final ZoneId zone;

    private Timetable(CronExpression cron, ZoneId zone) {
        this.cron = cron;
        this.zone = zone;
    }

    static Optional<Timetable> of(JobDefinition job) {
        return job.schedule().map(line -> of(line, job.zone().orElseGet(ZoneId::systemDefault)));
    }

    /** Takes the classic five fields, and six with the seconds first. */
    static Timetable of(String line, ZoneId zone) {
        String six = line.strip().split("\\s+").length == 5 ? "0 " + line.strip() : line.strip();
        return new Timetable(CronExpression.parse(six), zone);
    }

    public ZoneId zone() {
        return zone;
    }

    /** The first time after this one; empty where there is none. */
    public Optional<Instant> next(Instant after) {
        return Optional.ofNullable(cron.next(after.atZone(zone))).map(ZonedDateTime::toInstant);
    }

    /** The next times, soonest first. */
    public List<Instant> next(Instant after, int count) {
        List<Instant> times = new ArrayList<>();
        Optional<Instant> next = next(after);
        while (next.isPresent() && times.size() < count) {
            times.add(next.get());
            next = next(next.get());
        }
        return times;
    }
}
