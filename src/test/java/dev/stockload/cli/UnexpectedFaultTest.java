package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.SandboxSettings;
import dev.stockload.app.Settings;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.process.RunStoppedException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Optional;
import java.util.function.Supplier;

class UnexpectedFaultTest {
    @TempDir Path folder;

    @Test
    void the_user_gets_a_sentence_and_the_log_has_the_stack_trace() throws IOException {
        CommandRun run =
                products(
                        () -> {
                            throw new IllegalStateException("a bug");
                        });

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("did not expect: java.lang.IllegalStateException: a bug")
                .contains(
                        "The stack trace is in " + folder.resolve("logs").resolve("stockload.log"))
                .doesNotContain("\tat ");
        assertThat(Files.readString(folder.resolve("logs/stockload.log")))
                .contains("stockload products failed", "a bug", "\tat dev.stockload.app.Settings");
    }

    @Test
    void a_stop_is_no_fault() {
        CommandRun run =
                products(
                        () -> {
                            throw new RunStoppedException();
                        });

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).isEqualToIgnoringNewLines("Stopped");
    }

    private CommandRun products(Supplier<Settings.AccountParts> account) {
        var accounts =
                new HashMap<String, Settings.AccountParts>() {
                    @Override
                    public Settings.AccountParts getOrDefault(
                            Object name, Settings.AccountParts other) {
                        return account.get();
                    }
                };
        return CommandRun.of(
                () -> SandboxSettings.plain(accounts, folder, Optional.empty()), "products");
    }
}
