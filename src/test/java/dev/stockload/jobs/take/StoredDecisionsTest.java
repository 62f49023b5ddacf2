package dev.stockload.jobs.take;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.jobs.take.TakingRules.Fate;
import dev.stockload.jobs.take.TakingRules.Why;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** Renaming a value must not make what is stored of files unreadable. */
class StoredDecisionsTest {
    @Test
    void decisions_about_files_are_stored_as_these_words() {
        assertThat(Arrays.stream(Fate.values()).map(Fate::name))
                .containsExactlyInAnyOrder("TAKEN", "LATE", "PASSED", "COPY", "COPIES");
        assertThat(Arrays.stream(Why.values()).map(Why::name))
                .containsExactlyInAnyOrder("LATE", "COPIES", "AGAIN", "TOUCHED", "RESTORED");
    }
}
