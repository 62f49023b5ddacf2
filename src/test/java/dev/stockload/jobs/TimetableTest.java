package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;

class TimetableTest {
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
        assertThat(Timetable.of(line, VIENNA).next(after.atZone(VIENNA).toInstant()))
                .as(what)
                .contains(next);
    }

    @Test
    void a_time_that_the_spring_night_leaves_out_comes_an_hour_later_and_once() {
        assertThat(next("30 2 * * *", "2026-03-28T12:00:00Z", 2))
                .containsExactly(
                        Instant.parse("2026-03-29T01:30:00Z"),
                        Instant.parse("2026-03-30T00:30:00Z"));
    }

    @Test
    void a_time_that_the_autumn_night_has_twice_counts_once() {
        assertThat(next("30 2 * * *", "2026-10-24T12:00:00Z", 2))
                .containsExactly(
                        Instant.parse("2026-10-25T00:30:00Z"),
                        Instant.parse("2026-10-26T01:30:00Z"));
        assertThat(next("30 2 * * *", "2026-10-25T01:00:00Z", 1))
                .containsExactly(Instant.parse("2026-10-26T01:30:00Z"));
    }

    @Test
    void a_line_for_every_hour_goes_by_the_hours_that_pass() {
        List<Instant> hours = next("30 * * * *", "2026-10-24T23:45:00Z", 3);
        assertThat(hours)
                .containsExactly(
                        Instant.parse("2026-10-25T00:30:00Z"),
                        Instant.parse("2026-10-25T01:30:00Z"),
                        Instant.parse("2026-10-25T02:30:00Z"));
    }

    @Test
    void knows_that_a_time_never_comes() {
        assertThat(next("0 0 30 2 *", "2026-11-15T00:00:00Z", 3)).isEmpty();
    }

    private static List<Instant> next(String line, String after, int count) {
        return Timetable.of(line, VIENNA).next(Instant.parse(after), count);
    }
}
