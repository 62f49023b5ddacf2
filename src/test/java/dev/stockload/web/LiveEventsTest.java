package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sandbox.TestSandbox;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

@Tag("soak")
class LiveEventsTest {
    @TempDir Path home;
    @AutoClose private Shop shop;
    private volatile Instant now = Instant.parse("2026-11-15T02:00:00Z");

    @BeforeEach
    void open() throws IOException {
        shop = new Shop(home, null, () -> now, TestSandbox.inMemory());
    }

    @Test
    void sends_the_progress_of_a_run_to_open_pages_and_counts_them() throws Exception {
        try (BufferedReader events = shop.events()) {
            assertThat(metrics()).contains("stockload_console_lookers 1.0");
            String run =
                    shop.imported(shop.write("a.csv", "pid,colour,size,stock\n10001,a,36,1\n"));
            String line = events.readLine();
            StringBuilder heard = new StringBuilder();
            while (line != null && !line.equals("data:COMPLETED")) {
                heard.append(line).append('\n');
                line = events.readLine();
            }
            assertThat(line).isEqualTo("data:COMPLETED");
            assertThat(heard.toString()).contains("event:run", "id:" + run, "data:RUNNING");
        }
        now = now.plusSeconds(30);
        assertThat(metrics())
                .contains("stockload_runs{state=\"completed\"} 1.0")
                .contains("stockload_requests_total{outcome=\"accepted\"} 1.0")
                .contains("stockload_colours{state=\"sent\"} 1.0")
                .contains("stockload_request_retries_total 0.0")
                .contains("stockload_pace_wait_seconds_total 0.0");
    }

    @Test
    @Timeout(600)
    void stops_while_pages_are_open() throws Exception {
        try (BufferedReader events = shop.events()) {
            assertThat(events.read()).isPositive();
            shop.console.close();
            assertThat(isCutOff(events)).isTrue();
        }
    }

    private static boolean isCutOff(BufferedReader events) {
        try {
            String line = events.readLine();
            while (line != null) {
                line = events.readLine();
            }
            return true;
        } catch (IOException e) {
            return true;
        }
    }

    private String metrics() {
        return shop.visitor().get("/actuator/prometheus").body();
    }
}
