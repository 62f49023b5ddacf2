package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.StrictService;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A real {@code serve} process that is stopped. */
@Tag("soak")
@Timeout(600)
class ServeStopTest {
    @TempDir Path folder;
    @AutoClose private StrictService service;
    @AutoClose private Program program;

    @Test
    void ends_in_order_and_informs_waiting_clients() throws Exception {
        service = new StrictService(InstantSource.system(), false);
        program = new Program(folder, service);
        Process serve = program.serve();
        Path sheet = program.sheet("stock.csv", 1200);
        CountDownLatch sending = new CountDownLatch(1);
        service.onCreate(sending::countDown);
        CompletableFuture<CommandRun> beside =
                CompletableFuture.supplyAsync(() -> program.command("import", sheet.toString()));
        assertThat(sending.await(300, TimeUnit.SECONDS)).isTrue();

        Path next =
                Files.writeString(
                        folder.resolve("next.csv"), "pid,colour,size,stock\n1,next,36,5\n");
        Process waiting = program.saysTo("waiting.txt").start("import", next.toString());
        program.awaitWords(waiting, "Waiting for");

        serve.destroy();
        assertThat(serve.waitFor(300, TimeUnit.SECONDS)).isTrue();

        assertThat(serve.exitValue()).as(program.words()).isZero();
        CommandRun run = beside.get(300, TimeUnit.SECONDS);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("was stopped", "To resume: stockload resume");
        assertThat(waiting.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(waiting.exitValue()).as(program.words()).isEqualTo(ExitCode.FAILED);
        // Its turn may have come just before the end did.
        assertThat(program.words()).containsAnyOf("Stopped while waiting", "To resume: stockload");
        assertThat(folder.resolve("data/serve.json")).doesNotExist();
        assertThat(program.command("resume").exitCode()).isZero();
        assertThat(program.command("import", next.toString()).exitCode()).isZero();
        assertThat(service.applied().values()).hasSize(1201).containsOnly(1);
    }
}
