package dev.stockload.jobs.define;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.scheduling.support.CronExpression;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

class CronTimesTest {
    private static final ZoneId VIENNA = ZoneId.of("Europe/Vienna");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    30 1 * * *     | 2026-11-15T02:00 | 2026-11-16T00:30:00Z | five fields
                    0 30 1 * * *   | 2026-11-15T02:00 | 2026-11-16T00:30:00Z | six fields
                    10 30 1 * * *  | 2026-11-15T01:30 | 2026-11-15T00:30:10Z | with seconds
                    30 1 * * 1-5   | 2026-11-13T02:00 | 2026-11-16T00:30:00Z | a Friday, to Monday
                    30 1 * * MON   | 2026-11-15T02:00 | 2026-11-16T00:30:00Z | a day by name
                    0 0 1 * 1      | 2026-11-15T02:00 | 2026-11-15T23:00:00Z | first of the month or Monday
                    @daily         | 2026-11-15T02:00 | 2026-11-15T23:00:00Z | a name
                    """)
    void finds_the_next_time(String line, LocalDateTime after, Instant next, String what) {
        assertThat(CronTimes.of(line, VIENNA).next(after.atZone(VIENNA).toInstant()))
                .as(what)
                .contains(next);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    30 2 * * *   | 2026-03-28T12:00:00Z | 2026-03-29T01:30:00Z 2026-03-30T00:30:00Z | a time that is skipped comes an hour later and once
                    30 2 * * *   | 2026-10-24T12:00:00Z | 2026-10-25T00:30:00Z 2026-10-26T01:30:00Z | a time that comes twice counts once
                    30 2 * * *   | 2026-10-25T01:00:00Z | 2026-10-26T01:30:00Z | also if the second is the next
                    30 * * * *   | 2026-10-24T23:45:00Z | 2026-10-25T00:30:00Z 2026-10-25T01:30:00Z 2026-10-25T02:30:00Z | each hour that passes has its time
                    */20 2 * * * | 2026-03-28T12:00:00Z | 2026-03-29T01:00:00Z 2026-03-29T01:20:00Z 2026-03-29T01:40:00Z 2026-03-30T00:00:00Z | all times of the skipped hour come an hour later
                    """)
    void finds_the_next_times_when_the_clocks_change(
            String line, Instant after, String times, String what) {
        List<Instant> expected = Stream.of(times.split(" ")).map(Instant::parse).toList();
        assertThat(CronTimes.of(line, VIENNA).next(after, expected.size()))
                .as(what)
                .isEqualTo(expected);
    }

    /** Each local time once: the first if it comes twice, later if it is skipped. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    */20 2 * * *      | Europe/Vienna       | 2026-03-29
                    */20 2 * * *      | Europe/Vienna       | 2026-10-25
                    10,50 2-3 * * *   | Europe/Vienna       | 2026-03-29
                    */7 1-3 * * *     | Europe/Vienna       | 2026-10-25
                    */20 1-4 * * *    | America/New_York    | 2026-03-08
                    */20 0-23 * * *   | America/New_York    | 2026-11-01
                    */10 1,2 * * *    | Australia/Lord_Howe | 2026-10-04
                    */10 1,2 * * *    | Australia/Lord_Howe | 2026-04-05
                    */30 23,0 * * *   | America/Sao_Paulo   | 2018-11-04
                    15 3 * * 5,6      | Pacific/Apia        | 2011-12-30
                    """)
    void no_time_is_lost_or_comes_twice_when_the_clocks_change(
            String line, ZoneId zone, LocalDate day) {
        CronTimes timetable = CronTimes.of(line, zone);
        LocalDateTime begin = day.minusDays(2).atStartOfDay();
        LocalDateTime end = day.plusDays(3).atStartOfDay();
        CronExpression cron = CronExpression.parse("0 " + line);
        SortedSet<Instant> expected = new TreeSet<>();
        for (LocalDateTime time = begin; time.isBefore(end); time = time.plusMinutes(1)) {
            if (time.equals(cron.next(time.minusSeconds(1)))) {
                expected.add(time.atZone(zone).toInstant());
            }
        }
        Instant before = begin.atZone(zone).toInstant().minusSeconds(1);
        assertThat(timetable.next(before, expected.size())).containsExactlyElementsOf(expected);
        // From anywhere in between too, as after a restart.
        for (Instant from = before; from.isBefore(expected.last()); from = from.plusSeconds(300)) {
            Instant now = from;
            assertThat(timetable.next(now))
                    .as("after %s", now)
                    .isEqualTo(expected.stream().filter(time -> time.isAfter(now)).findFirst());
        }
    }

    @Test
    void knows_that_a_time_never_comes() {
        Instant after = Instant.parse("2026-11-15T00:00:00Z");
        assertThat(CronTimes.of("0 0 30 2 *", VIENNA).next(after, 3)).isEmpty();
    }
}
