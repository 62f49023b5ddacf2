package dev.stockload.web;

import static dev.stockload.web.ApiFixture.BODY;
import static dev.stockload.web.ApiFixture.FORM;
import static dev.stockload.web.ApiFixture.detail;
import static dev.stockload.web.ApiFixture.json;
import static dev.stockload.web.ApiFixture.part;
import static dev.stockload.web.ApiFixture.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;
import dev.stockload.database.Compression;
import dev.stockload.jobs.define.ImportOption;
import dev.stockload.web.api.ApiDescription;
import dev.stockload.web.api.ApiImports;
import dev.stockload.web.parts.SheetForm;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ValueConstants;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.lang.reflect.Type;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Sends right and wrong requests to every operation of the description: each answer must be
 * described.
 */
class ApiDescriptionTest {
    private static final String GOOD = "pid,colour,size,stock\n10001,%s,36,5\n10001,%s,37,x\n";

    @TempDir static Path home;
    @AutoClose private static ApiFixture writer;
    private static ApiFixture reader;
    private static Shop shop;
    private static DescribedApi api;

    @BeforeAll
    static void open() throws Exception {
        writer = new ApiFixture(home);
        reader = writer.reader();
        shop = writer.shop;
        shop.write("jobs/night.yml", "read: n.csv\n");
        shop.write("jobs/odd.yml", "reed: n.csv\n");
        shop.write("jobs/empty.yml", "read: none.csv\n");
        shop.write("n.csv", GOOD.formatted("night", "night"));
        api = new DescribedApi(writer.get(ApiDescription.PATH).body());
    }

    @Test
    void describes_every_operation_with_its_parameters() {
        Map<String, Set<String>> offered = new TreeMap<>();
        shop.console
                .server()
                .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .forEach(
                        (mapping, method) -> {
                            for (String path : mapping.getPatternValues()) {
                                for (RequestMethod verb :
                                        mapping.getMethodsCondition().getMethods()) {
                                    String operation =
                                            verb.asHttpMethod().name().toLowerCase(Locale.ROOT);
                                    String name = operation + " " + path;
                                    offered.put(name, parameters(method));
                                    if (api.parameters().containsKey(name)) {
                                        expectFields(name, method);
                                    }
                                }
                            }
                        });
        offered.keySet().removeIf(each -> !each.contains(" /api/") || each.endsWith(".json"));
        assertThat(api.parameters()).isEqualTo(offered);
        for (String upload : List.of("post /api/imports", "post /api/diffs")) {
            JsonNode parts = api.parts(upload);
            assertThat(new TreeSet<>(parts.propertyNames()))
                    .isEqualTo(new TreeSet<>(SheetForm.parts()));
            Map<String, String> choices = new TreeMap<>();
            parts.forEach(
                    each ->
                            choices.put(
                                    each.get("description").asString(), choices(each).toString()));
            for (ImportOption option : ImportOption.BY_HAND) {
                if (option != ImportOption.COLUMNS) {
                    assertThat(choices)
                            .containsEntry(option.description(), option.choices().toString());
                }
            }
        }
    }

    private static List<String> choices(JsonNode part) {
        List<String> choices = new ArrayList<>();
        JsonNode one = part.has("items") ? part.get("items") : part;
        one.path("enum").forEach(each -> choices.add(each.asString()));
        return choices;
    }

    /** The fields of what it takes and answers are those of its records. */
    private static void expectFields(String operation, HandlerMethod method) {
        Type answer = method.getMethod().getGenericReturnType();
        api.expectFields(operation, answer, api.answer(operation));
        for (MethodParameter each : method.getMethodParameters()) {
            if (each.hasParameterAnnotation(RequestBody.class)) {
                api.expectFields(operation, each.getParameterType(), api.body(operation));
            }
        }
    }

    private static Set<String> parameters(HandlerMethod method) {
        Set<String> parameters = new TreeSet<>();
        for (MethodParameter each : method.getMethodParameters()) {
            each.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
            RequestParam query = each.getParameterAnnotation(RequestParam.class);
            RequestHeader header = each.getParameterAnnotation(RequestHeader.class);
            Class<?> type = each.getParameterType();
            if (each.hasParameterAnnotation(PathVariable.class)) {
                parameters.add("path %s true".formatted(each.getParameterName()));
            } else if (header != null) {
                parameters.add("header %s %s".formatted(header.name(), header.required()));
            } else if (query != null
                    && type != MultipartFile.class
                    && type != MultiValueMap.class) {
                boolean required =
                        query.required()
                                && query.defaultValue().equals(ValueConstants.DEFAULT_NONE)
                                && type != Optional.class;
                parameters.add("query %s %s".formatted(each.getParameterName(), required));
            }
        }
        return parameters;
    }

