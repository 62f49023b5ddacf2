package dev.stockload.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

class SandboxTest {
    private final ManualClock clock = new ManualClock();

    @TempDir private Path folder;

    @Test
    void keeps_its_data_over_a_restart() throws IOException {
        try (Sandbox sandbox = start()) {
            Caller caller = new Caller(sandbox, clock);
            caller.create(10001, "red", "36", 7);
        }
        clock.turn(Duration.ofMillis(1_500));
        try (Sandbox sandbox = start()) {
            Caller caller = new Caller(sandbox, clock);

            assertThat(caller.form("/Stock/List", "productid=10001").text())
                    .contains("\"color\":\"red\",\"size\":36,\"stock\":7");
            assertThat(caller.create(10001, "red", "37", 1).status())
                    .as("the pace is kept beyond the end")
                    .isEqualTo(429);
            assertThat(caller.form("/Stock/Product", "page=5").json().get("data")).hasSize(20);
        }
    }

    @Test
    void data_is_in_the_file_before_the_answer() throws IOException {
        Path copy = Files.createDirectories(folder.resolve("as-a-kill-would-leave-it"));
        try (Sandbox sandbox = start()) {
            new Caller(sandbox, clock).create(10001, "red", "36", 7);
            Files.copy(folder.resolve("sandbox.mv.db"), copy.resolve("sandbox.mv.db"));
        }
        try (Sandbox sandbox = Sandbox.start(TestSandbox.keptIn(copy, clock))) {
            assertThat(new Caller(sandbox, clock).form("/Stock/List", "productid=10001").text())
                    .contains("\"color\":\"red\",\"size\":36,\"stock\":7");
        }
    }

    @Test
    void a_clock_that_was_ahead_does_not_block_creates_forever() throws IOException {
        try (Sandbox sandbox = start()) {
            new Caller(sandbox, clock).create(10001, "red", "36", 7);
        }
        clock.turn(Duration.ofDays(-1));
        try (Sandbox sandbox = start()) {
            Caller caller = new Caller(sandbox, clock);

            caller.create(10001, "red", "36", 1);
            clock.turn(Duration.ofSeconds(2));
            assertThat(caller.create(10001, "red", "36", 1).status()).isEqualTo(200);
        }
    }

    @Test
    void a_clock_that_is_set_back_lets_the_next_create_wait_for_two_seconds() throws IOException {
        try (Sandbox sandbox = start()) {
            Caller caller = new Caller(sandbox, clock);
            caller.create(10001, "red", "36", 7);
            clock.turn(Duration.ofDays(-1));

            assertThat(caller.create(10001, "red", "36", 1).retryAfter()).isEqualTo(2);
            clock.turn(Duration.ofSeconds(2));
            assertThat(caller.create(10001, "red", "36", 1).status()).isEqualTo(200);
        }
    }

    @Test
    void a_larger_catalogue_keeps_the_existing_stock() throws IOException {
        try (Sandbox sandbox = start()) {
            new Caller(sandbox, clock).create(10001, "red", "36", 7);
        }
        try (Sandbox sandbox = Sandbox.start(TestSandbox.keptIn(folder, 260, clock))) {
            Caller caller = new Caller(sandbox, clock);

            assertThat(caller.form("/Stock/Product", "page=6").json().get("data")).hasSize(10);
            assertThat(caller.form("/Stock/List", "productid=10001").text()).contains("red");
            assertThat(caller.form("/Stock/List", "productid=10260").text()).contains("black");
        }
    }

    @Test
    void a_folder_belongs_to_one_sandbox_at_a_time() {
        try (Sandbox first = start()) {
            assertThat(first.baseUrl()).isNotEmpty();
            assertThatExceptionOfType(UnusableSandboxException.class)
                    .isThrownBy(this::start)
                    .withMessage(
                            "Another sandbox is running with the data in %s. Stop it first, or"
                                    + " choose another folder",
                            folder);
        }
        start().close();
    }

    @Test
    void a_port_belongs_to_one_sandbox_at_a_time() {
        try (Sandbox first = Sandbox.start(TestSandbox.inMemory())) {
            int port = URI.create(first.baseUrl()).getPort();

            assertThatExceptionOfType(UnusableSandboxException.class)
                    .isThrownBy(
                            () ->
                                    Sandbox.start(
                                            new SandboxOptions(
                                                    port,
                                                    null,
                                                    SandboxOptions.SAMPLE_PRODUCTS,
                                                    FaultScript.NONE,
                                                    null,
                                                    clock)))
                    .withMessageContaining("cannot listen on port " + port);
        }
    }

    @Test
    void names_the_folder_that_cannot_be_used() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "not a folder");
        Path damaged = Files.createDirectories(folder.resolve("damaged"));
        Files.writeString(damaged.resolve("sandbox.mv.db"), "not a database");

        assertThatExceptionOfType(UnusableSandboxException.class)
                .isThrownBy(() -> Sandbox.start(SandboxOptions.keptIn(file)))
                .withMessageContaining(file.toString());
        assertThatExceptionOfType(UnusableSandboxException.class)
                .isThrownBy(() -> Sandbox.start(SandboxOptions.keptIn(damaged)))
                .withMessageContaining(damaged.toString())
                .withMessageContaining("delete the folder");
    }

    @Test
    void can_be_closed_twice() {
        Sandbox sandbox = start();
        sandbox.close();
        sandbox.close();

        start().close();
    }

    private Sandbox start() {
        return Sandbox.start(TestSandbox.keptIn(folder, clock));
    }
}
