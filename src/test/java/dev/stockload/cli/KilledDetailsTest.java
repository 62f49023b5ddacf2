package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.SandboxOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The real program, killed while it fetches details. */
class KilledDetailsTest {
    @TempDir Path folder;

    @Test
    void goes_on_after_a_kill_and_fetches_no_more_than_is_missing() throws Exception {
        try (Sandbox sandbox = Sandbox.start(SandboxOptions.inMemory())) {
            Process first = start(sandbox, "details", "--all", "--out", "all.jsonl");
            while (!Files.readString(folder.resolve("out.txt")).contains("fetching")) {
                assertThat(first.waitFor(20, TimeUnit.MILLISECONDS)).as(words()).isFalse();
            }
            first.waitFor(150, TimeUnit.MILLISECONDS);
            first.destroyForcibly().waitFor();

            assertThat(end(start(sandbox, "resume"))).as(words()).isZero();
            assertThat(words()).contains("220 of 220 products are fetched");
            assertThat(Files.readAllLines(folder.resolve("all.jsonl"))).hasSize(220);

            assertThat(end(start(sandbox, "quota", "--json"))).isZero();
            JsonNode quota = JsonMapper.shared().readTree(words());
            assertThat(quota.at("/stores/0/products").asInt()).isEqualTo(220);
            assertThat(quota.at("/day/fetched").asInt())
                    .as("one may have been under way")
                    .isBetween(220, 221);
        }
    }

    private Process start(Sandbox sandbox, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
        command.add("-Dlogback.configurationFile=logback.xml");
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Stockload.class.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.redirectErrorStream(true).redirectOutput(folder.resolve("out.txt").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("STOCKLOAD"));
        builder.environment().put("STOCKLOAD_BASE_URL", sandbox.baseUrl());
        builder.environment().put("STOCKLOAD_APP_ID", sandbox.appId());
        builder.environment().put("STOCKLOAD_APP_SECRET", sandbox.appSecret());
        builder.environment().put("STOCKLOAD_ACCESS_TOKEN", sandbox.accessToken());
        return builder.start();
    }

    private int end(Process process) throws Exception {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return process.exitValue();
    }

    private String words() throws IOException {
        return Files.readString(folder.resolve("out.txt"));
    }
}
