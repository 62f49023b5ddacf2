package dev.stockload.web;

import static dev.stockload.web.ApiFixture.BODY;
import static dev.stockload.web.ApiFixture.FORM;
import static dev.stockload.web.ApiFixture.HEADER;
import static dev.stockload.web.ApiFixture.detail;
import static dev.stockload.web.ApiFixture.json;
import static dev.stockload.web.ApiFixture.option;
import static dev.stockload.web.ApiFixture.part;
import static dev.stockload.web.ApiFixture.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.web.api.ApiDescription;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Every part of a request is used or refused, never ignored. */
@Tag("soak")
class ApiRequestTest {
    @TempDir static Path home;
    @AutoClose private static ApiFixture api;
    private static String sent;

    @BeforeAll
    static void open() throws Exception {
        api = new ApiFixture(home);
        sent = api.imported("sent.csv", "10003,red,36,5\n10004,red,36,5\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    POST | /api/runs/RUN/undo?products=10003 | There is no parameter 'products' here; it takes product
                    GET  | /api/runs/RUN/undo?products=10003 | There is no parameter 'products' here; it takes product
                    POST | /api/runs/RUN/resume?take-as=sent | There is no parameter 'take-as' here; it takes force, takeAs
                    POST | /api/runs/RUN/verify?smaple=1     | There is no parameter 'smaple' here; it takes sample
                    POST | /api/runs/RUN/stop?force=true     | There is no parameter 'force' here; it takes none
                    POST | /api/jobs/none/imports?agian=true | There is no parameter 'agian' here; it takes again, file, first, force
                    POST | /api/jobs/none/diff?frehs=true    | There is no parameter 'frehs' here; it takes fresh
                    GET  | /api/runs?pgae=2                  | There is no parameter 'pgae' here; it takes job
                    GET  | /api/quotas?acount=x              | There is no parameter 'acount' here; it takes account
                    GET  | /api/runs?page=%ff                | The parameters cannot be read
                    POST | /api/runs/RUN/undo?product=       | product has no value
                    POST | /api/runs/RUN/undo?product        | product has no value
                    POST | /api/runs/RUN/undo?product=10003&product= | product has no value
                    POST | /api/runs/RUN/verify?sample=      | sample has no value
                    POST | /api/jobs/none/imports?again      | again has no value
                    POST | /api/jobs/none/imports?again=false&again=true | again is given more than once
                    """)
    void refuses_unknown_parameters(String method, String path, String words) throws Exception {
        long runs = runs();
        HttpResponse<String> answer = api.send(method, path.replace("RUN", sent));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(detail(answer)).startsWith(words);
        assertThat(runs()).as("runs").isEqualTo(runs);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    details   | {"products":[10001],"refersh":true} | There is no key 'refersh' in the body: did you mean 'refresh'?
                    details   | {"products":[10001],"x":true}       | There is no key 'x' in the body; it can be account, products or refresh
                    details   | {"product":[10001]}                 | There is no key 'product' in the body: did you mean 'products'?
                    details   | {"products":[10001],"products":[]}  | The body has the key 'products' twice
                    details   | {"products":[["10001"]]}            | products has a value of the wrong kind: it takes product ids
                    details   | {"products":[10001.0]}              | products has a value of the wrong kind: it takes product ids
                    details   | {"products":"10001"}                | products has a value of the wrong kind: it takes a list
                    details   | {"products":[],"refresh":"true"}    | refresh has a value of the wrong kind: it takes true or false
                    details   | {"products":[],"refresh":1}         | refresh has a value of the wrong kind: it takes true or false
                    details   | {"products":[],"account":5}         | account has a value of the wrong kind: it takes text
                    details   | {"products":[],"account":true}      | account has a value of the wrong kind: it takes text
                    details   | {"products":[]} {"products":[1]}    | The JSON of the request is missing or not as
                    details   | [10001]                             | The JSON of the request is missing or not as
                    published | {"products":[10001],"publishd":true} | There is no key 'publishd' in the body: did you mean 'published'?
                    published | {"products":[10001]}                | published is missing
                    published | {"published":true}                  | products is missing
                    published | {"products":[null],"published":true} | products is missing
                    """)
    void refuses_unknown_keys_in_json(String path, String body, String words) throws Exception {
        HttpResponse<String> answer = api.post("/api/" + path, BODY, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(detail(answer)).startsWith(words);
    }

    @Test
    void refuses_a_body_for_operations_without_one() throws Exception {
        long runs = runs();
        for (String path : new String[] {"/undo", "/resume", "/verify", "/stop"}) {
            HttpResponse<String> answer =
                    api.post("/api/runs/" + sent + path, BODY, "{\"product\":[10003]}");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            assertThat(detail(answer)).startsWith("This takes no body");
        }
        assertThat(detail(api.post("/api/runs/" + sent + "/undo", BODY, "[]")))
                .isEqualTo("This takes no body; in the address or in a form it takes product");
        byte[] body = "{\"product\":[10003]}".getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> answer =
                api.post(
                        "/api/runs/" + sent + "/undo",
                        BODY,
                        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)));
        assertThat(answer.statusCode()).as("a body without a Content-Length").isEqualTo(400);
        assertThat(runs()).as("runs").isEqualTo(runs);
        assertThat(api.post("/api/runs/" + sent + "/stop", BODY, " { } ").statusCode())
                .as("a body that says nothing")
                .isEqualTo(api.post("/api/runs/" + sent + "/stop", BODY, "").statusCode())
                .isNotEqualTo(400);
    }

