package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stockload.Rounds;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.HeldCreates;
import dev.stockload.imports.StrictService;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The real program, killed at the worst moments. */
@Timeout(3600)
class KilledProgramTest {
    /** Side by side, since most of the time is the pace; 300 kills: {@code -Prounds=75}. */
    private static final int PROGRAMS = Math.min(4, Rounds.of(1));

    private static final int KILLS = Rounds.of(4) / PROGRAMS;

    @TempDir Path folder;
    @AutoClose private StrictService service;
    private Program program;

    @BeforeEach
    void start() throws Exception {
        service = new StrictService(InstantSource.system(), false);
        program = new Program(folder, service);
    }

    @Test
    @Tag("soak")
    void creates_every_colour_exactly_once_however_often_it_is_killed() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(PROGRAMS);
        List<Future<Void>> programs = new ArrayList<>();
        for (int i = 0; i < PROGRAMS; i++) {
            KilledProgramTest own = new KilledProgramTest();
            own.folder = Files.createDirectory(folder.resolve("program" + i));
            Random random = new Random(20261115 + i);
            programs.add(threads.submit(() -> own.isKilledOften(random)));
        }
        threads.shutdown();
        for (Future<Void> each : programs) {
            each.get();
        }
    }

    private Void isKilledOften(Random random) throws Exception {
        start();
        try (StrictService own = service) {
            killOften(random);
            assertThat(own.violations()).isEmpty();
        }
        return null;
    }

    private void killOften(Random random) throws Exception {
        int colours = 300 * (KILLS + 2) + 100;
        Path sheet = program.sheet("stock.csv", colours);
        for (int kill = 0; kill < KILLS; kill++) {
            killOnce(program.start("import", sheet.toString()), random, kill);
        }
        assertThat(program.run("status").words())
                .contains("The program ended before the run did", "To resume: stockload resume ");
        Program.Ended end = program.run("import", sheet.toString());

        assertThat(end.code()).as(end.words()).isEqualTo(ExitCode.DONE);
        assertThat(service.applied())
                .hasSize(colours)
                .allSatisfy((colour, times) -> assertThat(times).as(colour).isOne());
        assertThat(service.shortestGap()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(program.run("status", "--json").words())
                .contains("\"COMPLETED\"", "\"sent\" : " + colours, "\"inDoubt\" : 0")
                .contains("\"read\" : " + colours, "\"accepted\" : " + colours);
    }

    /** During its start, during a request, or while an answer is written. */
    private void killOnce(Process process, Random random, int kill) throws Exception {
        int millis = random.nextInt(40);
        switch (kill % 4) {
            case 0 -> process.waitFor(300 + random.nextInt(1500), TimeUnit.MILLISECONDS);
            case 1, 2 -> {
                // The answer is held back until the process is gone.
                HeldCreates held = service.holdCreates();
                awaitOrEnd(held, process);
                process.waitFor(millis, TimeUnit.MILLISECONDS);
                process.destroyForcibly().waitFor();
                held.release();
            }
            default -> {
                HeldCreates answered = service.holdCreates();
                answered.release();
                awaitOrEnd(answered, process);
                process.waitFor(millis, TimeUnit.MILLISECONDS);
            }
        }
        process.destroyForcibly().waitFor();
        service.onCreate(() -> {});
    }

    @Test
    @Tag("soak")
    void a_stop_finishes_the_request_in_flight() throws Exception {
        Path sheet = program.sheet("stock.csv", 700);
        HeldCreates answered = service.holdCreates();
        answered.release();
        Process process = program.start("import", sheet.toString());
        awaitOrEnd(answered, process);
        process.destroy();
        Program.Ended stopped = program.end(process);
        assertThat(stopped.code()).as(stopped.words()).isEqualTo(ExitCode.FAILED);
        assertThat(stopped.words()).contains("was stopped", "stockload resume");
        assertThat(service.creates()).hasSize(1);

        Program.Ended resumed = program.run("resume");
        assertThat(resumed.code()).as(resumed.words()).isEqualTo(ExitCode.DONE);
        assertThat(service.applied())
                .hasSize(700)
                .allSatisfy((colour, times) -> assertThat(times).isOne());
    }

    @Test
    @Tag("soak")
    void reports_a_full_disk_and_resumes_when_there_is_space() throws Exception {
        // The tables are there: making them takes more room for a moment than they need.
        assertThat(program.run("import", program.sheet("first.csv", 1).toString()).code()).isZero();
        int before = service.creates().size();
        Path sheet = program.sheet("stock.csv", 15_000);
        Program.Ended full =
                new Program(folder, service)
                        .under("ulimit -f 1600")
                        .run("import", sheet.toString());
        assertThat(full.code()).as(full.words()).isEqualTo(ExitCode.FAILED);
        assertThat(full.words()).doesNotContain("\tat ").doesNotContain("Exception");
        assertThat(service.creates()).hasSize(before);

        HeldCreates answered = service.holdCreates();
        answered.release();
        Process process = program.start("import", sheet.toString());
        awaitOrEnd(answered, process);
        process.destroyForcibly().waitFor();
        assertThat(service.violations()).isEmpty();
    }

    @Test
    @Tag("soak")
    void reports_a_data_folder_that_cannot_be_written_and_still_shows_the_status()
            throws Exception {
        assumeTrue(Program.mayMount(), "a folder is made read-only by a mount of our own");
        Path sheet = program.sheet("stock.csv", 10);
        assertThat(program.run("import", sheet.toString()).code()).isEqualTo(ExitCode.DONE);
        Program readOnly = new Program(folder, service).withReadOnlyData();

        Program.Ended status = readOnly.run("status");
        assertThat(status.code()).as(status.words()).isEqualTo(ExitCode.DONE);
        assertThat(status.words()).contains("Finished");
        Program.Ended again = readOnly.run("import", sheet.toString(), "--again");
        assertThat(again.code()).as(again.words()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(again.words()).contains("cannot be written: Read-only file system");
        assertThat(service.creates()).hasSize(1);
    }

    private void awaitOrEnd(HeldCreates creates, Process process) throws Exception {
        while (!creates.hasArrived(Duration.ofMillis(50))) {
            if (!process.isAlive() && !creates.hasArrived(Duration.ZERO)) {
                throw new IllegalStateException("It ended early: " + program.words());
            }
        }
    }
}
