package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.terminal.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class CompletionCommandTest {
    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void knows_commands_and_their_options(String shell) {
        CommandRun run = completion(shell);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("import", "missing", "take-as");
    }

    @Test
    void bash_completes_a_command_by_the_script(@TempDir Path folder)
            throws IOException, InterruptedException {
        Path script = Files.writeString(folder.resolve("stockload"), completion("bash").out());
        Process bash =
                new ProcessBuilder(
                                "bash",
                                "-c",
                                "source "
                                        + script
                                        + " && COMP_WORDS=(stockload imp) COMP_CWORD=1"
                                        + " && _complete_stockload && echo ${COMPREPLY[@]}")
                        .redirectErrorStream(true)
                        .start();
        String said = new String(bash.getInputStream().readAllBytes());
        assertThat(bash.waitFor()).as(said).isZero();
        assertThat(said).contains("import");
    }

    @Test
    void another_shell_is_refused() {
        CommandRun run = completion("tcsh");
        assertThat(run.exitCode()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(run.err()).contains("tcsh", "bash, zsh, fish");
    }

    private static CommandRun completion(String shell) {
        return CommandRun.at("http://127.0.0.1:1", "completion", shell);
    }
}
