package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.TestSandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The real program, killed while it fetches details. */
@Tag("soak")
@Timeout(600)
class KilledDetailsTest {
    @TempDir Path folder;

    @Test
    void resumes_after_a_kill_and_fetches_only_what_is_missing() throws Exception {
        try (Sandbox sandbox = Sandbox.start(TestSandbox.inMemory())) {
            Program program = Program.at(sandbox, folder);
            Process first = program.start("details", "--all", "--out", "all.jsonl");
            program.awaitWords(first, "to fetch");
            first.waitFor(150, TimeUnit.MILLISECONDS);
            first.destroyForcibly().waitFor();

            Program.Ended resumed = program.run("resume");
            assertThat(resumed.code()).as(resumed.words()).isZero();
            assertThat(resumed.words()).contains("220 of 220 products fetched");
            assertThat(Files.readAllLines(folder.resolve("all.jsonl"))).hasSize(220);

            JsonNode quota = JsonMapper.shared().readTree(program.run("quota", "--json").words());
            assertThat(quota.at("/stores/0/products").asInt()).isEqualTo(220);
            assertThat(quota.at("/day/fetched").asInt())
                    .as("one may have been under way")
                    .isBetween(220, 221);
        }
    }
}
