package dev.stockload.runs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** The ids of runs that begin with the same sheet in the same minute. */
class RunIdsTest {
    private final Set<String> taken = new HashSet<>();
    private int asked;

    @Test
    void thousands_of_one_minute_are_numbered_without_a_gap_and_each_asks_a_few_times() {
        String first = next();
        assertThat(next()).isEqualTo(first + "-2");
        assertThat(next()).isEqualTo(first + "-3");
        for (int n = 4; n <= 2000; n++) {
            asked = 0;
            assertThat(next()).isEqualTo(first + "-" + n);
            assertThat(asked).isLessThan(25);
        }
    }

    private String next() {
        Instant now = Instant.parse("2026-11-15T01:30:00Z");
        String id = RunIds.next(now, "stock.csv", "abcd", this::isTaken);
        taken.add(id);
        return id;
    }

    private boolean isTaken(String id) {
        asked++;
        return taken.contains(id);
    }
}
