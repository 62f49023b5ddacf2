package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stockload.cli.terminal.ExitCode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands whose standard output cannot be written. */
@Tag("soak")
class LostOutputTest {
    @ParameterizedTest
    @CsvSource({
        "\"$@\" --help >/dev/full, 1, Some output could not be written",
        "{ \"$@\" --help; echo $? >&2; } | true, 0, 0",
    })
    void is_reported_unless_the_reader_has_ended(String line, int code, String words)
            throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")), "a device that is always full");
        List<String> command = new ArrayList<>(List.of("sh", "-c", line, "sh"));
        command.addAll(Program.classes());
        Process process = new ProcessBuilder(command).start();
        process.getInputStream().readAllBytes();
        String err =
                new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(err).startsWith(words).hasLineCount(1);
        assertThat(process.waitFor()).isEqualTo(code == 0 ? ExitCode.DONE : ExitCode.FAILED);
    }
}
