package dev.stockload.details.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.time.Instant;

class DetailTableTest {
    private static final Instant NOW = Instant.parse("2026-11-17T01:30:00Z");

    @TempDir Path data;

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void a_mark_is_made_once_and_removed_once(TestDatabase database) throws Exception {
        try (Ledger ledger = database.open(data)) {
            DetailTable table = ledger.details();
            assertThat(table.publish("default", 7, true, NOW)).isTrue();
            assertThat(table.publish("default", 7, true, NOW)).isFalse();
            assertThat(table.publish("other", 7, true, NOW)).isTrue();
            assertThat(table.publish("default", 7, false, NOW)).isTrue();
            assertThat(table.publish("default", 7, false, NOW)).isFalse();
            assertThat(table.fetchedSince("default", NOW)).isFalse();
            table.removeOld("default", NOW);
            assertThat(table.products("default")).isEmpty();
        }
    }
}
