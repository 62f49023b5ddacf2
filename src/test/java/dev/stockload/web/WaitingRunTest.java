package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** Who waits, for what and since when, wherever people look. */
class WaitingRunTest {
    @TempDir Path home;

    @Test
    void pages_and_metrics_say_who_waits_for_what_and_since_when() throws Exception {
        try (Shop shop = new Shop(home)) {
            shop.write("nightly.csv", "pid,colour,size,stock\n10002,x,36,5\n");
            Files.createDirectories(home.resolve("jobs"));
            Files.writeString(home.resolve("jobs/nightly.yml"), "read: nightly.csv\n");
            StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
            for (int colour = 0; colour < 12_000; colour++) {
                rows.append("10001,c").append(colour).append(",36,5\n");
            }
            ImportTicket first =
                    shop.queue.submit(shop.order(shop.write("a.csv", rows.toString())));
            Wait.until(() -> shop.ledger.runs().get(first.run()).requests() > 0);
            Visitor visitor = shop.visitor();
            visitor.post("/jobs/nightly/run", "/jobs");

            String waits = "Waiting since \\d{4}-.* for run " + first.run() + " of its account";
            assertThat(visitor.get("/jobs").body()).contains(">Waiting<").containsPattern(waits);
            assertThat(visitor.get("/runs").body()).contains(">Waiting<").containsPattern(waits);
            assertThat(visitor.get("/").body()).containsPattern(waits);
            assertThat(visitor.get("/actuator/prometheus").body())
                    .contains("stockload_runs_waiting 1.0")
                    .containsPattern("stockload_longest_wait_seconds \\d");
            assertThat(shop.ledger.runs().get(first.run()).state())
                    .as("the first still runs")
                    .isEqualTo(Run.State.RUNNING);
            shop.queue.stop(first.run());
            shop.ended(first);
        }
    }
}
