package dev.stockload.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class DetailLimitTest {
    private final ManualClock clock = new ManualClock();

    @TempDir private Path folder;

    @Test
    void a_store_has_5000_products_in_three_months() throws IOException {
        // 16 days of 300 products and one of 200, as the daily limit allows; all are published.
        try (SandboxDatabase database = new SandboxDatabase(folder)) {
            Instant first = Instant.parse("2024-12-10T12:00:00Z");
            List<Object[]> fetched = new ArrayList<>();
            List<Object[]> published = new ArrayList<>();
            for (int n = 0; n < 5_000; n++) {
                fetched.add(new Object[] {10_002 + n, first.plus(Duration.ofDays(n / 300))});
                published.add(new Object[] {10_002 + n});
            }
            database.transaction(
                    () -> {
                        database.jdbc()
                                .batchUpdate(
                                        "insert into fetched (product, at) values (?, ?)", fetched);
                        return database.jdbc()
                                .batchUpdate(
                                        "insert into published (product) values (?)", published);
                    });
        }
        clock.turnTo("2025-03-10T11:00:00Z");
        try (Sandbox sandbox = Sandbox.start(TestSandbox.keptIn(folder, clock))) {
            Caller caller = new Caller(sandbox, clock);

            Caller.Reply oneMore = caller.form("/Product/Detail", "pid=10001");
            Caller.Reply sameAgain = caller.form("/Product/Detail", "pid=10002");
            clock.turnTo("2025-03-10T12:00:00Z");
            Caller.Reply later = caller.form("/Product/Detail", "pid=10001");

            assertThat(oneMore.status()).isEqualTo(429);
            assertThat(oneMore.retryAfter()).isEqualTo(3600);
            assertThat(oneMore.msg()).contains("5000 products of the store riverside");
            assertThat(sameAgain.status()).as("it is one of the 5000").isEqualTo(200);
            assertThat(later.status()).as("the first 300 are three months old").isEqualTo(200);
        }
    }
}
