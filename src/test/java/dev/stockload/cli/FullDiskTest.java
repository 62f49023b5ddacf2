package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.StrictService;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/** {@code serve} on a disk that becomes full while a request is in flight. */
@Tag("soak")
class FullDiskTest {
    @TempDir Path folder;
    @AutoClose private StrictService service;
    @AutoClose private Program program;
    private Process serve;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(Program.mayMount(), "a small disk is made by a mount of our own");
        service = new StrictService(InstantSource.system(), false);
        program = new Program(folder, service).withSmallDisk(12_000);
        serve = program.start("serve", "--no-console");
    }

    @Test
    void ends_with_a_message_and_a_code_that_causes_a_restart() throws Exception {
        Path sheet = program.sheet("stock.csv", 700);
        Program beside = program.beside(serve);
        awaitServing(beside);
        service.onCreate(
                () -> {
                    if (service.creates().size() == 1) {
                        fill(beside);
                    }
                });
        Program.Ended handedOver = beside.run("import", sheet.toString());
        assertThat(handedOver.code()).as(handedOver.words()).isEqualTo(ExitCode.FAILED);
        assertThat(handedOver.words())
                .contains("stockload resume")
                .doesNotContain("\tat ")
                .doesNotContain("Exception");

        assertThat(serve.waitFor(90, TimeUnit.SECONDS)).as(program.words()).isTrue();
        assertThat(serve.exitValue()).as(program.words()).isEqualTo(ExitCode.FAILED);
        assertThat(program.words()).contains("disk").doesNotContain("\tat ");
    }

    @Test
    void ends_when_the_database_has_closed_itself_without_a_run() throws Exception {
        Program beside = program.beside(serve);
        awaitServing(beside);
        fill(beside);
        Program.Ended marked = beside.run("tokens", "add", "erp");
        for (int more = 0; more < 20 && marked.code() == ExitCode.DONE; more++) {
            // There was room left inside the file.
            marked = beside.run("tokens", "add", "erp" + more);
        }
        assertThat(marked.code()).as(marked.words()).isEqualTo(ExitCode.FAILED);
        assertThat(serve.waitFor(90, TimeUnit.SECONDS)).as(program.words()).isTrue();
        assertThat(serve.exitValue()).as(program.words()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void a_disk_without_any_room_is_no_wrong_setting() throws Exception {
        Program.Ended ended =
                new Program(folder, service)
                        .saysTo("full.txt")
                        .withSmallDisk(100)
                        .under("mount -t tmpfs -o size=100k tmpfs data; cat /dev/zero > data/full")
                        .run("tokens", "add", "erp");
        assertThat(ended.code()).as(ended.words()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.words()).contains("disk").doesNotContain("STOCKLOAD_DATA", "\tat ");
    }

    private void awaitServing(Program beside) throws Exception {
        Path ready = folder.resolve("ready");
        while (!Files.exists(ready)) {
            assertThat(serve.waitFor(100, TimeUnit.MILLISECONDS)).as(program.words()).isFalse();
            beside.shell("test -e data/serve.json && touch ready");
        }
    }

    private static void fill(Program beside) {
        try {
            beside.shell("cat /dev/zero > data/filler");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
