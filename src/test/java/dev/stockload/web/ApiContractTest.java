package dev.stockload.web;

import static dev.stockload.web.ApiFixture.FORM;
import static dev.stockload.web.ApiFixture.HEADER;
import static dev.stockload.web.ApiFixture.detail;
import static dev.stockload.web.ApiFixture.json;
import static dev.stockload.web.ApiFixture.option;
import static dev.stockload.web.ApiFixture.part;
import static dev.stockload.web.ApiFixture.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.web.parts.ConsoleAddress;
import dev.stockload.web.parts.Uploads;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Every API answer is JSON, and no request is performed twice. */
@Tag("soak")
class ApiContractTest {
    @TempDir static Path home;
    @AutoClose private static ApiFixture api;
    private static Shop shop;

    @BeforeAll
    static void open() throws IOException {
        api = new ApiFixture(home);
        shop = api.shop;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    GET    | /api                     | 404
                    GET    | /api/                    | 404
                    GET    | /api/nowhere/at/all      | 404
                    POST   | /api/nowhere             | 404
                    DELETE | /api/runs                | 405
                    POST   | /api/runs                | 405
                    PUT    | /api/imports             | 405
                    GET    | /api/runs/x/undo/more    | 404
                    GET    | /api/runs?page=-1        | 400
                    GET    | /api/runs?page=0         | 400
                    GET    | /api/runs?page=x         | 400
                    GET    | /api/runs/%2e%2e%2fsecret | 4xx
                    POST   | /api/imports             | 415
                    GET    | /api/jobs/none           | 4xx
                    GET    | /api/runs/a;b            | 4xx
                    TRACE  | /api/runs                | 405
                    """)
    void refuses_in_json_and_in_a_sentence(String method, String path, String status)
            throws Exception {
        HttpResponse<String> answer = api.send(method, path);
        assertThat(String.valueOf(answer.statusCode()))
                .startsWith(status.replace("xx", ""))
                .as(answer.body());
        assertThat(answer.headers().firstValue("Content-Type").orElse(""))
                .as(answer.body())
                .startsWith("application/problem+json");
        assertThat(json(answer).get("detail").asString()).isNotBlank().doesNotContain("No message");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    account   | outlt    | There is no account 'outlt'; choose among default
                    send      | chnaged  | send does not take 'chnaged': did you mean 'changed'?
                    fill      | banana   | fill does not take 'banana'; it can be product, item or colour
                    values    | XL=44    | values takes FIELD:FOUND=NEW, such as size:XL=44, but this is 'XL=44'
                    delimiter | xx       | delimiter takes a plain character or one of comma, semicolon, tab and bar, but this is 'xx'
                    again     | maybe    | again is 'maybe': use true or false
                    missing   | zerro    | missing does not take 'zerro': did you mean 'zero'?
                    mising    | zero     | There is no part 'mising' here; it takes file, account, again, sheet
                    all-sheets | maybe   | all-sheets is 'maybe': use true or false
                    """)
    void a_misspelt_parameter_is_refused(String name, String value, String words) throws Exception {
        String form = option(name, value) + part("misspelt.csv", HEADER + "10003,red,36,5\n");
        HttpResponse<String> answer = api.post("/api/imports", FORM, form);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(detail(answer)).contains(words);
    }

