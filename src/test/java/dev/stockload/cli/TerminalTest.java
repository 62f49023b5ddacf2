package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.HeldCreates;
import dev.stockload.imports.StrictService;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/** The real program at a real terminal, stopped by Ctrl-C. */
@Tag("soak")
class TerminalTest {
    private static final int CTRL_C = 3;

    @TempDir Path folder;
    @AutoClose private StrictService service;
    private Program program;
    private Path sheet;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(Program.mayHaveTerminal(), "a terminal is made by the command 'script'");
        service = new StrictService(InstantSource.system(), false);
        program = new Program(folder, service).onTerminal();
        sheet = program.sheet("stock.csv", 700);
    }

    @Test
    void ctrl_c_finishes_the_request_in_flight_and_prints_how_to_resume() throws Exception {
        Program.Ended stopped = pressDuringTheFirstRequest();
        assertThat(stopped.code()).as(stopped.words()).isEqualTo(ExitCode.FAILED);
        assertThat(stopped.words())
                .contains("Colours") // the bar
                .contains("Stopping after the request in flight", "stockload resume");
        assertThat(service.creates()).hasSize(1);

        Program plain = new Program(folder, service);
        assertThat(plain.run("status", "--json").words())
                .contains("\"STOPPED\"", "\"sent\" : 300", "\"inDoubt\" : 0");
        assertThat(plain.run("resume").code()).isEqualTo(ExitCode.DONE);
        assertEachOnce();
    }

    @Test
    void a_second_ctrl_c_ends_at_once_and_resume_checks_the_request() throws Exception {
        HeldCreates held = service.holdCreates();
        Process process = program.start("import", sheet.toString());
        held.awaitFirst();
        press(process);
        // The second is heard as another one only once the first was.
        while (!program.words().contains("Stopping after")) {
            assertThat(process.waitFor(50, TimeUnit.MILLISECONDS)).as(program.words()).isFalse();
        }
        press(process);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(program.words()).isTrue();
        assertThat(process.exitValue()).as(program.words()).isEqualTo(ExitCode.FAILED);
        assertThat(program.words()).contains("a second signal stops at once", "stockload resume");
        held.release();
        service.onCreate(() -> {});
        assertThat(new Program(folder, service).run("resume").code()).isEqualTo(ExitCode.DONE);
        assertEachOnce();
    }

    private Program.Ended pressDuringTheFirstRequest() throws Exception {
        HeldCreates held = service.holdCreates();
        Process process = program.start("import", sheet.toString());
        held.awaitFirst();
        press(process);
        for (int look = 0; look < 100 && !program.words().contains("Stopping after"); look++) {
            process.waitFor(50, TimeUnit.MILLISECONDS);
        }
        held.release();
        return program.end(process);
    }

    private static void press(Process process) {
        try {
            process.getOutputStream().write(CTRL_C);
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void assertEachOnce() {
        assertThat(service.applied())
                .hasSize(700)
                .allSatisfy((colour, times) -> assertThat(times).as(colour).isOne());
    }
}
