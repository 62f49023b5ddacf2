package dev.stockload.web.parts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

class RequestKeysTest {
    private static final Instant NOW = Instant.parse("2026-11-16T01:30:00Z");

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void a_key_stands_for_one_request_for_a_day_and_no_longer(TestDatabase database)
            throws IOException {
        try (Ledger ledger = database.open(folder)) {
            RequestKeys keys = new RequestKeys(ledger.database());
            assertThat(keys.begin("erp nightly", "sheet 1", NOW)).isEmpty();
            assertThat(keys.begin("erp nightly", "sheet 1", NOW).orElseThrow().runs())
                    .as("not answered yet")
                    .isEmpty();
            keys.answered("erp nightly", List.of("run-1", "run-2"));

            Instant later = NOW.plus(RequestKeys.KEPT).minusSeconds(1);
            RequestKeys.Answer answer = keys.begin("erp nightly", "sheet 2", later).orElseThrow();
            assertThat(answer.runs()).containsExactly("run-1", "run-2");
            assertThat(answer.isOf("sheet 1")).isTrue();
            assertThat(answer.isOf("sheet 2")).isFalse();

            assertThat(keys.begin("erp nightly", "sheet 2", NOW.plus(RequestKeys.KEPT))).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void a_request_that_was_cut_off_may_be_made_again(TestDatabase database) throws IOException {
        try (Ledger ledger = database.open(folder)) {
            RequestKeys keys = new RequestKeys(ledger.database());
            assertThat(keys.begin("erp k", "sheet", NOW)).isEmpty();
            assertThat(keys.begin("erp k", "sheet", NOW.plusSeconds(60))).isPresent();
            assertThat(keys.begin("erp k", "sheet", NOW.plus(Duration.ofMinutes(6)))).isEmpty();
            keys.forget("erp k");
            assertThat(keys.begin("erp k", "another", NOW)).as("it came to nothing").isEmpty();
        }
    }
}
