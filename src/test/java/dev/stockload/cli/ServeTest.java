package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.pipeline.StrictService;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A real process that serves, and other commands beside it. */
@Timeout(600)
class ServeTest {
    @TempDir Path folder;
    private StrictService service;
    private Program program;
    private Process serve;

    @BeforeEach
    void start() throws Exception {
        service = new StrictService(InstantSource.system(), false);
        program = new Program(folder, service);
        serve = program.serve();
    }

    @AfterEach
    void stop() throws Exception {
        serve.destroyForcibly().waitFor();
        service.close();
    }

    @Test
    void other_commands_hand_their_work_over_and_show_it_as_their_own() throws Exception {
        Path sheet = program.sheet("stock.csv", 500);

        CommandRun first = command("import", sheet.toString());
        CommandRun second = command("import", sheet.toString());
        CommandRun status = command("status");
        CommandRun resume = command("resume");

        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(first.err()).contains("reading " + sheet, "Sending 500 colours in 2 requests");
        assertThat(first.out()).contains("Sent           500   500", "everything was sent");
        assertThat(second.exitCode()).isZero();
        assertThat(second.out()).contains("was already imported by run");
        assertThat(status.out()).contains("COMPLETED").contains(sheet.toString());
        assertThat(resume.out()).contains("Nothing to resume");
        assertThat(service.applied().values()).hasSize(500).containsOnly(1);
        assertThat(service.shortestGap()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void a_file_that_cannot_be_used_is_refused_in_the_same_words() throws Exception {
        Path letter = Files.writeString(folder.resolve("letter.csv"), "Dear Sir\n");

        CommandRun run = command("import", letter.toString());
        CommandRun other = command("import", letter.toString(), "--account", "nobody");

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(run.err()).contains("has no header");
        assertThat(other.exitCode()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(other.err()).contains("There is no account 'nobody'");
    }

    @Test
    void only_the_owner_of_the_data_folder_may_hand_over_work() throws Exception {
        Path file = folder.resolve("data/serve.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        JsonNode address = JsonMapper.shared().readTree(Files.readString(file));
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address.get("url").asString() + "/unfinished"))
                        .POST(HttpRequest.BodyPublishers.ofString("\"\""));

        assertThat(status(request.build())).isEqualTo(403);
        assertThat(status(request.header("Authorization", "Bearer x").build())).isEqualTo(403);
        String token = address.get("token").asString();
        assertThat(status(request.setHeader("Authorization", "Bearer " + token).build()))
                .isEqualTo(200);
    }

    @Test
    void ends_politely_and_tells_those_who_wait() throws Exception {
        Path sheet = program.sheet("stock.csv", 1200);
        CountDownLatch sending = new CountDownLatch(1);
        service.onCreate(sending::countDown);
        CompletableFuture<CommandRun> handed =
                CompletableFuture.supplyAsync(() -> command("import", sheet.toString()));
        assertThat(sending.await(300, TimeUnit.SECONDS)).isTrue();

        serve.destroy();
        assertThat(serve.waitFor(300, TimeUnit.SECONDS)).isTrue();

        assertThat(serve.exitValue()).as(program.words()).isZero();
        CommandRun run = handed.get(300, TimeUnit.SECONDS);
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("was stopped", "To resume: stockload resume");
        assertThat(folder.resolve("data/serve.json")).doesNotExist();
        assertThat(command("resume").exitCode()).isZero();
        assertThat(service.applied().values()).hasSize(1200).containsOnly(1);
    }

    @Test
    void a_second_one_is_refused_with_the_name_of_the_first() {
        CommandRun second = command("serve", "--no-console");
        assertThat(second.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(second.err()).contains("in use by stockload serve (process " + serve.pid());
    }

    private static int status(HttpRequest request) throws Exception {
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private CommandRun command(String... args) {
        Settings.AccountParts account =
                new Settings.AccountParts(
                        service.address().toString(),
                        "app",
                        StrictService.SECRET,
                        StrictService.TOKEN,
                        null);
        return CommandRun.of(
                () ->
                        Settings.of(
                                Map.of("default", account),
                                folder.resolve("data").toString(),
                                Optional.empty()),
                args);
    }
}
