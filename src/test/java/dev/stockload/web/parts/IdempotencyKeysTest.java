package dev.stockload.web.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.IdempotencyKeys.Request;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

class IdempotencyKeysTest {
    private static final Request NIGHTLY = new Request("nightly", "erp", "sheet 1");

    private Instant now = Instant.parse("2026-11-16T01:30:00Z");

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void a_key_is_kept_for_a_day(TestDatabase database) throws IOException {
        try (Ledger ledger = database.open(folder)) {
            IdempotencyKeys keys = new IdempotencyKeys(entered(ledger), () -> now);
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
            IdempotencyKeys keys = new IdempotencyKeys(entered(ledger), () -> now);
            assertThat(keys.begin(NIGHTLY)).isEmpty();
            now = now.plus(Duration.ofHours(2));
            assertThat(keys.entered(NIGHTLY)).as("a long import").isPresent();

            try (Ledger other = Ledger.open(database.in(folder))) {
                other.owners().enter("another");
                ledger.owners().leave();
                IdempotencyKeys there = new IdempotencyKeys(other, () -> now);
                assertThat(there.begin(NIGHTLY)).as("its process has ended").isEmpty();
                there.end(NIGHTLY, List.of());
                assertThat(there.begin(NIGHTLY)).as("it came to nothing").isEmpty();
            }
        }
    }

    /** The request that fails between the two looks of another leaves its key to that one. */
    @Test
    void of_two_requests_one_is_the_first() throws Exception {
        try (Ledger ledger = TestDatabase.H2.open(folder)) {
            IdempotencyKeys keys = new IdempotencyKeys(entered(ledger), () -> now);
            ExecutorService threads = Executors.newFixedThreadPool(4);
            AtomicInteger working = new AtomicInteger();
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                all.add(threads.submit(() -> fails(keys, working)));
            }
            for (Future<?> each : all) {
                each.get();
            }
            threads.shutdown();
        }
    }

    private static void fails(IdempotencyKeys keys, AtomicInteger working) {
        for (int round = 0; round < 200; round++) {
            if (keys.entered(NIGHTLY).isEmpty()) {
                assertThat(working.incrementAndGet()).isEqualTo(1);
                working.decrementAndGet();
                keys.end(NIGHTLY, List.of());
            }
        }
    }

    private static Ledger entered(Ledger ledger) {
        ledger.owners().enter("test");
        return ledger;
    }
}
