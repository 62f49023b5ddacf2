package dev.stockload.runs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** The ids of runs that begin with the same sheet in the same minute. */
class RunIdsTest {
    private final Set<String> taken = new HashSet<>();
    private final AtomicLong sequence = new AtomicLong();
    private int asked;

    @Test
    void the_first_of_one_minute_have_small_numbers_and_each_asks_a_few_times() {
        String first = next();
        taken.add(first);
        for (int n = 2; n <= 4; n++) {
            assertThat(next()).isEqualTo(first + "-" + n);
            taken.add(first + "-" + n);
        }
        asked = 0;
        sequence.set(1_000);
        assertThat(next()).isEqualTo(first + "-1001");
        assertThat(asked).isLessThan(10);
    }

    @Test
    void hundreds_that_begin_at_once_have_different_ids_after_a_few_tries() {
        for (int tries = 1; taken.size() < 500; tries++) {
            // All look before the first of them is stored.
            List<String> ids = IntStream.range(taken.size(), 500).mapToObj(each -> next()).toList();
            taken.addAll(ids);
            assertThat(tries).isLessThan(10);
        }
    }

    private String next() {
        Instant now = Instant.parse("2026-11-15T01:30:00Z");
        return RunIds.next(now, "stock.csv", "abcd", this::isTaken, sequence::incrementAndGet);
    }

    private boolean isTaken(String id) {
        asked++;
        return taken.contains(id);
    }
}
