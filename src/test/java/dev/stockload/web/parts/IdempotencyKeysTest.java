package dev.stockload.web.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.IdempotencyKeys.Request;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

class IdempotencyKeysTest {
    private static final Request NIGHTLY = new Request("nightly", "erp", "sheet 1");

    private Instant now = Instant.parse("2026-11-16T01:30:00Z");

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void a_key_is_kept_for_a_day(TestDatabase database) throws IOException {
        try (Ledger ledger = database.open(folder)) {
            IdempotencyKeys keys = new IdempotencyKeys(ledger.database(), () -> now);
            assertThat(keys.begin(NIGHTLY)).isEmpty();
            assertThat(keys.entered(NIGHTLY).orElseThrow().runs()).as("not answered yet").isEmpty();
            keys.end(NIGHTLY, List.of("run-1", "run-2"));

            now = now.plus(IdempotencyKeys.KEPT.minusSeconds(1));
            Request another = new Request("nightly", "erp", "sheet 2");
            assertThat(keys.begin(NIGHTLY)).contains(List.of("run-1", "run-2"));
            assertThatThrownBy(() -> keys.begin(another))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("was used for another sheet");

            now = now.plus(Duration.ofSeconds(1));
            assertThat(keys.begin(another)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void an_interrupted_request_may_be_repeated(TestDatabase database) throws IOException {
        try (Ledger ledger = database.open(folder)) {
            IdempotencyKeys keys = new IdempotencyKeys(ledger.database(), () -> now);
            assertThat(keys.begin(NIGHTLY)).isEmpty();
            now = now.plus(Duration.ofSeconds(60));
            assertThat(keys.entered(NIGHTLY)).isPresent();
            now = now.plus(Duration.ofMinutes(5));
            assertThat(keys.begin(NIGHTLY)).isEmpty();
            keys.end(NIGHTLY, List.of());
            assertThat(keys.begin(NIGHTLY)).as("it came to nothing").isEmpty();
        }
    }
}
