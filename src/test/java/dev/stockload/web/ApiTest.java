package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.ApiTokens;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

@Tag("soak")
class ApiTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String SHEET =
            "pid,colour,size,stock\n10001,red,36,5\n10001,red,37,x\n10002,blue,38,1\n";

    @TempDir static Path home;
    private static Shop shop;
    private static String token;
    private static String reader;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void open() throws IOException {
        shop = new Shop(home);
        token =
                new ApiTokens(shop.ledger.database())
                        .add("erp", false, Instant.now())
                        .orElseThrow();
        reader =
                new ApiTokens(shop.ledger.database())
                        .add("wall", true, Instant.now())
                        .orElseThrow();
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @Test
    void uploads_a_sheet_follows_its_run_and_fetches_the_rejects() throws Exception {
        HttpResponse<String> accepted = upload("night.csv", SHEET, "key-1");
        assertThat(accepted.statusCode()).isEqualTo(202);
        String id = json(accepted).get("id").asString();
        String run = runOf(id);

        String events = get("/api/runs/" + run + "/events", token).body();
        assertThat(events).contains("event:run").endsWith("\n\n");
        assertThat(events.substring(events.lastIndexOf("data:"))).contains("\"COMPLETED\"");

        JsonNode answer = json(get("/api/runs/" + run, token));
        assertThat(answer.at("/run/state").asString()).isEqualTo("COMPLETED");
        assertThat(answer.at("/run/rows/read").asInt()).isEqualTo(3);
        assertThat(answer.at("/run/by").asString()).isEqualTo("token erp");
        assertThat(answer.get("files").toString()).contains("rejected.csv", "report.json");
        assertThat(json(get("/api/runs/" + run + "/problems?code=stock.format", token)).toString())
                .contains("\"total\":1", "\"row\":3", "\"value\":\"x\"");
        assertThat(json(get("/api/runs/" + run + "/problems", token)).toString())
                .contains("\"total\":2", "colour.held");
        assertThat(get("/api/runs/" + run + "/files/rejected.csv", token).body())
                .contains("10001,red,37,x");
        assertThat(json(get("/api/runs", reader)).get("items").get(0).get("run").asString())
                .isEqualTo(run);
    }

    @Test
    void two_requests_with_one_key_make_one_import() throws Exception {
        String sheet = "pid,colour,size,stock\n10003,red,36,5\n";
        String first = json(upload("twice.csv", sheet, "key-2")).get("id").asString();
        String second = json(upload("twice.csv", sheet, "key-2")).get("id").asString();
        assertThat(second).isEqualTo(first);
        assertThat(runOf(first)).contains("twice");
    }

    @Test
    void needs_a_token_and_a_read_only_token_may_only_read() throws Exception {
        HttpResponse<String> nobody = get("/api/runs", "stockload_guess");
        assertThat(nobody.statusCode()).isEqualTo(401);
        assertThat(nobody.body()).contains("stockload tokens add");
        assertThat(get("/api/runs", null).statusCode()).isEqualTo(401);
        HttpResponse<String> refused = post("/api/runs/x/stop", reader);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("may only read");
        assertThat(get("/api/quotas", reader).statusCode()).isEqualTo(200);
        assertThat(uploadAs(reader, "/api/diffs").statusCode()).as("sends nothing").isEqualTo(200);
        assertThat(uploadAs(reader, "/api/imports").statusCode()).isEqualTo(403);
        assertThat(uploadAs(null, "/api/diffs").statusCode()).isEqualTo(401);
        assertThat(post("/api/jobs/none/diff", reader).statusCode()).isEqualTo(404);
        assertThat(post("/api/runs/none/undo", reader).statusCode()).isEqualTo(403);
        HttpRequest head =
                request("/api/quotas", reader).method("HEAD", BodyPublishers.noBody()).build();
        assertThat(http.send(head, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
    }

    @Test
    void refusals_are_json() throws Exception {
        HttpResponse<String> none = get("/api/runs/none", token);
        assertThat(none.statusCode()).isEqualTo(404);
        assertThat(json(none).get("detail").asString()).isEqualTo("There is no run none");
        assertThat(post("/api/jobs/none/imports", token).statusCode()).isEqualTo(404);
        assertThat(get("/api/runs?page=x", token).statusCode()).isEqualTo(400);
        assertThat(post("/api/imports", token).statusCode()).isEqualTo(415);
    }

    @Test
    void runs_a_job_by_its_name() throws Exception {
        Files.createDirectories(home.resolve("jobs"));
        shop.write("jobs/nightly.yml", "read: n.csv\n");
        shop.write("n.csv", "pid,colour,size,stock\n10004,red,36,5\n");
        JsonNode imports = json(post("/api/jobs/nightly/imports", token));
        assertThat(runOf(imports.get(0).get("id").asString())).contains("nightly");
    }

    @Test
    void describes_itself() throws Exception {
        JsonNode description = json(get("/api/openapi.json", null));
        assertThat(description.get("openapi").asString()).startsWith("3.");
        assertThat(description.get("paths").propertyNames())
                .contains("/api/runs", "/api/runs/{id}/events", "/api/imports", "/api/quotas");
    }

    @Test
    void fetches_details_and_marks_them_but_writes_no_file_for_others() throws Exception {
        String order = "{\"account\":\"default\",\"products\":[\"SL-10020\",5]%s}";
        HttpResponse<String> accepted = posted("/api/details", order.formatted(""));
        assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
        String job = json(accepted).get("id").asString();
        assertThat(awaitEnd(job)).isEqualTo("COMPLETED");
        assertThat(get("/api/details/" + job + "/products", token).body().lines()).hasSize(1);
        assertThat(
                        json(posted(
                                        "/api/published",
                                        "{\"account\":\"default\",\"products\":[\"SL-10020\",7],\"published\":true}"))
                                .toString())
                .contains("\"changed\":1", "\"neverFetched\":[7]");

        Path file = home.resolve("x.csv");
        HttpResponse<String> refused =
                posted("/api/details", order.formatted(",\"out\":\"" + file.toUri() + "\""));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("out");
        assertThat(posted("/api/details", "{}").statusCode()).isEqualTo(400);
        assertThat(file).doesNotExist();
    }

    @Test
    void details_can_be_stopped_and_resumed() throws Exception {
        String products =
                IntStream.range(10021, 10220)
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining(","));
        HttpResponse<String> accepted =
                posted("/api/details", "{\"products\":[%s]}".formatted(products));
        String job = json(accepted).get("id").asString();
        while (fetched(job) < 20) {
            Thread.sleep(5);
        }
        assertThat(post("/api/details/" + job + "/stop", token).statusCode()).isEqualTo(202);
        assertThat(awaitEnd(job)).isEqualTo("STOPPED");
        assertThat(json(get("/api/details/" + job, token)).get("waits").asBoolean()).isFalse();
        assertThat(post("/api/details/" + job + "/stop", token).statusCode()).isEqualTo(409);

        HttpResponse<String> resumed = post("/api/details/" + job + "/resume", token);
        assertThat(resumed.statusCode()).as(resumed.body()).isEqualTo(202);
        assertThat(json(resumed).get("waits").asBoolean()).isTrue();
        assertThat(post("/api/details/" + job + "/stop", token).statusCode()).isEqualTo(202);
        assertThat(awaitEnd(job)).isEqualTo("STOPPED");
    }

    /** The state of a details job once it neither runs nor waits. */
    private String awaitEnd(String job) throws Exception {
        JsonNode now = json(get("/api/details/" + job, token));
        while (now.get("waits").asBoolean() || now.get("state").asString().equals("RUNNING")) {
            Thread.sleep(20);
            now = json(get("/api/details/" + job, token));
        }
        return now.get("state").asString();
    }

    private long fetched(String job) throws Exception {
        return get("/api/details/" + job + "/products", token).body().lines().count();
    }

    @Test
    void describes_each_operation_in_words_with_its_refusals() throws Exception {
        JsonNode paths = json(get("/api/openapi.json", null)).get("paths");
        for (String path : paths.propertyNames()) {
            for (JsonNode operation : paths.get(path)) {
                assertThat(operation.path("summary").asString("")).as(path).isNotBlank();
                assertThat(operation.get("responses").propertyNames()).as(path).contains("401");
                if (path.contains("{")) {
                    assertThat(operation.get("responses").propertyNames()).as(path).contains("404");
                }
                assertThat(operation.toString()).as(path).doesNotContain("SseEmitter");
            }
            assertThat(path).as("for other programs").doesNotContain("/local");
        }
    }

    @Test
    void names_a_sheet_as_its_sender_does() throws Exception {
        String id =
                json(upload("Stock of May.csv", "pid,colour,size,stock\n10009,red,36,5\n", null))
                        .get("id")
                        .asString();
        String run = runOf(id);
        assertThat(get("/api/runs/" + run + "/events", token).body())
                .contains("\"file\":\"Stock of May.csv\"")
                .doesNotContain("uploads");
        assertThat(json(get("/api/runs/" + run, token)).at("/run/file").asString())
                .isEqualTo("Stock of May.csv");
        assertThat(get("/api/runs", token).body()).doesNotContain("uploads");
    }

    @Test
    void answers_with_the_run_at_once() throws Exception {
        String sheet = "pid,colour,size,stock\n10010,red,36,5\n";
        HttpResponse<String> answer = upload("w.csv", sheet, null);
        assertThat(json(answer).get("run").asString("")).isNotEmpty();

        String id = json(upload("letter.csv", "Dear Sir\n", null)).get("id").asString();
        String run = json(get("/api/imports/" + id, token)).get("run").asString();
        assertThat(get("/api/runs/" + run + "/events", token).body()).contains("\"FAILED\"");
        assertThat(json(get("/api/runs/" + run, token)).get("message").asString())
                .contains("letter.csv")
                .doesNotContain("uploads");
    }

    @Test
    void one_key_is_for_one_program_and_free_again_after_a_mistake() throws Exception {
        assertThat(post("/api/jobs/none/imports", token, "k").statusCode()).isEqualTo(404);
        Files.createDirectories(home.resolve("jobs"));
        shop.write("jobs/none.yml", "read: k.csv\n");
        shop.write("k.csv", "pid,colour,size,stock\n10011,red,36,5\n");
        HttpResponse<String> mine = post("/api/jobs/none/imports", token, "k");
        assertThat(mine.statusCode()).isEqualTo(202);
        Files.delete(home.resolve("jobs/none.yml"));
        assertThat(post("/api/jobs/none/imports", token, "k").body())
                .contains(json(mine).get(0).get("id").asString());
        String other =
                new ApiTokens(shop.ledger.database())
                        .add("shop", false, Instant.now())
                        .orElseThrow();
        assertThat(post("/api/jobs/none/imports", other, "k").statusCode()).isEqualTo(404);
    }

    @Test
    void an_unknown_page_is_a_text_and_an_unknown_resource_is_json() throws Exception {
        HttpResponse<String> page = get("/nowhere", null);
        assertThat(page.statusCode()).isEqualTo(404);
        assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
        assertThat(page.body()).contains("Page not found", "There is nothing at this address");
        assertThat(get("/error", null).statusCode()).as("nothing has failed").isEqualTo(404);
        HttpResponse<String> resource = get("/api/nowhere", token);
        assertThat(resource.statusCode()).isEqualTo(404);
        assertThat(json(resource).get("detail").asString()).contains("/api/openapi.json");
    }

    /** The run of an import once it has started. */
    private String runOf(String id) throws Exception {
        for (int i = 0; i < 600; i++) {
            JsonNode run = json(get("/api/imports/" + id, token)).get("run");
            if (!run.isNull()) {
                return run.asString();
            }
            Thread.sleep(50);
        }
        throw new AssertionError("The import " + id + " did not begin");
    }

    @Test
    void a_key_is_for_one_sheet_and_an_upload_has_one_file() throws Exception {
        String header = "pid,colour,size,stock\n";
        String first = header + "10003,key,36,1\n";
        assertThat(upload("a.csv", first, "one-sheet").statusCode()).isEqualTo(202);
        assertThat(upload("a.csv", first, "one-sheet").statusCode()).isEqualTo(202);
        HttpResponse<String> other = upload("b.csv", header + "10003,key,36,2\n", "one-sheet");
        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(json(other).get("detail").asString()).contains("another sheet", "new one");

        String two =
                first
                        + "\r\n"
                        + "--xx\r\n"
                        + "Content-Disposition: form-data; name=\"file\";"
                        + " filename=\"c.csv\"\r\n\r\n"
                        + first;
        HttpResponse<String> both = upload("a.csv", two, null);
        assertThat(both.statusCode()).isEqualTo(400);
        assertThat(json(both).get("detail").asString()).contains("one file");
    }

    private HttpResponse<String> uploadAs(String with, String path) throws Exception {
        return upload(request(path, with), "read.csv", SHEET);
    }

    private HttpResponse<String> upload(String name, String sheet, String key) throws Exception {
        return upload("/api/imports", name, sheet, key);
    }

    private HttpResponse<String> upload(String path, String name, String sheet, String key)
            throws Exception {
        HttpRequest.Builder request = request(path, token);
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        return upload(request, name, sheet);
    }

    private HttpResponse<String> upload(HttpRequest.Builder request, String name, String sheet)
            throws Exception {
        return http.send(
                request.header("Content-Type", "multipart/form-data; boundary=xx")
                        .POST(
                                BodyPublishers.ofString(
                                        "--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\n\r\n%s\r\n--xx--\r\n"
                                                .formatted(name, sheet)))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path, String with) throws Exception {
        return http.send(request(path, with).GET().build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> posted(String path, String json) throws Exception {
        return http.send(
                request(path, token)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String with) throws Exception {
        return http.send(
                request(path, with).POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String with, String key) throws Exception {
        return http.send(
                request(path, with)
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String path, String with) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(shop.address() + path));
        return with == null ? request : request.header("Authorization", "Bearer " + with);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JSON.readTree(answer.body());
    }
}
