package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.jobs.UsualNights.Comparison;
import dev.stockload.jobs.UsualNights.Figures;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.stream.IntStream;

class UsualNightsTest {
    /** Ten nights: 4,950 to 5,040 rows, 0 to 2 to correct, 01:30 to 01:33, 80 to 98 changed. */
    private static final List<Figures> TEN =
            IntStream.range(0, 10)
                    .mapToObj(n -> new Figures(4950 + 10 * n, n % 3, 810 + n % 4, 80 + 2 * n, n))
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
        Figures tonight = new Figures(rows, toCorrect, came, changed, soldOut);
        Comparison comparison = UsualNights.compare(tonight, TEN);
        assertThat(comparison.sentence()).isEqualTo(sentence);
        assertThat(comparison.unusual()).isEqualTo(!sentence.equals("As usual"));
    }

    @Test
    void names_all_that_is_unusual() {
        assertThat(UsualNights.compare(new Figures(10, 9, 811, 90, 4), TEN).sentence())
                .isEqualTo(
                        "Unusual: 10 rows, usually 4,960 to 5,030;"
                                + " 9 rows to correct, usually 0 to 2");
    }

    @Test
    void four_nights_say_nothing() {
        assertThat(UsualNights.compare(new Figures(10, 9, 0, 0, 0), TEN.subList(0, 4)))
                .isEqualTo(new Comparison(false, "Too few nights to compare"));
    }

    @Test
    void nights_that_vary_widely_are_usual() {
        List<Figures> wide =
                IntStream.range(0, 10).mapToObj(n -> new Figures(n * 500, 0, 811, 1, 0)).toList();
        assertThat(UsualNights.compare(new Figures(6000, 0, 811, 1, 0), wide).unusual()).isFalse();
        assertThat(UsualNights.compare(new Figures(9000, 0, 811, 1, 0), wide).unusual()).isTrue();
    }
}
