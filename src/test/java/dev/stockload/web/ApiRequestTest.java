package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;

/** What a request says is done or refused, and never taken for something else. */
@Tag("soak")
class ApiRequestTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String HEADER = "pid,colour,size,stock\n";
    private static final String FORM = "multipart/form-data; boundary=xx";

    @TempDir static Path home;
    private static Shop shop;
    private static String token;
    private static String sent;
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @BeforeAll
    static void open() throws Exception {
        shop = new Shop(home);
        token = shop.ledger.apiTokens().add("erp", false, Instant.now()).orElseThrow();
        sent = shop.imported(shop.write("sent.csv", HEADER + "10003,red,36,5\n10004,red,36,5\n"));
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    POST | /api/runs/RUN/undo?products=10003 | There is no parameter 'products' here; there is product
                    GET  | /api/runs/RUN/undo?products=10003 | There is no parameter 'products' here; there is product
                    POST | /api/runs/RUN/resume?take-as=sent | There is no parameter 'take-as' here; there are force and takeAs
                    POST | /api/runs/RUN/verify?smaple=1     | There is no parameter 'smaple' here; there is sample
                    POST | /api/runs/RUN/stop?force=true     | There is no parameter 'force' here; there is none
                    POST | /api/jobs/none/imports?agian=true | There is no parameter 'agian' here; there are again and force
                    POST | /api/jobs/none/diff?frehs=true    | There is no parameter 'frehs' here; there is fresh
                    GET  | /api/runs?pgae=2                  | There is no parameter 'pgae' here; there is page
                    GET  | /api/quotas?acount=x              | There is no parameter 'acount' here; there is account
                    GET  | /api/runs?page=%ff                | The parameters cannot be read
                    POST | /api/runs/RUN/undo?product=       | product has no value
                    POST | /api/runs/RUN/undo?product        | product has no value
                    POST | /api/runs/RUN/undo?product=10003, | '' is no product id; product takes ids such as 10001,10002
                    POST | /api/runs/RUN/undo?product=,      | '' is no product id; product takes ids such as 10001,10002
                    POST | /api/runs/RUN/undo?product=x      | 'x' is no product id; product takes ids such as 10001,10002
                    POST | /api/runs/RUN/undo?product=-1     | '-1' is no product id; product takes ids such as 10001,10002
                    GET  | /api/runs/RUN/undo?product=10003, | '' is no product id; product takes ids such as 10001,10002
                    POST | /api/runs/RUN/undo?product=10003&product= | product has no value
                    POST | /api/runs/RUN/verify?sample=      | sample has no value
                    POST | /api/jobs/none/imports?again      | again has no value
                    POST | /api/jobs/none/imports?again=false&again=true | again is given more than once
                    """)
    void refuses_what_it_does_not_know(String method, String path, String words) throws Exception {
        long runs = runs();
        HttpResponse<String> answer = send(method, path.replace("RUN", sent), null, null);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(detail(answer)).startsWith(words);
        assertThat(runs()).as("runs").isEqualTo(runs);
    }

    @Test
    void refuses_what_it_does_not_know_in_a_form_too() throws Exception {
        HttpResponse<String> answer =
                send(
                        "POST",
                        "/api/runs/" + sent + "/undo",
                        "application/x-www-form-urlencoded",
                        "products=10003");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        for (String query : new String[] {"wait=", "wiat=3"}) {
            HttpResponse<String> upload =
                    send("POST", "/api/imports?" + query, FORM, part("a.csv", HEADER));
            assertThat(upload.statusCode()).as(upload.body()).isEqualTo(400);
        }
    }

    @Test
    void still_undoes_the_products_that_are_named_and_describes_itself() throws Exception {
        String undo = "/api/runs/" + sent + "/undo?product=10003";
        for (String both : new String[] {undo + ",10004", undo + "&product=10004"}) {
            assertThat(send("GET", both, null, null).body()).contains("\"zeroed\":2");
        }
        assertThat(send("GET", undo, null, null).body()).contains("\"zeroed\":1");
        HttpResponse<String> description = send("GET", ApiDescription.PATH + "?v=1", null, null);
        assertThat(
                        JSON.readTree(description.body())
                                .at("/paths/~1api~1runs~1{id}~1undo/get/parameters/1/schema")
                                .toString())
                .contains("\"array\"", "\"integer\"");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 5000})
    void a_long_file_name_is_cut(int length) throws Exception {
        String name = "ü".repeat(length - 4) + ".csv";
        HttpResponse<String> answer =
                send(
                        "POST",
                        "/api/imports",
                        FORM,
                        part(name, HEADER + "10005,red,36,%d\n".formatted(length)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        String run = JSON.readTree(answer.body()).get("run").asString();
        ended(run);
        JsonNode told = JSON.readTree(send("GET", "/api/runs/" + run, null, null).body());
        assertThat(told.at("/run/file").asString()).hasSize(200).endsWith("ü.csv");
    }

    @Test
    void a_file_name_beyond_all_measure_is_named_as_what_is_wrong() throws Exception {
        HttpResponse<String> answer =
                send("POST", "/api/imports", FORM, part("u".repeat(100_000), HEADER));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(detail(answer)).contains("name of a file or a part").doesNotContain("200 MB");
    }

    @Test
    void no_encoding_is_taken_for_another_though_the_sheet_is_known() throws Exception {
        String sheet = HEADER + "10006,red,36,5\n";
        HttpResponse<String> first = send("POST", "/api/imports", FORM, part("known.csv", sheet));
        ended(JSON.readTree(first.body()).get("run").asString());
        String form =
                "--xx\r\nContent-Disposition: form-data; name=\"encoding\"\r\n\r\nklingon\r\n"
                        + part("known.csv", sheet);
        for (String path : new String[] {"/api/imports", "/api/diffs"}) {
            HttpResponse<String> answer = send("POST", path, FORM, form);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            assertThat(detail(answer))
                    .startsWith("There is no encoding 'klingon'")
                    .contains("windows-1252");
        }
    }

    @Test
    void says_of_a_run_that_is_sending_that_it_is_and_undoes_it_later() throws Exception {
        StringBuilder rows = new StringBuilder(HEADER);
        for (int colour = 0; colour < 1500; colour++) {
            rows.append("10001,c").append(colour).append(",36,1\n");
        }
        String form = part("long.csv", rows.toString());
        HttpResponse<String> first = send("POST", "/api/imports?wait=60", FORM, form);
        String run = JSON.readTree(first.body()).get("run").asString();
        try {
            HttpResponse<String> second = send("POST", "/api/imports", FORM, form);
            JsonNode again = JSON.readTree(second.body());
            assertThat(again.get("run").asString()).isEqualTo(run);
            assertThat(again.get("state").asString()).isEqualTo("RUNNING");
            for (String method : new String[] {"GET", "POST"}) {
                HttpResponse<String> undo = send(method, "/api/runs/" + run + "/undo", null, null);
                assertThat(undo.statusCode()).as(undo.body()).isEqualTo(409);
                assertThat(detail(undo)).contains("still running");
            }
        } finally {
            send("POST", "/api/runs/" + run + "/stop", null, null);
            ended(run);
        }
    }

    private static long runs() {
        return shop.ledger.runList().size();
    }

    private static void ended(String run) throws Exception {
        assertThat(send("GET", "/api/runs/" + run + "/events", null, null).statusCode())
                .isEqualTo(200);
    }

    private static String detail(HttpResponse<String> answer) {
        return JSON.readTree(answer.body()).get("detail").asString();
    }

    private static String part(String name, String sheet) {
        return "--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\n\r\n%s\r\n--xx--\r\n"
                .formatted(name, sheet);
    }

    private static HttpResponse<String> send(String method, String path, String type, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(shop.address() + path))
                        .header("Authorization", "Bearer " + token)
                        .method(
                                method,
                                body == null
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body));
        if (type != null) {
            request.header("Content-Type", type);
        }
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }
}