    @Test
    void the_sandbox_is_an_account_that_no_setting_names() throws Exception {
        String form = option("account", "sandbox") + part("try.csv", HEADER + "10001,red,36,5\n");
        HttpResponse<String> answer = api.post("/api/diffs", FORM, form);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void values_say_how_the_texts_of_an_upload_are_read() throws Exception {
        String form =
                option("values", "size:XL=44")
                        + option("values", "size:XS=34")
                        + part("values.csv", HEADER + "10003,values,XL,5\n10003,values,XS,5\n");
        String run = run(api.post("/api/imports", FORM, form));
        api.ended(run);
        assertThat(json(api.get("/api/runs/" + run)).at("/rows"))
                .hasToString("{\"read\":2,\"accepted\":2,\"rejected\":0,\"held\":0}");
    }

    @Test
    void says_that_a_sheet_was_already_imported_and_how_to_send_it_again() throws Exception {
        String sheet = HEADER + "10003,already,36,5\n";
        HttpResponse<String> first =
                api.post(
                        "/api/imports",
                        FORM,
                        option("send", "changed") + part("already.csv", sheet));
        // It may say that it waits.
        assertThat(json(first).path("message").asString("")).doesNotContain("already");
        String run = run(first);
        api.ended(run);

        JsonNode second =
                json(
                        api.post(
                                "/api/imports",
                                FORM,
                                option("send", "changed") + part("already.csv", sheet)));

        assertThat(second.get("run").asString()).isEqualTo(run);
        assertThat(second.get("state").asString()).isEqualTo("COMPLETED");
        String words =
                "This sheet was already imported by run %s, so nothing was sent. again=true sends it again"
                        .formatted(run);
        assertThat(second.get("message").asString()).isEqualTo(words);
    }

    @Test
    void the_monitor_of_a_job_is_called_for_api_runs_too() throws Exception {
        try (MockWebServer monitor = new MockWebServer()) {
            monitor.start();
            for (int call = 0; call < 4; call++) {
                monitor.enqueue(new MockResponse.Builder().code(200).build());
            }
            shop.write("watched.csv", "pid,colour,size,stock\n10012,red,36,1\n");
            shop.write(
                    "jobs/watched.yml",
                    "read: watched.csv\nping: \"http://localhost:%d/w\"\n"
                            .formatted(monitor.getPort()));
            api.post("/api/jobs/watched/imports");
            assertThat(monitor.takeRequest().getTarget()).isEqualTo("/w/start");
            assertThat(monitor.takeRequest().getTarget()).isEqualTo("/w");

            shop.write("watched.csv", "no,stock,sheet\n");
            api.post("/api/jobs/watched/imports");
            assertThat(monitor.takeRequest().getTarget()).isEqualTo("/w/start");
            assertThat(monitor.takeRequest().getTarget()).isEqualTo("/w/fail");
        }
    }

    @Test
    void runs_a_job_again_with_again_true() throws Exception {
        shop.write("jobs/repeated.yml", "read: repeated.csv\n");
        shop.write("repeated.csv", HEADER + "10003,repeated,36,5\n");
        String run = json(api.post("/api/jobs/repeated/imports")).at("/0/run").asString();
        assertThat(run).contains("repeated");
        api.ended(run);

        JsonNode known = json(api.post("/api/jobs/repeated/imports")).get(0);
        assertThat(known.get("message").asString()).contains("already imported by run " + run);
        JsonNode again = json(api.post("/api/jobs/repeated/imports?again=true")).get(0);
        assertThat(again.get("run").asString()).isNotEqualTo(run);
        api.ended(again.get("run").asString());
    }

    @Test
    void a_late_sheet_is_listed_and_imported_as_the_newest_with_file() throws Exception {
        shop.write("jobs/later.yml", "read: nights/*.csv\n");
        night("tue", 20);
        api.ended(json(api.post("/api/jobs/later/imports")).at("/0/run").asString());
        night("mon", 30);
        api.post("/api/jobs/later/imports");
        JsonNode late = late("later");
        assertThat(late.at("/0/sentence").asString()).contains("is older than the newest sheet");
        String file = URLEncoder.encode(late.at("/0/file").asString(), StandardCharsets.UTF_8);

        HttpResponse<String> other = api.post("/api/jobs/later/imports?file=jobs/later.yml");
        assertThat(other.statusCode()).isEqualTo(404);
        assertThat(detail(other)).isEqualTo("Job later has no late sheet jobs/later.yml");
        JsonNode run = json(api.post("/api/jobs/later/imports?file=" + file));
        api.ended(run.at("/0/run").asString());
        assertThat(late("later")).isEmpty();
        assertThat(detail(api.post("/api/jobs/later/imports?first=some")))
                .isEqualTo("first is all or newest, but this is 'some'");
    }

    private JsonNode late(String job) throws Exception {
        return json(api.get("/api/jobs"))
                .valueStream()
                .filter(each -> each.get("job").asString().equals(job))
                .findFirst()
                .orElseThrow()
                .get("late");
    }

    private void night(String name, int minutesAgo) throws IOException {
        Path sheet =
                shop.write("nights/" + name + ".csv", HEADER + "10003,%s,36,5\n".formatted(name));
        Instant then = Instant.now().minusSeconds(minutesAgo * 60L);
        Files.setLastModifiedTime(sheet, FileTime.from(then));
    }

    @Test
    void an_impossible_page_number_is_refused() throws Exception {
        assertThat(detail(api.get("/api/runs?page=-1"))).contains("page is -1", "from 1");
        assertThat(detail(api.get("/api/runs?page=x"))).contains("page is 'x'", "whole number");
    }

    @Test
    void a_page_after_the_last_is_empty() throws Exception {
        String run = api.imported("paged.csv", "10003,red,36,x\n");
        assertThat(json(api.get("/api/runs?job=nobodys")).get("total").asInt()).isZero();
        JsonNode byHand = json(api.get("/api/runs?job=import"));
        assertThat(byHand.get("total").asInt()).isPositive();
        assertThat(byHand.get("items")).allMatch(it -> it.get("job").asString().equals("import"));
        for (String path : new String[] {"/api/runs", "/api/runs/" + run + "/problems"}) {
            for (String page : new String[] {"99999", "2147483647"}) {
                JsonNode answer = json(api.get(path + "?page=" + page));
                assertThat(answer.get("page").asString()).as(path).isEqualTo(page);
                assertThat(answer.get("pages").asInt()).as(path).isEqualTo(1);
                assertThat(answer.get("total").asInt()).as(path).isPositive();
                assertThat(answer.get("items")).as(path).isEmpty();
            }
        }
    }

    /** As serve does when it is stopped: first the runs, then the web server. */
    @Test
    void a_client_that_follows_a_queued_run_gets_its_stop() throws Exception {
        try (Shop stopped = new Shop(home.resolve("stopped"))) {
            stopped.queue.submit(
                    stopped.order(stopped.write("first.csv", ApiFixture.sheetOf(1500))));
            String second =
                    stopped.queue
                            .submit(
                                    stopped.order(
                                            stopped.write("second.csv", HEADER + "10003,a,36,1\n")))
                            .run();
            HttpResponse<Stream<String>> events =
                    ApiFixture.HTTP.send(
                            new ApiFixture(stopped)
                                    .request("/api/runs/" + second + "/events")
                                    .build(),
                            BodyHandlers.ofLines());
            try (Stream<String> lines = events.body()) {
                Iterator<String> each = lines.iterator();
                assertThat(each.next()).isEqualTo("event:run");
                stopped.queue.stopAll();
                stopped.endConsole();
                List<String> rest = new ArrayList<>();
                each.forEachRemaining(rest::add);
                assertThat(rest.toString()).contains("\"state\":\"STOPPED\"", "resume " + second);
            } finally {
                stopped.startConsole();
            }
        }
    }

    @Test
    void a_too_large_file_of_unknown_length_is_refused_in_json() throws Exception {
        byte[] head =
                part("big.csv", "").replace("\r\n--xx--\r\n", "").getBytes(StandardCharsets.UTF_8);
        InputStream body =
                new InputStream() {
                    private long left = Uploads.LIMIT_BYTES + 2_000_000;
                    private int at;

                    @Override
                    public int read() {
                        return at < head.length ? head[at++] : left-- > 0 ? '\n' : -1;
                    }

                    @Override
                    public int read(byte[] bytes, int from, int length) {
                        int n = 0;
                        for (int b; n < length && (b = read()) >= 0; n++) {
                            bytes[from + n] = (byte) b;
                        }
                        return n == 0 ? -1 : n;
                    }
                };
        HttpResponse<String> answer =
                api.post("/api/imports", FORM, BodyPublishers.ofInputStream(() -> body));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(413);
        assertThat(detail(answer)).as(answer.body()).contains("200 MB");
    }

    @Test
    void a_too_large_file_is_refused_in_json_before_it_is_read() throws Exception {
        URI at = URI.create(shop.address());
        try (Socket socket = new Socket(at.getHost(), at.getPort())) {
            socket.getOutputStream()
                    .write(
                            "POST /api/imports HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 999999999\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(600), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 413")
                    .contains("application/problem+json", "200 MB");
        }
    }

    @Test
    void a_repeated_key_gets_its_run_after_a_restart_too() throws Exception {
        String sheet = HEADER + "10003,red,36,5\n";
        HttpResponse<String> first = api.upload("kept.csv", sheet, "kept");
        String run = run(first);
        assertThat(first.headers().firstValue("Location")).contains("/api/runs/" + run);
        api.ended(run);
        shop.restartConsole();
        assertThat(json(api.upload("kept.csv", sheet, "kept")).get("run").asString())
                .isEqualTo(run);
        assertThat(api.upload("kept.csv", HEADER + "10003,red,36,6\n", "kept").statusCode())
                .isEqualTo(422);
        assertThat(json(api.get("/api/runs/" + run)).get("state").asString())
                .isEqualTo("COMPLETED");
        HttpResponse<String> old = api.get("/api/imports/" + run);
        assertThat(old.statusCode()).isEqualTo(308);
        assertThat(old.headers().firstValue("Location")).contains("/api/runs/" + run);
    }

    @Test
    void an_undo_answers_with_its_own_run_once_for_a_key() throws Exception {
        String run = api.imported("undone.csv", "10004,red,36,5\n");
        HttpResponse<String> first = api.post("/api/runs/" + run + "/undo", "u");
        assertThat(first.statusCode()).as(first.body()).isEqualTo(202);
        String undo = run(first);
        assertThat(undo).isNotEqualTo(run);
        assertThat(first.headers().firstValue("Location")).contains("/api/runs/" + undo);
        api.ended(undo);
        assertThat(
                        json(api.upload("undone.csv", HEADER + "10004,red,36,5\n"))
                                .get("message")
                                .asString())
                .startsWith(
                        "This sheet was already imported by run %s, which was undone on "
                                .formatted(run))
                .endsWith(
                        " by run %s, so nothing was sent. again=true sends it again"
                                .formatted(undo));
        shop.restartConsole();
        assertThat(json(api.post("/api/runs/" + run + "/undo", "u")).get("run").asString())
                .isEqualTo(undo);
        String nothing = api.imported("letter.csv", null);
        assertThat(api.post("/api/runs/" + nothing + "/undo").statusCode()).isEqualTo(422);
        int runs = shop.ledger.runs().size("");
        HttpResponse<String> again = api.post("/api/runs/" + run + "/undo");
        assertThat(again.statusCode()).as(again.body()).isEqualTo(422);
        assertThat(again.body()).contains("There is nothing to restore");
        assertThat(shop.ledger.runs().size("")).isEqualTo(runs);
    }

    @Test
    void the_list_of_runs_says_why_they_failed() throws Exception {
        String run = api.imported("dear.csv", null);
        JsonNode listed = null;
        for (JsonNode each : json(api.get("/api/runs")).get("items")) {
            if (each.get("run").asString().equals(run)) {
                listed = each;
            }
        }
        assertThat(listed.get("state").asString()).isEqualTo("FAILED");
        assertThat(listed.get("message").asString()).contains("dear.csv").doesNotContain("uploads");
        assertThat(shop.visitor().get("/runs").body()).contains("dear.csv has no header");
    }

    @Test
    void lists_jobs_with_their_times_and_describes_the_parts_of_an_upload() throws Exception {
        shop.write("jobs/night.yml", "read: n.csv\nschedule: \"30 1 * * *\"\nzone: UTC\n");
        shop.write("jobs/odd.yml", "reed: n.csv\n");
        JsonNode jobs = json(api.get("/api/jobs"));
        assertThat(jobs.toString()).contains("\"job\":\"night\"", "\"schedule\":\"30 1 * * *\"");
        assertThat(jobs.toString()).contains("T01:30:00Z", "reed");

        JsonNode form =
                json(api.get("/api/openapi.json"))
                        .at("/paths/~1api~1imports/post/requestBody/content")
                        .get("multipart/form-data")
                        .get("schema");
        assertThat(form.get("properties").propertyNames())
                .contains("file", "account", "send", "again", "all-sheets", "fill", "column-stock");
        assertThat(form.at("/properties/file/format").asString()).isEqualTo("binary");
        assertThat(form.get("required").toString()).isEqualTo("[\"file\"]");
    }

    @Test
    void health_and_metrics_work_without_pages() throws Exception {
        ConsoleAddress noPages =
                new ConsoleAddress(InetAddress.getLoopbackAddress(), 0, null, Set.of(), false);
        try (Console console = Console.start(shop.options(noPages))) {
            String at = "http://127.0.0.1:" + console.port();
            assertThat(plain(at + "/actuator/health").body()).contains("UP");
            assertThat(plain(at + "/actuator/prometheus").body()).contains("stockload_runs");
            assertThat(plain(at + "/runs").statusCode()).isEqualTo(404);
        } finally {
            shop.restartConsole();
        }
    }

    private static HttpResponse<String> plain(String address) throws Exception {
        return ApiFixture.HTTP.send(
                HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
    }
}