    @Test
    @Tag("soak")
    void every_answer_matches_the_description() throws Exception {
        String run = started(GOOD.formatted("red", "blue"));
        call("get /api/runs/{id}/events", run, null, null, 200);
        String letter = started("Dear Sir\n");
        call("get /api/morning", "", null, null, 200);
        String details = details("{\"products\":[10020,5]}");

        call("post /api/imports", "", FORM, part("a.csv", GOOD.formatted("again", "again")), 202);
        call("post /api/imports", "?x=y", FORM, part("a.csv", "a"), 400);
        call("post /api/imports", "", BODY, "{}", 415);
        for (String id : new String[] {run, letter}) {
            call("get /api/imports/{id}", id, null, null, 308);
            call("get /api/runs/{id}", id, null, null, 200);
            call("get /api/runs/{id}/problems", id, null, null, 200);
        }
        call("get /api/imports/{id}", "none", null, null, 404);
        call("get /api/runs", "", null, null, 200);
        call("get /api/runs", "?page=0", null, null, 400);
        call("get /api/runs/{id}", "none", null, null, 404);
        call("get /api/runs/{id}/problems", "none", null, null, 404);
        call("get /api/runs/{id}/problems", run + "?page=x", null, null, 400);
        call("get /api/runs/{id}/events", "none", null, null, 404);
        call("get /api/runs/{id}/files/{name}", run + "/report.json", null, null, 200);
        call("get /api/runs/{id}/files/{name}", run + "/rejected.csv", null, null, 200);
        call("get /api/runs/{id}/files/{name}", run + "/other", null, null, 404);
        call("post /api/runs/{id}/stop", run, null, null, 409);
        call("post /api/runs/{id}/stop", "none", null, null, 404);
        call("post /api/runs/{id}/resume", run, null, null, 409);
        call("post /api/runs/{id}/resume", letter, null, null, 422);
        call("post /api/runs/{id}/resume", letter + "?takeAs=x", null, null, 400);
        call("post /api/runs/{id}/resume", "none", null, null, 404);
        call("get /api/runs/{id}/verify", run, null, null, 404);
        call("post /api/runs/{id}/verify", run, null, null, 202);
        awaitVerified(run);
        call("get /api/runs/{id}/verify", run, null, null, 200);
        call("get /api/runs/{id}/files/{name}", run + "/verify.csv", null, null, 200);
        call("post /api/runs/{id}/verify", run + "?sample=x", null, null, 400);
        call("post /api/runs/{id}/verify", run + "?sample=-1", null, null, 400);
        call("post /api/runs/{id}/verify", "none", null, null, 404);

        call("get /api/products/{product}", "10001", null, null, 200);
        call("get /api/products/{product}", "nonsense", null, null, 404);
        call("get /api/products/{product}", "10001?size=XL", null, null, 422);
        call("get /api/products/{product}", "10001?days=x", null, null, 400);

        call("get /api/store", "", null, null, 404);
        call("post /api/store/send", "", null, null, 404);
        String check =
                """
                {"account":"default","at":"2026-11-15T01:30:00Z","products":1,"ofProducts":1,
                 "newer":0,"notInSheet":0,"sizes":1,"asSent":0,"less":0,"more":1,"gone":0,"unknown":0,"doubt":0,"differences":[
                 {"pid":10001,"item":"SL-10001","color":"red","size":"36","known":1,"shown":2,
                  "wanted":1,"kind":"more"}],"unreadable":[],"notListed":[],"elsewhere":[],"file":"default.csv"}
                """;
        shop.ledger
                .database()
                .sql("insert into checked_store (account, content) values ('default', :content)")
                .param("content", Compression.compress(check.getBytes(StandardCharsets.UTF_8)))
                .update();
        call("get /api/store", "", null, null, 200);
        call("post /api/store/send", "", null, null, 202);
        call("post /api/store/send", "?alsoLess=x", null, null, 400);
        call("post /api/store", "", null, null, 202);
        call("get /api/store/export", "", null, null, 404);
        call("get /api/store/export/file", "", null, null, 404);
        call("post /api/store/export", "?format=pdf", null, null, 400);
        call("post /api/store/export", "?product=x", null, null, 404);
        call("post /api/store/export", "?known=true&format=csv&product=10001", null, null, 202);
        Wait.until(() -> writer.get("/api/store/export").statusCode() != 202);
        call("get /api/store/export", "", null, null, 200);
        call("get /api/store/export/file", "", null, null, 200);
        call("get /api/store/template", "", null, null, 200);
        for (String each : List.of("get /api/store/export/file", "get /api/store/template")) {
            call(each, "?account=x", null, null, 422);
        }
        call("get /api/store/export", "?account=x", null, null, 422);
        call("post /api/store/export", "?account=x", null, null, 422);

        call("post /api/diffs", "", FORM, part("a.csv", GOOD.formatted("new", "newer")), 200);
        call("post /api/diffs", "?fresh=maybe", FORM, part("a.csv", "a"), 400);
        call("post /api/diffs", "", FORM, part("a.csv", "Dear Sir\n"), 422);
        call("post /api/diffs", "", BODY, "{}", 415);
        call("post /api/jobs/{name}/diff", "night", null, null, 200);
        call("post /api/jobs/{name}/diff", "none", null, null, 404);
        call("post /api/jobs/{name}/diff", "odd", null, null, 422);
        call("post /api/jobs/{name}/imports", "night", null, null, 202);
        call("post /api/jobs/{name}/imports", "none", null, null, 404);
        call("post /api/jobs/{name}/imports", "odd", null, null, 422);
        call("get /api/jobs", "", null, null, 200);
        assertThat(call("get /api/runs/{id}/diff", run, null, null, 409).body())
                .contains("is finished");
        assertThat(call("get /api/runs/{id}/diff", letter, null, null, 409).body())
                .contains("has no header");
        call("get /api/runs/{id}/diff", "none", null, null, 404);
        call("get /api/runs/{id}/undo", run, null, null, 200);
        call("get /api/runs/{id}/undo", run + "?product=x", null, null, 404);
        call("get /api/runs/{id}/undo", letter, null, null, 422);
        call("get /api/runs/{id}/undo", "none", null, null, 404);
        call("post /api/runs/{id}/undo", run, null, null, 202);
        call("post /api/runs/{id}/undo", letter, null, null, 422);
        call("post /api/runs/{id}/undo", "none", null, null, 404);

        call("post /api/details", "", BODY, "{}", 400);
        call("post /api/details", "", BODY, "{", 400);
        call("post /api/details", "", BODY, "{\"products\":[null]}", 400);
        call("post /api/details", "", BODY, "{\"products\":[1.5]}", 400);
        call("post /api/details", "", BODY, "{\"account\":\"x\",\"products\":[1]}", 422);
        call("post /api/details", "", BODY, "{\"products\":[1],\"out\":\"x.csv\"}", 400);
        call("post /api/details", "", BODY, "{\"products\":[\"SL-1\"]}", 404);
        call("post /api/details", "", "text/plain", "x", 415);
        call("get /api/details/{id}", details, null, null, 200);
        call("get /api/details/{id}", "none", null, null, 404);
        call("get /api/details/{id}/products", details, null, null, 200);
        call("get /api/details/{id}/products", "none", null, null, 404);
        call("post /api/details/{id}/resume", details, null, null, 202);
        String stopped = details("{\"products\":[10021,10022,10023,10024]}");
        call("post /api/details/{id}/stop", stopped, null, null, 202);
        call("post /api/details/{id}/stop", "none", null, null, 404);
        call("post /api/details/{id}/resume", "none", null, null, 404);
        call("get /api/details/unfinished", "", null, null, 200);
        call("get /api/published", "?account=default", null, null, 200);
        call("get /api/published", "", null, null, 400);
        call("get /api/published", "?account=x", null, null, 422);
        call("post /api/published", "", BODY, "{\"products\":[10020,7],\"published\":true}", 200);
        call(
                "post /api/published",
                "",
                BODY,
                "{\"account\":\"x\",\"products\":[1],\"published\":true}",
                422);
        assertThat(call("post /api/published", "", BODY, "{\"products\":[1]}", 400).body())
                .contains("published is missing");
        call("post /api/published", "", BODY, "[]", 400);
        call("post /api/published", "", BODY, "{\"published\":true}", 400);
        call("post /api/published", "", BODY, "{\"products\":[null],\"published\":true}", 400);
        call("post /api/published", "", BODY, "{\"products\":[1.5],\"published\":true}", 400);
        call("post /api/published", "", BODY, "{\"products\":[\"x\"],\"published\":true}", 404);
        call("post /api/published", "", "text/plain", "x", 415);
        call("get /api/quotas", "", null, null, 200);
        call("get /api/quotas", "?account=x", null, null, 422);
        call("get /api/accounts", "", null, null, 200);
        call("get /api/accounts/{name}", "default", null, null, 200);
        call("get /api/accounts/{name}", "x", null, null, 404);
        stopsAndResumes();
        showsWhatTheBrakeStopped();
        refusesAnotherRequestWithTheSameKey();
        shop.ledger
                .database()
                .sql("update request set colours = null where run = :run")
                .param("run", run)
                .update();
        call("post /api/runs/{id}/verify", run, null, null, 202);
        awaitVerified(run);
        call("get /api/runs/{id}/verify", run, null, null, 422);
        for (String operation : api.operations()) {
            isRefusedToOthers(operation);
        }

        shop.queue.stopAll();
        HttpResponse<String> late =
                call(
                        "post /api/imports",
                        "",
                        FORM,
                        part("a.csv", GOOD.formatted("late", "late")),
                        503);
        assertThat(late.headers().firstValue("Retry-After")).isPresent();
        assertThat(late.body()).contains("stopping");
        call("post /api/jobs/{name}/imports", "night", null, null, 503);
        call("post /api/runs/{id}/undo", run, null, null, 503);

        Map<String, Object> unmet = new TreeMap<>();
        for (String operation : api.operations()) {
            // A file of 200 MB, a hundred programs, a service that is down and a broken disk have
            // tests of their own.
            unmet.put(
                    operation,
                    api.unmet(operation).stream()
                            .filter(each -> !each.matches("400|406|409|413|429|500|502|503"))
                            .toList());
        }
        // Comparing two products may be over before anybody asks.
        unmet.remove("get /api/runs/{id}/verify", List.of("202"));
        unmet.remove("get /api/store/export", List.of("202"));
        unmet.values().removeIf(each -> each.toString().equals("[]"));
        assertThat(unmet).as("described and never answered").isEmpty();
    }

