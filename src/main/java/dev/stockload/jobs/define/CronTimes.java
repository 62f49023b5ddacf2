package dev.stockload.jobs.define;

import org.springframework.scheduling.support.CronExpression;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The times of a cron line in a zone. When the clocks change, each time still comes once: a time
 * that is skipped comes later by the length of the gap, a time that comes twice counts the first
 * time. Lines for every hour run once in each hour that passes.
 */
public record CronTimes(List<CronExpression> lines, boolean everyHour, ZoneId zone) {
    /** Those that were read: thousands of jobs have few different lines, asked for every moment. */
    private static final Map<String, CronTimes> READ = new ConcurrentHashMap<>();

    static CronTimes of(String line, ZoneId zone) {
        return READ.computeIfAbsent(line + " in " + zone, unread -> read(line, zone));
    }

    /** Reads five fields, or six with seconds first; otherwise an IllegalArgumentException. */
    private static CronTimes read(String line, ZoneId zone) {
        String[] fields = line.strip().split("\\s+");
        if (fields.length != 5) {
            boolean everyHour = fields.length == 6 ? fields[2].equals("*") : line.equals("@hourly");
            return new CronTimes(List.of(CronExpression.parse(line.strip())), everyHour, zone);
        }
        return new CronTimes(classic(fields), fields[1].equals("*"), zone);
    }

    /** In the classic form, a day of the month and a day of the week mean "or". */
    private static List<CronExpression> classic(String[] fields) {
        String withSeconds = "0 " + String.join(" ", fields);
        if (isAny(fields[2]) || isAny(fields[4])) {
            return List.of(CronExpression.parse(withSeconds));
        }
        String time = "0 %s %s ".formatted(fields[0], fields[1]);
        return List.of(
                CronExpression.parse(time + fields[2] + " " + fields[3] + " *"),
                CronExpression.parse(time + "* " + fields[3] + " " + fields[4]));
    }

    private static boolean isAny(String field) {
        return field.startsWith("*") || field.equals("?");
    }

    public Optional<Instant> next(Instant after) {
        if (everyHour) {
            return soonest(after.atZone(zone)).map(ZonedDateTime::toInstant);
        }
        return Stream.concat(Stream.of(after.atZone(zone).toLocalDateTime()), aroundGap(after))
                .flatMap(from -> firstAfter(from, after).stream())
                .min(Comparator.naturalOrder());
    }

    /**
     * Where to search for skipped times, which come later by the length of the gap: from its
     * beginning and from its end.
     */
    private Stream<LocalDateTime> aroundGap(Instant after) {
        ZoneRules rules = zone.getRules();
        return Stream.of(rules.previousTransition(after.plusNanos(1)), rules.nextTransition(after))
                .filter(gap -> gap != null && gap.isGap())
                .filter(gap -> after.isBefore(gap.getInstant().plus(gap.getDuration())))
                .flatMap(gap -> Stream.of(gap.getDateTimeBefore(), gap.getDateTimeAfter()))
                .map(time -> time.minusNanos(1));
    }

    private Optional<Instant> firstAfter(LocalDateTime from, Instant after) {
        Optional<LocalDateTime> local = soonest(from);
        // In the hour that comes twice, the local time may be one that has passed already.
        while (local.isPresent() && !local.get().atZone(zone).toInstant().isAfter(after)) {
            local = soonest(local.get());
        }
        return local.map(time -> time.atZone(zone).toInstant());
    }

    public List<Instant> next(Instant after, int count) {
        List<Instant> times = new ArrayList<>();
        Optional<Instant> next = next(after);
        while (next.isPresent() && times.size() < count) {
            times.add(next.get());
            next = next(next.get());
        }
        return times;
    }

    /**
     * The latest time that has passed, since one run catches up several missed times; empty if it
     * is longer ago than {@code catchUp}.
     */
    public Optional<Instant> latest(Instant scheduled, Instant now, Duration catchUp) {
        Instant oldest = now.minus(catchUp);
        Optional<Instant> latest = Optional.empty();
        Optional<Instant> next =
                scheduled.isBefore(oldest) ? next(oldest.minusMillis(1)) : Optional.of(scheduled);
        while (next.isPresent() && !next.get().isAfter(now)) {
            latest = next;
            next = next(next.get());
        }
        return latest;
    }

    private <T extends Temporal & Comparable<? super T>> Optional<T> soonest(T after) {
        return lines.stream()
                .map(line -> line.next(after))
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder());
    }
}
