package dev.stockload.web.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.change.SizeHistory;
import dev.stockload.stock.Count;
import dev.stockload.web.console.Plot.Kind;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;

class PlotTest {
    private static final List<String> NIGHTS = List.of("Mon", "Tue", "Wed");

    @Test
    void a_night_without_a_value_is_a_gap() {
        Plot plot = plot(Kind.LINE, 10L, null, 30L);
        assertThat(plot.path()).isEqualTo("M50.0 55.0h0M250.0 5.0h0");
        assertThat(plot.marks()).extracting(Plot.Mark::value).containsExactly("10", "–", "30");
        assertThat(plot.sentence()).isEqualTo("Pieces, 3 nights: 10 to 30, last 30");
    }

    @Test
    void a_line_joins_nights_and_stays_in_the_middle_if_nothing_changes() {
        assertThat(plot(Kind.LINE, 7L, 7L, 7L).path())
                .isEqualTo("M50.0 30.0h0L150.0 30.0L250.0 30.0");
        assertThat(plot(Kind.LINE, 7L, 7L, 7L).range()).isEqualTo("7");
    }

    @Test
    void bars_begin_at_zero() {
        assertThat(plot(Kind.BARS, 0L, null, 30L).marks())
                .extracting(Plot.Mark::height)
                .containsExactly(1.0, 0.0, 60.0);
    }

    @Test
    void dots_an_hour_apart_fill_the_height() {
        assertThat(plot(Kind.DOTS, 100L, 130L, 130L).path())
                .isEqualTo("M50.0 42.5h0M150.0 17.5h0M250.0 17.5h0");
    }

    @Test
    void nothing_is_said_as_such() {
        assertThat(plot(Kind.LINE, null, null, null).sentence())
                .isEqualTo("Pieces, 3 nights: none in these nights");
    }

    @Test
    void a_size_keeps_its_stock_until_a_request_changes_it() {
        SizeHistory size =
                new SizeHistory(
                        "36",
                        3,
                        3,
                        3,
                        "",
                        false,
                        List.of(
                                step("2026-11-15T12:00:00Z", 5, 3),
                                step("2026-11-10T12:00:00Z", null, 5)));
        List<String> words =
                ProductPage.plot(size, LocalDate.of(2026, 11, 17)).marks().stream()
                        .map(mark -> mark.night() + ": " + mark.value())
                        .toList();
        assertThat(words)
                .hasSize(30)
                .contains(
                        "2026-11-09: –",
                        "2026-11-10: 5",
                        "2026-11-14: 5",
                        "2026-11-15: 3",
                        "2026-11-17: 3");
    }

    private static SizeHistory.Step step(String at, Integer before, int after) {
        return new SizeHistory.Step(
                Instant.parse(at),
                "r",
                "night",
                null,
                "accepted",
                before,
                after,
                null,
                null,
                null,
                null,
                1,
                null);
    }

    private static Plot plot(Kind kind, Long... values) {
        return Plot.of("Pieces", kind, NIGHTS, Arrays.asList(values), Count::of);
    }
}
