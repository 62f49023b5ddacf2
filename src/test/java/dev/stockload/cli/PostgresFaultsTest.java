package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.StrictService;
import dev.stockload.ledger.TestDatabase;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The real program with a PostgreSQL that has no connection left, or does not answer. */
@Timeout(600)
@Tag("soak")
class PostgresFaultsTest {
    private static final int COLOURS = 900;

    @TempDir Path folder;
    @AutoClose private StrictService service;
    @AutoClose private EmbeddedPostgres server;
    @AutoClose private Program program;
    private final List<Connection> others = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        TestDatabase.POSTGRESQL.in(folder); // skips if none can run
        server = builder().start();
        service = new StrictService(InstantSource.system(), false);
        program =
                new Program(folder, service)
                        .with("SPRING_DATASOURCE_URL", server.getJdbcUrl("postgres", "postgres"))
                        .with("SPRING_DATASOURCE_USERNAME", "postgres")
                        .with("SPRING_DATASOURCE_PASSWORD", "postgres");
    }

    private EmbeddedPostgres.Builder builder() {
        return EmbeddedPostgres.builder()
                .setDataDirectory(folder.resolve("postgres"))
                .setCleanDataDirectory(false)
                .setServerConfig("max_connections", "25");
    }

    @AfterEach
    void release() throws Exception {
        signal("CONT");
        for (Connection other : others) {
            other.close();
        }
    }

    @Test
    void a_server_without_a_connection_left_is_named_and_serve_goes_on() throws Exception {
        String sheet = program.sheet("stock.csv", 6).toString();
        Process serve = program.serve();
        program.saysTo("command.txt");
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                others.add(server.getPostgresDatabase().getConnection());
                            }
                        })
                .isInstanceOfSatisfying(
                        SQLException.class,
                        full -> assertThat(full.getSQLState()).isEqualTo("53300"));

        for (String[] command : new String[][] {{"status"}, {"import", sheet}}) {
            Program.Ended ended = endInAMinute(program.start(command));
            assertThat(ended.code()).as(ended.words()).isEqualTo(ExitCode.UNUSABLE);
            assertThat(ended.words()).contains("max_connections").doesNotContain("serve");
        }
        for (Connection other : others) {
            other.close();
        }
        Program.Ended ended = program.run("import", sheet);
        assertThat(ended.code()).as(ended.words()).isZero();
        assertThat(serve.isAlive()).isTrue();
    }

    @Test
    void with_a_frozen_server_each_process_ends_and_can_be_resumed() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        service.onCreate(sent::countDown);
        Process sending = program.start("import", program.sheet("stock.csv", COLOURS).toString());
        assertThat(sent.await(300, TimeUnit.SECONDS)).as(program.words()).isTrue();
        signal("STOP");

        Program.Ended ended = endInAMinute(sending);
        assertThat(ended.code()).as(ended.words()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.words()).contains("stockload resume").doesNotContain("\tat ");
        for (String command : List.of("status", "resume")) {
            Program.Ended refused = endInAMinute(program.start(command));
            assertThat(refused.code()).as(refused.words()).isEqualTo(ExitCode.UNUSABLE);
            assertThat(refused.words()).contains("cannot be used").doesNotContain("\tat ");
        }

        signal("CONT");
        Program.Ended resumed = program.run("resume");
        assertThat(resumed.code()).as(resumed.words()).isZero();
        assertThat(service.applied().values()).hasSize(COLOURS).containsOnly(1);
    }

    /** The answer of the second request finds no server. */
    @Test
    void serve_goes_on_when_the_server_was_restarted_in_the_middle_of_a_run() throws Exception {
        program.sheet("stock.csv", COLOURS);
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(
                folder.resolve("jobs/night.yml"),
                """
                read: stock.csv
                schedule: "*/10 * * * * *"
                zone: UTC
                """);
        CountDownLatch stopped = new CountDownLatch(1);
        AtomicInteger creates = new AtomicInteger();
        service.onCreate(
                () -> {
                    if (creates.incrementAndGet() == 2) {
                        close(server);
                        stopped.countDown();
                    }
                });
        Process serve = program.serve();
        assertThat(stopped.await(300, TimeUnit.SECONDS)).as(program.words()).isTrue();
        Instant down = Instant.now();
        server = builder().setPort(server.getPort()).start();

        while (service.applied().size() < COLOURS) {
            assertThat(serve.isAlive()).as(program.words()).isTrue();
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(service.applied().values()).containsOnly(1);
        assertThat(service.violations()).isEmpty();
        assertThat(Duration.between(down, Instant.now())).isLessThan(Duration.ofMinutes(2));
        Program.Ended status = program.saysTo("command.txt").run("status");
        assertThat(status.words()).contains("Finished").doesNotContain("Failed");
    }

    private static void close(EmbeddedPostgres server) {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Program.Ended endInAMinute(Process process) throws Exception {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(program.words()).isTrue();
        return program.end(process);
    }

    /** To all processes of this test's own server. */
    private void signal(String name) throws Exception {
        Path file = folder.resolve("postgres/postmaster.pid");
        ProcessHandle first =
                ProcessHandle.of(Long.parseLong(Files.readAllLines(file).get(0))).orElseThrow();
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        Stream.concat(Stream.of(first), first.descendants())
                .forEach(each -> command.add(String.valueOf(each.pid())));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