    @Test
    void the_description_allows_no_other_keys() throws Exception {
        JsonNode all = json(api.get(ApiDescription.PATH));
        for (String schema : new String[] {"Fetch", "Marks"}) {
            assertThat(all.at("/components/schemas/%s/additionalProperties".formatted(schema)))
                    .as(schema)
                    .isEqualTo(BooleanNode.FALSE);
        }
        JsonNode form = all.at("/paths/~1api~1imports/post/requestBody/content");
        assertThat(form.get("multipart/form-data").at("/schema/additionalProperties"))
                .isEqualTo(BooleanNode.FALSE);
    }

    @Test
    void refuses_unknown_parts_of_a_form() throws Exception {
        HttpResponse<String> answer =
                api.post(
                        "/api/runs/" + sent + "/undo",
                        "application/x-www-form-urlencoded",
                        "products=10003");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        for (String query : new String[] {"wait=3", "colunm-stock=x"}) {
            HttpResponse<String> upload =
                    api.post("/api/imports?" + query, FORM, part("a.csv", HEADER));
            assertThat(upload.statusCode()).as(upload.body()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @CsvSource({"'10003,', ''", "',', ''", "x, x", "-1, -1"})
    void undoes_nothing_if_no_product_is_meant(String asked, String word) throws Exception {
        long runs = runs();
        for (String method : new String[] {"GET", "POST"}) {
            HttpResponse<String> answer =
                    api.send(method, "/api/runs/" + sent + "/undo?product=" + asked);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(404);
            assertThat(detail(answer))
                    .startsWith("'%s' is no product id, item number or barcode".formatted(word));
        }
        assertThat(runs()).as("runs").isEqualTo(runs);
    }

    @Test
    void still_undoes_the_products_that_are_named_and_describes_itself() throws Exception {
        String undo = "/api/runs/" + sent + "/undo?product=10003";
        for (String both : new String[] {undo + ",10004", undo + "&product=SL-10004"}) {
            assertThat(api.get(both).body()).contains("\"zeroed\":2");
        }
        assertThat(api.get(undo).body()).contains("\"zeroed\":1");
        HttpResponse<String> description = api.get(ApiDescription.PATH + "?v=1");
        assertThat(
                        json(description)
                                .at("/paths/~1api~1runs~1{id}~1undo/get/parameters/1/schema")
                                .toString())
                .contains("\"array\"", "\"string\"");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 5000})
    void a_long_file_name_is_cut(int length) throws Exception {
        String name = "ü".repeat(length - 4) + ".csv";
        HttpResponse<String> answer =
                api.upload(name, HEADER + "10005,red,36,%d\n".formatted(length));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        String run = run(answer);
        api.ended(run);
        JsonNode shown = json(api.get("/api/runs/" + run));
        String file = shown.get("file").asString();
        assertThat(file.getBytes(StandardCharsets.UTF_8)).hasSize(200);
        assertThat(file).endsWith("ü.csv");
    }

    @Test
    void a_much_too_long_file_name_is_reported() throws Exception {
        HttpResponse<String> answer = api.upload("u".repeat(100_000), HEADER);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(detail(answer)).contains("name of a file or a part").doesNotContain("200 MB");
    }

    @Test
    void a_known_sheet_is_read_again_with_another_encoding() throws Exception {
        String sheet = HEADER + "10006,red,36,5\n";
        HttpResponse<String> first = api.post("/api/imports", FORM, part("known.csv", sheet));
        api.ended(run(first));
        String form = option("encoding", "klingon") + part("known.csv", sheet);
        for (String path : new String[] {"/api/imports", "/api/diffs"}) {
            HttpResponse<String> answer = api.post(path, FORM, form);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            assertThat(detail(answer))
                    .startsWith("encoding is 'klingon', which is not a known encoding")
                    .contains("windows-1252");
        }
    }

    @Test
    void refuses_to_undo_a_running_run_and_undoes_it_later() throws Exception {
        String form = part("long.csv", ApiFixture.sheetOf(1500));
        HttpResponse<String> first = api.post("/api/imports", FORM, form);
        String run = run(first);
        try {
            HttpResponse<String> second = api.post("/api/imports", FORM, form);
            JsonNode again = json(second);
            assertThat(again.get("run").asString()).isEqualTo(run);
            assertThat(again.get("state").asString()).isEqualTo("RUNNING");
            for (String method : new String[] {"GET", "POST"}) {
                HttpResponse<String> undo = api.send(method, "/api/runs/" + run + "/undo");
                assertThat(undo.statusCode()).as(undo.body()).isEqualTo(409);
                assertThat(detail(undo)).contains("still running");
            }
        } finally {
            api.post("/api/runs/" + run + "/stop");
            api.ended(run);
        }
    }

    private static long runs() {
        return api.shop.ledger.runs().size("");
    }
}
