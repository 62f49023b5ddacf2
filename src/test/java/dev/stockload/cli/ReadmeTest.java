package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stockload.app.Settings;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the README prints for other programs works as it is printed. */
@Timeout(300)
@Tag("soak")
class ReadmeTest {
    private static final Pattern EXAMPLE =
            Pattern.compile("## From other programs.*?```sh\\n(.*?)```", Pattern.DOTALL);

    @TempDir Path folder;

    @Test
    void the_example_with_curl_uploads_follows_and_fetches_the_rejects() throws Exception {
        assumeTrue(isThere("curl"), "the example needs curl");
        Matcher example = EXAMPLE.matcher(Files.readString(Path.of("README.md")));
        assertThat(example.find()).isTrue();
        Files.createDirectories(folder.resolve("sample-data"));
        Files.copy(
                Path.of("sample-data/warehouse.xlsx"),
                folder.resolve("sample-data/warehouse.xlsx"));
        try (ServedFolder served = new ServedFolder(settings())) {
            String token = CommandRun.of(this::settings, "tokens", "add", "erp").out().strip();
            program("#!/bin/sh\n[ \"$*\" = 'tokens add erp' ] && echo %s\n".formatted(token));
            String printed = shell(example.group(1).replace("http://127.0.0.1:8080", served.url()));

            assertThat(printed)
                    .contains("event:run", "\"COMPLETED\"", "\"file\":\"warehouse.xlsx\"")
                    .contains("\"code\":\"colour.held\"")
                    .doesNotContain("curl:");
            assertThat(Files.size(folder.resolve("rejected.xlsx"))).isPositive();
        }
    }

    private void program(String text) throws IOException {
        Path program = Files.writeString(folder.resolve("stockload"), text);
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private String shell(String lines) throws Exception {
        Process shell =
                new ProcessBuilder("sh", "-eu", "-c", lines)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as(printed).isZero();
        return printed;
    }

    private static boolean isThere(String program) throws InterruptedException {
        try {
            return new ProcessBuilder(program, "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private Settings settings() {
        return Settings.of(Map.of(), folder.resolve("data").toString(), Optional.empty());
    }
}
