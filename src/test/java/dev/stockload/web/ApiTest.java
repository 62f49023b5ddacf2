package dev.stockload.web;

import static dev.stockload.web.ApiFixture.BODY;
import static dev.stockload.web.ApiFixture.FORM;
import static dev.stockload.web.ApiFixture.detail;
import static dev.stockload.web.ApiFixture.json;
import static dev.stockload.web.ApiFixture.part;
import static dev.stockload.web.ApiFixture.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

@Tag("soak")
class ApiTest {
    private static final String SHEET =
            "pid,colour,size,stock\n10001,red,36,5\n10001,red,37,x\n10002,blue,38,1\n";

    @TempDir static Path home;
    @AutoClose private static ApiFixture api;
    private static ApiFixture reader;
    private static ApiFixture nobody;
    private static Shop shop;

    @BeforeAll
    static void open() throws IOException {
        api = new ApiFixture(home);
        reader = api.reader();
        nobody = api.with(null);
        shop = api.shop;
    }

    @Test
    void uploads_a_sheet_follows_its_run_and_fetches_the_rejects() throws Exception {
        HttpResponse<String> accepted = api.upload("night.csv", SHEET, "key-1");
        assertThat(accepted.statusCode()).isEqualTo(202);
        String run = run(accepted);

        String events = api.get("/api/runs/" + run + "/events").body();
        assertThat(events).contains("event:run").endsWith("\n\n");
        assertThat(events.substring(events.lastIndexOf("data:"))).contains("\"COMPLETED\"");

        JsonNode answer = json(api.get("/api/runs/" + run));
        assertThat(answer.get("state").asString()).isEqualTo("COMPLETED");
        assertThat(answer.at("/rows/read").asInt()).isEqualTo(3);
        assertThat(answer.get("by").asString()).isEqualTo("token program-0");
        assertThat(answer.get("files").toString()).contains("rejected.csv", "report.json");
        assertThat(json(api.get("/api/runs/" + run + "/problems?code=stock.format")).toString())
                .contains("\"total\":1", "\"row\":3", "\"value\":\"x\"");
        assertThat(json(api.get("/api/runs/" + run + "/problems")).toString())
                .contains("\"total\":2", "colour.held");
        assertThat(api.get("/api/runs/" + run + "/files/rejected.csv").body())
                .contains("10001,red,37,x");
        assertThat(json(reader.get("/api/runs")).get("items").get(0).get("run").asString())
                .isEqualTo(run);
    }

    @Test
    void needs_a_token_and_a_read_only_token_may_only_read() throws Exception {
        HttpResponse<String> guess = api.with("stockload_guess").get("/api/runs");
        assertThat(guess.statusCode()).isEqualTo(401);
        assertThat(guess.body()).contains("stockload tokens add");
        assertThat(nobody.get("/api/runs").statusCode()).isEqualTo(401);
        HttpResponse<String> refused = reader.post("/api/runs/x/stop");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("may only read");
        assertThat(reader.get("/api/quotas").statusCode()).isEqualTo(200);
        assertThat(reader.post("/api/diffs", FORM, part("read.csv", SHEET)).statusCode())
                .as("sends nothing")
                .isEqualTo(200);
        assertThat(reader.post("/api/imports", FORM, part("read.csv", SHEET)).statusCode())
                .isEqualTo(403);
        assertThat(nobody.post("/api/diffs", FORM, part("read.csv", SHEET)).statusCode())
                .isEqualTo(401);
        assertThat(reader.post("/api/jobs/none/diff").statusCode()).isEqualTo(404);
        assertThat(reader.post("/api/runs/none/undo").statusCode()).isEqualTo(403);
        assertThat(reader.send("HEAD", "/api/quotas").statusCode()).isEqualTo(200);
    }

    @Test
    void fetches_details_and_marks_them_but_writes_no_file_for_others() throws Exception {
        String order = "{\"account\":\"default\",\"products\":[\"SL-10020\",5]%s}";
        HttpResponse<String> accepted = api.post("/api/details", BODY, order.formatted(""));
        assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
        String job = json(accepted).get("run").asString();
        assertThat(awaitEnd(job)).isEqualTo("COMPLETED");
        assertThat(api.get("/api/details/" + job + "/products").body().lines()).hasSize(1);
        assertThat(
                        json(api.post(
                                        "/api/published",
                                        BODY,
                                        "{\"account\":\"default\",\"products\":[\"SL-10020\",10020,7,7],\"published\":true}"))
                                .toString())
                .contains("\"changed\":1", "\"neverFetched\":[7]", "\"before\":0");

        Path file = home.resolve("x.csv");
        HttpResponse<String> refused =
                api.post(
                        "/api/details", BODY, order.formatted(",\"out\":\"" + file.toUri() + "\""));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("out");
        assertThat(api.post("/api/details", BODY, "{}").statusCode()).isEqualTo(400);
        assertThat(file).doesNotExist();
    }

    @Test
    void details_can_be_stopped_and_resumed() throws Exception {
        String products =
                IntStream.range(10021, 10220)
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining(","));
        HttpResponse<String> accepted =
                api.post("/api/details", BODY, "{\"products\":[%s]}".formatted(products));
        String job = json(accepted).get("run").asString();
        Wait.until(() -> fetched(job) >= 20);
        assertThat(api.post("/api/details/" + job + "/stop").statusCode()).isEqualTo(202);
        assertThat(awaitEnd(job)).isEqualTo("STOPPED");
        assertThat(json(api.get("/api/details/" + job)).get("waits").asBoolean()).isFalse();
        assertThat(api.post("/api/details/" + job + "/stop").statusCode()).isEqualTo(409);

