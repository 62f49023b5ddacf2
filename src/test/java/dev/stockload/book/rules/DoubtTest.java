package dev.stockload.book.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;

class DoubtTest {
    @ParameterizedTest
    @CsvSource({"PT0S, true", "PT5S, true", "PT5.001S, false", "PT1M, false"})
    void only_a_429_within_five_seconds_rules_out_that_anything_was_applied(
            Duration took, boolean ruledOut) {
        assertThat(Doubt.isRuledOutBy429(took)).isEqualTo(ruledOut);
    }
}
