package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.HeldCreates;
import dev.stockload.imports.StrictService;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/** Accepted uploads are imported even if the process is killed. */
@Timeout(600)
@Tag("soak")
class KilledUploadTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir Path folder;
    @AutoClose private StrictService service;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    @AutoClose private Program program;
    private Process serve;
    private String token;
    private final HeldCreates held = new HeldCreates();

    @BeforeEach
    void start() throws Exception {
        service = new StrictService(InstantSource.system(), false);
        program = new Program(folder, service);
        service.product(1, "A-1");
        service.product(2, "A-2");
        serve = program.serve();
        token = program.command("tokens", "add", "erp").out().strip();
    }

    @Test
    void an_accepted_upload_is_imported_by_the_next_process_after_a_kill() throws Exception {
        service.onCreate(held::hold);
        assertThat(upload("first.csv", 1, 2, "k1").statusCode()).isEqualTo(202);
        held.awaitFirst();
        HttpResponse<String> waiting = upload("second.csv", 2, 3, "k2");
        assertThat(waiting.statusCode()).isEqualTo(202);
        assertThat(upload("letter.csv", "Dear Sir\n", null).statusCode()).isEqualTo(202);
        String run = JSON.readTree(waiting.body()).get("run").asString("");
        assertThat(run).as(waiting.body()).isNotEmpty();
        assertThat(status(run).get("state").asString()).isEqualTo("RUNNING");
        assertThat(status(run).get("file").asString()).isEqualTo("second.csv");

        serve.destroyForcibly().waitFor();
        held.release();
        service.onCreate(() -> {});
        serve = program.serve();

        HttpResponse<String> again = upload("second.csv", 2, 3, "k2");
        assertThat(JSON.readTree(again.body()).get("run").asString("")).isEqualTo(run);
        while (!status(run).get("state").asString().equals("COMPLETED")) {
            assertThat(serve.waitFor(500, TimeUnit.MILLISECONDS)).as(program.words()).isFalse();
        }
        assertThat(service.applied())
                .hasSize(2)
                .allSatisfy((c, times) -> assertThat(times).isOne());
        assertThat(service.violations()).isEmpty();
        JsonNode all = JSON.readTree(program.command("status", "--json").out());
        while (all.get(0).get("state").asString().equals("RUNNING")) {
            assertThat(serve.waitFor(500, TimeUnit.MILLISECONDS)).as(program.words()).isFalse();
            all = JSON.readTree(program.command("status", "--json").out());
        }
        assertThat(all).hasSize(3);
        assertThat(all.get(0).get("file").asString()).isEqualTo("letter.csv");
        assertThat(all.get(0).get("state").asString()).isEqualTo("FAILED");
    }

    @AfterEach
    void release() {
        held.release();
    }

    private JsonNode status(String run) throws Exception {
        return JSON.readTree(program.command("status", run, "--json").out()).get(0);
    }

    private HttpResponse<String> upload(String name, int product, int stock, String key)
            throws Exception {
        return upload(name, "pid,colour,size,stock\n%d,red,36,%d\n".formatted(product, stock), key);
    }

    private HttpResponse<String> upload(String name, String sheet, String key) throws Exception {
        String body =
                """
                --xx\r
                Content-Disposition: form-data; name="file"; filename="%s"\r
                \r
                %s\r
                --xx--\r
                """
                        .formatted(name, sheet);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(program.url() + "/api/imports"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "multipart/form-data; boundary=xx")
                        .POST(BodyPublishers.ofString(body));
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }
}
