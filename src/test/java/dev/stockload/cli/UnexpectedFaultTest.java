package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.Settings;
import dev.stockload.cli.terminal.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Optional;

class UnexpectedFaultTest {
    @TempDir Path folder;

    @Test
    void the_user_gets_a_sentence_and_the_log_has_the_stack_trace() throws IOException {
        var accounts =
                new HashMap<String, Settings.AccountParts>() {
                    @Override
                    public Settings.AccountParts get(Object name) {
                        throw new IllegalStateException("a bug");
                    }
                };
        CommandRun run =
                CommandRun.of(() -> new Settings(accounts, folder, Optional.empty()), "products");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("did not expect: java.lang.IllegalStateException: a bug")
                .contains(
                        "The stack trace is in " + folder.resolve("logs").resolve("stockload.log"))
                .doesNotContain("\tat ");
        assertThat(Files.readString(folder.resolve("logs/stockload.log")))
                .contains("stockload products failed", "a bug", "\tat dev.stockload.app.Settings");
    }
}