    /** What is wrong with a request before anybody looks at what it asks for. */
    private static void isRefusedToOthers(String operation) throws Exception {
        String method = operation.split(" ")[0].toUpperCase(java.util.Locale.ROOT);
        String path = path(operation, "none");
        String type = api.takes(operation, BODY) ? BODY : FORM;
        String body =
                method.equals("GET")
                        ? null
                        : api.takes(operation, BODY) ? "{}" : part("a.csv", "a");
        refused(operation, 401, writer.with("wrong").send(method, path, type, body));
        List<String> shown = List.of(ApiImports.ONLY_SHOWN);
        if (method.equals("POST") && !shown.contains(operation.split(" ")[1])) {
            refused(operation, 403, reader.send(method, path, type, body));
        } else {
            refused(
                    operation,
                    403,
                    ApiFixture.answer(
                            writer.request(path).header("Sec-Fetch-Site", "cross-site").GET()));
        }
        expectMisdirected(operation, method, path);
        refused(operation, 405, writer.send("PATCH", path));
        HttpRequest.Builder picky = writer.request(path).header("Accept", "image/x-none");
        if (body != null) {
            picky.header("Content-Type", type);
        }
        if (operation.contains("/files/")) {
            return;
        }
        refused(
                operation,
                406,
                ApiFixture.answer(
                        picky.method(
                                method,
                                body == null
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body))));
    }

    /** Java's own client lets nobody choose the name of the host. */
    private static void expectMisdirected(String operation, String method, String path)
            throws IOException {
        URI at = URI.create(shop.address());
        try (Socket socket = new Socket(at.getHost(), at.getPort())) {
            socket.getOutputStream()
                    .write(
                            "%s %s HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                                    .formatted(method, path)
                                    .getBytes(StandardCharsets.US_ASCII));
            String answer =
                    new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 421").contains("application/problem+json");
            api.expectStatus(operation, "421");
        }
    }

    private static void refused(String operation, int status, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(operation + " " + answer.body()).isEqualTo(status);
        api.expect(operation, answer);
        assertThat(detail(answer)).isNotBlank().doesNotContain("No message");
    }

    private static HttpResponse<String> call(
            String operation, String given, String type, String body, int status) throws Exception {
        String method = operation.split(" ")[0].toUpperCase(java.util.Locale.ROOT);
        HttpResponse<String> answer = writer.send(method, path(operation, given), type, body);
        assertThat(answer.statusCode())
                .as(operation + " " + given + ": " + answer.body())
                .isEqualTo(status);
        api.expect(operation, answer);
        return answer;
    }

    /** The path of an operation, with these words in the places of its names and behind it. */
    private static String path(String operation, String given) {
        String path = operation.split(" ")[1];
        int query = given.indexOf('?');
        String[] names = (query < 0 ? given : given.substring(0, query)).split("/");
        for (String name : names) {
            path = path.replaceFirst("\\{\\w+}", name);
        }
        return path.replaceAll("\\{\\w+}", "none") + (query < 0 ? "" : given.substring(query));
    }

    private static void awaitVerified(String run) throws Exception {
        HttpResponse<String> answer = writer.get("/api/runs/" + run + "/verify");
        while (answer.statusCode() == 202) {
            api.expect("get /api/runs/{id}/verify", answer);
            answer = writer.get("/api/runs/" + run + "/verify");
        }
    }

    private static void stopsAndResumes() throws Exception {
        HttpResponse<String> answer =
                call("post /api/imports", "", FORM, part("a.csv", ApiFixture.sheetOf(1500)), 202);
        String run = run(answer);
        call("post /api/runs/{id}/stop", run, null, null, 202);
        String resumed = call("post /api/runs/{id}/resume", run, null, null, 202).body();
        assertThat(resumed).as("right after the stop").contains("\"state\":\"RUNNING\"");
        call("post /api/runs/{id}/stop", run, null, null, 202);
        String events = call("get /api/runs/{id}/events", run, null, null, 200).body();
        assertThat(events.substring(events.lastIndexOf("data:"))).contains("STOPPED");
        call("post /api/runs/{id}/resume", run, null, null, 202);
        call("post /api/runs/{id}/stop", run, null, null, 202);
    }

    private static void showsWhatTheBrakeStopped() throws Exception {
        shop.write("jobs/braked.yml", "read: braked.csv\n");
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n10001,good,36,5\n");
        for (int colour = 0; colour < 150; colour++) {
            rows.append("10001,c").append(colour).append(",36,x\n");
        }
        shop.write("braked.csv", rows.toString());
        HttpResponse<String> answer =
                call("post /api/jobs/{name}/imports", "braked", null, null, 202);
        String run = json(answer).at("/0/run").asString();
        call("get /api/runs/{id}/events", run, null, null, 200);
        assertThat(call("get /api/runs/{id}/diff", run, null, null, 200).body())
                .contains("\"pid\":10001");
    }

    private static void refusesAnotherRequestWithTheSameKey() throws Exception {
        HttpResponse<String> first = writer.upload("a.csv", GOOD.formatted("a", "a"), "k1");
        assertThat(first.statusCode()).as(first.body()).isEqualTo(202);
        HttpResponse<String> body = writer.upload("a.csv", GOOD.formatted("b", "b"), "k1");
        refused("post /api/imports", 422, body);
        HttpResponse<String> path = writer.post("/api/jobs/night/imports", "k1");
        refused("post /api/jobs/{name}/imports", 422, path);
        assertThat(path.body()).contains("'k1' was used for another sheet", "another operation");
    }

    private static String details(String order) throws Exception {
        HttpResponse<String> answer = call("post /api/details", "", BODY, order, 202);
        return json(answer).get("run").asString();
    }

    private static String started(String sheet) throws Exception {
        HttpResponse<String> answer = writer.upload("a.csv", sheet);
        api.expect("post /api/imports", answer);
        String run = run(answer);
        writer.ended(run);
        return run;
    }
}
