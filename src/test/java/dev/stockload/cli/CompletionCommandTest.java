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
    void bash_completes_values_jobs_and_runs(@TempDir Path folder)
            throws IOException, InterruptedException {
        Path script = Files.writeString(folder.resolve("script"), completion("bash").out());
        String program = "stockload() { echo \"$3-one $3-two\" | tr ' ' '\\n'; };";
        for (String[] each :
                new String[][] {
                    {"import a.csv --send c", "changed"},
                    {"run j", "jobs-one jobs-two"},
                    {"undo r", "runs-one runs-two"},
                    {"diff jobs-t", "jobs-two"}
                }) {
            String words = "stockload " + each[0];
            Process bash =
                    new ProcessBuilder(
                                    "bash",
                                    "-c",
                                    "%s source %s && COMP_WORDS=(%s) COMP_CWORD=%d && _complete_stockload 2>/dev/null && echo ${COMPREPLY[@]}"
                                            .formatted(
                                                    program,
                                                    script,
                                                    words,
                                                    words.split(" ").length - 1))
                            .redirectErrorStream(true)
                            .start();
            String said = new String(bash.getInputStream().readAllBytes());
            assertThat(bash.waitFor()).as(said).isZero();
            assertThat(said.strip()).isEqualTo(each[1]);
        }
        assertThat(completion("fish").out())
                .contains("seen_subcommand_from undo' -a '(stockload completion --names runs")
                .contains(" -l missing -r -a 'report zero keep'");
    }

    @Test
    void names_are_those_of_the_folder(@TempDir Path folder) throws IOException {
        Path sheet =
                Files.writeString(folder.resolve("a.csv"), "pid,colour,size,stock\n10001,x,36,5\n");
        String run = CommandRun.inSandbox(folder, "import", sheet.toString()).runId();
        assertThat(CommandRun.inSandbox(folder, "completion", "--names", "runs").out().lines())
                .containsExactly(run);
        assertThat(CommandRun.inSandbox(folder, "completion", "--names", "jobs").out().lines())
                .contains("onboard-warehouse");
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
