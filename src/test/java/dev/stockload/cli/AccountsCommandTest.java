package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.Settings;
import dev.stockload.imports.HeldCreates;
import dev.stockload.imports.StrictService;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.ledger.ReadyLedger;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Accounts beside a process that serves: one that moves, and one without settings there. */
@Timeout(300)
@Tag("soak")
class AccountsCommandTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir Path folder;

    @AutoClose private StrictService service;
    private Path sheet;

    @BeforeEach
    void start() throws IOException {
        service = new StrictService(InstantSource.system(), false);
        service.product(10001, "SL-10001");
        ReadyLedger.prepare(folder.resolve("data"));
        sheet =
                Files.writeString(
                        folder.resolve("a.csv"), "pid,colour,size,stock\n10001,red,36,5\n");
    }

    @Test
    void an_account_moves_once_its_run_has_ended() throws Exception {
        HeldCreates held = service.holdCreates();
        try (ServedFolder served = new ServedFolder(CommandRun.sandbox(folder))) {
            CompletableFuture<CommandRun> sending =
                    CompletableFuture.supplyAsync(() -> set("import", sheet.toString()));
            held.awaitFirst();
            CommandRun hurried = set("accounts", "default", "--moved", "--no-wait");
            assertThat(hurried.exitCode()).isEqualTo(1);
            assertThat(hurried.err()).contains("Account default is in use");
            CompletableFuture<CommandRun> moving =
                    CompletableFuture.supplyAsync(() -> set("accounts", "default", "--moved"));
            held.release();

            CommandRun sent = sending.get();
            assertThat(sent.exitCode()).as(sent.err() + served.words()).isZero();
            CommandRun moved = moving.get();
            assertThat(moved.exitCode()).as(moved.err()).isZero();
            assertThat(moved.out()).contains("the next import sends everything");
            assertThat(set("accounts").out()).contains("No service has accepted an account yet");
        }
    }

    @Test
    void a_process_that_serves_without_settings_says_so_and_takes_no_run() throws Exception {
        service.fault(1, Fault.TOO_MANY_FOR_LONG);
        CommandRun failed = set("import", sheet.toString());
        assertThat(failed.exitCode()).isEqualTo(1);
        String run = failed.err().replaceFirst("(?s).*stockload resume (\\S+).*", "$1");
        String token = set("tokens", "add", "erp").out().strip();
        Settings settings = CommandRun.sandbox(folder);
        try (ServedFolder served = new ServedFolder(settings)) {
            for (String path :
                    List.of(
                            "runs/" + run + "/resume",
                            "runs/" + run + "/undo",
                            "store",
                            "products/10001")) {
                boolean post = !path.startsWith("products");
                HttpResponse<String> answer = ask(served.url() + "/api/" + path, token, post);
                assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(422);
                assertThat(answer.body())
                        .as(path)
                        .contains("account 'default' has no settings here", "--account sandbox");
            }
            assertThat(ask(served.url() + "/api/runs/" + run, token, false).body())
                    .contains("\"FAILED\"");
            assertThat(ask(served.url() + "/api/quotas", token, false).body())
                    .contains("\"default\"");
            assertThat(served.words()).doesNotContain("sandbox");
        }
    }

    private static HttpResponse<String> ask(String url, String token, boolean post)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + token);
        return HTTP.send(
                (post ? request.POST(HttpRequest.BodyPublishers.noBody()) : request).build(),
                BodyHandlers.ofString());
    }

    private CommandRun set(String... args) {
        return CommandRun.in(folder, service, args);
    }
}