        HttpResponse<String> resumed = api.post("/api/details/" + job + "/resume");
        assertThat(resumed.statusCode()).as(resumed.body()).isEqualTo(202);
        assertThat(json(resumed).get("waits").asBoolean()).isTrue();
        assertThat(api.post("/api/details/" + job + "/stop").statusCode()).isEqualTo(202);
        assertThat(awaitEnd(job)).isEqualTo("STOPPED");
    }

    /** The state of a details job once it neither runs nor waits. */
    private String awaitEnd(String job) throws Exception {
        JsonNode now = json(api.get("/api/details/" + job));
        while (now.get("waits").asBoolean() || now.get("state").asString().equals("RUNNING")) {
            Thread.sleep(20);
            now = json(api.get("/api/details/" + job));
        }
        return now.get("state").asString();
    }

    private long fetched(String job) throws Exception {
        return api.get("/api/details/" + job + "/products").body().lines().count();
    }

    @Test
    void describes_each_operation_in_words_with_its_refusals() throws Exception {
        JsonNode description = json(nobody.get("/api/openapi.json"));
        assertThat(description.get("openapi").asString()).startsWith("3.");
        JsonNode paths = description.get("paths");
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
        String run = run(api.upload("Stock of May.csv", "pid,colour,size,stock\n10009,red,36,5\n"));
        assertThat(api.get("/api/runs/" + run + "/events").body())
                .contains("\"file\":\"Stock of May.csv\"")
                .doesNotContain("uploads");
        assertThat(json(api.get("/api/runs/" + run)).get("file").asString())
                .isEqualTo("Stock of May.csv");
        assertThat(api.get("/api/runs").body()).doesNotContain("uploads");
    }

    @Test
    void answers_with_the_run_at_once() throws Exception {
        String sheet = "pid,colour,size,stock\n10010,red,36,5\n";
        HttpResponse<String> answer = api.upload("w.csv", sheet);
        assertThat(json(answer).get("run").asString("")).isNotEmpty();

        String run = run(api.upload("letter.csv", "Dear Sir\n"));
        assertThat(api.get("/api/runs/" + run + "/events").body()).contains("\"FAILED\"");
        assertThat(json(api.get("/api/runs/" + run)).get("message").asString())
                .contains("letter.csv")
                .doesNotContain("uploads");
    }

    @Test
    void one_key_is_for_one_program_and_free_again_after_a_mistake() throws Exception {
        assertThat(api.post("/api/jobs/none/imports", "k").statusCode()).isEqualTo(404);
        shop.write("jobs/none.yml", "read: k.csv\n");
        shop.write("k.csv", "pid,colour,size,stock\n10011,red,36,5\n");
        HttpResponse<String> mine = api.post("/api/jobs/none/imports", "k");
        assertThat(mine.statusCode()).isEqualTo(202);
        Files.delete(home.resolve("jobs/none.yml"));
        assertThat(api.post("/api/jobs/none/imports", "k").body())
                .contains(json(mine).get(0).get("run").asString());
        ApiFixture other = new ApiFixture(shop);
        assertThat(other.post("/api/jobs/none/imports", "k").statusCode()).isEqualTo(404);
    }

    @Test
    void an_unknown_page_is_a_text_and_an_unknown_resource_is_json() throws Exception {
        HttpResponse<String> page = nobody.get("/nowhere");
        assertThat(page.statusCode()).isEqualTo(404);
        assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
        assertThat(page.body()).contains("Page not found", "There is nothing at this address");
        assertThat(nobody.get("/error").statusCode()).as("nothing has failed").isEqualTo(404);
        HttpResponse<String> resource = api.get("/api/nowhere");
        assertThat(resource.statusCode()).isEqualTo(404);
        assertThat(detail(resource)).contains("/api/openapi.json");
        assertThat(detail(api.get("/api/runs/none"))).isEqualTo("There is no run none");
    }

    @Test
    void a_key_is_for_one_sheet_and_an_upload_has_one_file() throws Exception {
        String header = "pid,colour,size,stock\n";
        String first = header + "10003,key,36,1\n";
        HttpResponse<String> once = api.upload("a.csv", first, "one-sheet");
        assertThat(once.statusCode()).isEqualTo(202);
        HttpResponse<String> again = api.upload("a.csv", first, "one-sheet");
        assertThat(again.statusCode()).isEqualTo(202);
        assertThat(run(again)).isEqualTo(run(once));
        HttpResponse<String> other = api.upload("b.csv", header + "10003,key,36,2\n", "one-sheet");
        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(detail(other)).contains("another sheet", "new one");

        String two =
                first
                        + "\r\n"
                        + "--xx\r\n"
                        + "Content-Disposition: form-data; name=\"file\";"
                        + " filename=\"c.csv\"\r\n\r\n"
                        + first;
        for (String to : List.of("/api/imports", "/api/diffs")) {
            HttpResponse<String> both = api.post(to, FORM, part("a.csv", two));
            assertThat(both.statusCode()).as(to).isEqualTo(400);
            assertThat(detail(both)).contains("one file");
        }
    }
}
