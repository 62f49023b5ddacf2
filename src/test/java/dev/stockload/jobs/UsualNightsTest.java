package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.jobs.UsualNights.Figure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

class UsualNightsTest {
    /** Ten nights: 4,950 to 5,040 rows, 0 to 2 to correct, 01:30 to 01:33, 80 to 98 changed. */
    private static final List<Map<Figure, Integer>> TEN =
            IntStream.range(0, 10)
                    .mapToObj(n -> night(4950 + 10 * n, n % 3, 810 + n % 4, 80 + 2 * n, n))
                    .toList();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    5000 |   1 | 811 |   90 |  4 | As usual
                    5400 |   0 | 865 |  120 | 20 | As usual
                    1204 |   1 | 811 |   90 |  4 | Unusual: 1,204 rows, usually 4,960 to 5,030
                    9000 |   1 | 811 |   90 |  4 | Unusual: 9,000 rows, usually 4,960 to 5,030
                    5000 | 140 | 811 |   90 |  4 | Unusual: 140 rows to correct, usually 0 to 2
                    5000 |   1 | 900 |   90 |  4 | Unusual: came 03:00, usually 01:30 to 01:32
                    5000 |   1 | 600 |   90 |  4 | Unusual: came 22:00, usually 01:30 to 01:32
                    5000 |   1 | 811 |    0 |  0 | Unusual: 0 colours changed, usually 82 to 96
                    5000 |   1 | 811 |   90 | 60 | Unusual: 60 sizes sold out, usually 1 to 8
                    5000 |   1 | 811 |      |    | As usual
                    20   |   1 | 811 |      |    | Unusual: 20 rows, usually 4,960 to 5,030
                    """)
    void says_what_differs_from_the_nights_before(
            int rows, int toCorrect, int came, Integer changed, Integer soldOut, String sentence) {
        assertThat(UsualNights.compare(night(rows, toCorrect, came, changed, soldOut), TEN))
                .hasToString(sentence);
    }

    @Test
    void names_all_that_is_unusual() {
        assertThat(UsualNights.compare(night(10, 19, 811, 90, 4), TEN))
                .hasToString(
                        "Unusual: 10 rows, usually 4,960 to 5,030;"
                                + " 19 rows to correct, usually 0 to 2");
    }

    @Test
    void four_nights_say_nothing() {
        assertThat(UsualNights.compare(night(10, 9, 0, 0, 0), TEN.subList(0, 4)))
                .hasToString("Too few nights to compare");
    }

    @Test
    void nights_that_vary_widely_are_usual() {
        List<Map<Figure, Integer>> wide =
                IntStream.range(0, 10).mapToObj(n -> night(n * 500, 0, 811, 1, 0)).toList();
        assertThat(UsualNights.compare(night(6000, 0, 811, 1, 0), wide)).hasToString("As usual");
        assertThat(UsualNights.compare(night(9000, 0, 811, 1, 0), wide))
                .hasToString("Unusual: 9,000 rows, usually 500 to 4,000");
    }

    private static Map<Figure, Integer> night(
            int rows, int toCorrect, int came, Integer changed, Integer soldOut) {
        Map<Figure, Integer> night = new EnumMap<>(Figure.class);
        night.put(Figure.ROWS, rows);
        night.put(Figure.TO_CORRECT, toCorrect);
        night.put(Figure.CAME, came);
        night.put(Figure.CHANGED, changed);
        night.put(Figure.SOLD_OUT, soldOut);
        night.values().removeIf(Objects::isNull);
        return night;
    }
}
