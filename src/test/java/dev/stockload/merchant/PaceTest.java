package dev.stockload.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.stockload.stock.Creates;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.Instant;

class PaceTest {
    private static final Instant END = Instant.parse("2026-03-01T01:30:00Z");
    private final PaceMemory memory = PaceMemory.inProcess();
    private final Pace pace = new Pace(Creates.APART, memory);

    @Test
    void the_first_create_may_start_at_once() {
        assertThat(pace.waitBefore("default", END)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, PT2S",
        "PT0.5S, PT1.5S",
        "PT1.999S, PT0.001S",
        "PT2S, PT0S",
        "PT24H, PT0S",
    })
    void the_next_waits_for_what_is_left_of_the_gap(Duration since, Duration wait) {
        pace.ended("default", END);
        assertThat(pace.waitBefore("default", END.plus(since))).isEqualTo(wait);
    }

    @Test
    void a_clock_that_was_set_back_costs_one_gap_and_no_more() {
        pace.ended("default", END);
        assertThat(pace.waitBefore("default", END.minusSeconds(3600)))
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void accounts_do_not_wait_for_each_other() {
        pace.ended("default", END);
        assertThat(pace.waitBefore("other", END)).isZero();
    }

    @Test
    void whoever_shares_the_memory_shares_the_pace() {
        pace.ended("default", END);
        Pace restarted = new Pace(Creates.APART, memory);
        assertThat(restarted.waitBefore("default", END.plusSeconds(1)))
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void a_gap_is_never_negative() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Pace(Duration.ofSeconds(-1), memory));
    }
}
