package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.imports.HeldCreates;
import dev.stockload.imports.StrictService;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;

/** Real processes that use the database of {@code serve}, and are stopped or killed. */
@Timeout(600)
@Tag("soak")
class LentDatabaseTest {
    private static final int COLOURS = 900;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir Path folder;
    @AutoClose private StrictService service;
    @AutoClose private Program server;
    @AutoClose private Program other;
    private Process serve;

    @BeforeEach
    void start() throws Exception {
        service = new StrictService(InstantSource.system(), false);
        server = new Program(folder, service).saysTo("serve.txt");
        other = new Program(folder, service);
        serve = server.serve();
    }

    @Test
    void two_commands_take_turns_also_after_one_is_killed() throws Exception {
        HeldCreates first = service.holdCreates();
        Process killed = other.start("import", other.sheet("stock.csv", COLOURS).toString());
        first.awaitFirst();
        killed.destroyForcibly().waitFor();
        first.release();
        assertThat(other.run("status").words()).contains("Failed");

        HeldCreates held = service.holdCreates();
        Process resuming = other.start("resume");
        other.awaitWords(resuming, "Sending ");
        Path sheet =
                Files.writeString(folder.resolve("next.csv"), "pid,colour,size,stock\n1,x,36,5\n");
        Program second = new Program(folder, service).saysTo("second.txt");
        Program.Ended hurried = second.run("import", "--no-wait", sheet.toString());
        assertThat(hurried.code()).isEqualTo(ExitCode.FAILED);
        assertThat(hurried.words()).contains("Account default is in use: ", "is sending");
        assertThat(second.run("status").words()).doesNotContain("next");
        Process next = second.start("import", sheet.toString());
        second.awaitWords(next, "which is sending for account default");
        held.release();

        Program.Ended ended = second.end(next);
        assertThat(ended.code()).as(ended.words()).isZero();
        assertThat(other.end(resuming).code()).isZero();
        assertThat(serve.isAlive()).isTrue();
        assertAllSentOnce(COLOURS + 1);
    }

    @Test
    void a_command_is_stopped_through_serve_and_fails_resumably_when_serve_is_killed()
            throws Exception {
        String token = other.command("tokens", "add", "erp").out().strip();
        HeldCreates first = service.holdCreates();
        Process command = other.start("import", other.sheet("stock.csv", COLOURS).toString());
        first.awaitFirst();
        String run = other.words().replaceFirst("(?s).*?Run (\\S+): .*", "$1");
        CompletableFuture<HttpResponse<String>> events =
                HTTP.sendAsync(
                        api("runs/" + run + "/events", token).build(),
                        HttpResponse.BodyHandlers.ofString());

        HttpResponse<String> stopped =
                HTTP.send(
                        api("runs/" + run + "/stop", token)
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());

        assertThat(stopped.statusCode()).as(stopped.body()).isEqualTo(202);
        first.release();
        Program.Ended ended = other.end(command);
        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.words()).contains("was stopped");
        assertThat(events.get(120, TimeUnit.SECONDS).body()).contains("\"STOPPED\"");

        HeldCreates second = service.holdCreates();
        Process resuming = other.start("resume");
        second.awaitFirst();
        serve.destroyForcibly().waitFor();
        second.release();
        Program.Ended failed = other.end(resuming);
        assertThat(failed.code()).as(failed.words()).isEqualTo(ExitCode.FAILED);
        assertThat(failed.words()).contains("stockload serve end", "stockload resume");
        Program.Ended resumed = other.run("resume");
        assertThat(resumed.code()).as(resumed.words()).isZero();
        assertAllSentOnce(COLOURS);
    }

    private HttpRequest.Builder api(String path, String token) throws Exception {
        return HttpRequest.newBuilder(URI.create(server.url() + "/api/" + path))
                .header("Authorization", "Bearer " + token);
    }

    @Test
    void commands_notice_a_hanging_serve_and_serve_ends_when_its_data_folder_is_removed()
            throws Exception {
        other.run("import", other.sheet("stock.csv", 10).toString());
        assertTwoBackupsAtOnceAreWhole();
        signal("STOP");
        try {
            long from = System.nanoTime();
            Program.Ended status = other.run("status");
            assertThat(Duration.ofNanos(System.nanoTime() - from))
                    .isLessThan(Duration.ofMinutes(1));
            assertThat(status.code()).as(status.words()).isEqualTo(ExitCode.FAILED);
            assertThat(status.words())
                    .contains("serve (process " + serve.pid(), "does not answer: end it");
            Program.Ended quota = other.run("quota");
            assertThat(quota.code()).as(quota.words()).isEqualTo(ExitCode.FAILED);
            assertThat(quota.words()).contains("stockload serve", "does not answer: end it");
        } finally {
            signal("CONT");
        }
        assertThat(other.run("quota").code()).isZero();

        Files.move(folder.resolve("data"), folder.resolve("elsewhere"));
        assertThat(serve.waitFor(120, TimeUnit.SECONDS)).as(server.words()).isTrue();
        assertThat(serve.exitValue()).isEqualTo(ExitCode.FAILED);
        assertThat(server.words()).contains("data was removed: stopping");
    }

    private void assertTwoBackupsAtOnceAreWhole() throws Exception {
        CompletableFuture<CommandRun> one = backup("one.zip");
        CompletableFuture<CommandRun> two = backup("two.zip");
        for (CompletableFuture<CommandRun> each : List.of(one, two)) {
            CommandRun made = each.get(120, TimeUnit.SECONDS);
            assertThat(made.exitCode()).as(made.err()).isZero();
        }
        for (String name : new String[] {"one.zip", "two.zip"}) {
            try (ZipFile zip = new ZipFile(folder.resolve(name).toFile())) {
                assertThat(zip.getEntry("stockload.mv.db").getSize()).isPositive();
            }
        }
    }

    private CompletableFuture<CommandRun> backup(String name) {
        return CompletableFuture.supplyAsync(
                () -> server.command("backup", folder.resolve(name).toString()));
    }

    private void assertAllSentOnce(int colours) {
        assertThat(service.applied().values()).hasSize(colours).containsOnly(1);
        assertThat(service.shortestGap()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(service.violations()).isEmpty();
    }

    private void signal(String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, String.valueOf(serve.pid())).start().waitFor();
    }
}
