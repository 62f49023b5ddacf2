package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.ApiTokens;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;

/** A shop whose HTTP interface another program calls with its token. */
final class ApiFixture implements AutoCloseable {
    static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    static final String HEADER = "pid,colour,size,stock\n";
    static final String FORM = "multipart/form-data; boundary=xx";
    static final String BODY = "application/json";
    private static final JsonMapper JSON = JsonMapper.shared();

    final Shop shop;
    private final String token;

    ApiFixture(Path home) throws IOException {
        this(new Shop(home));
    }

    ApiFixture(Shop shop) {
        this(shop, token(shop, false));
    }

    private ApiFixture(Shop shop, String token) {
        this.shop = shop;
        this.token = token;
    }

    private static String token(Shop shop, boolean readOnly) {
        ApiTokens tokens = new ApiTokens(shop.ledger.database());
        String name = "program-" + tokens.all().size();
        return tokens.add(name, readOnly, Instant.now()).orElseThrow();
    }

    /** A program at the same shop that may only read. */
    ApiFixture reader() {
        return new ApiFixture(shop, token(shop, true));
    }

    /** A program at the same shop with this token, which may be wrong or null. */
    ApiFixture with(String other) {
        return new ApiFixture(shop, other);
    }

    HttpResponse<String> get(String path) throws Exception {
        return send("GET", path);
    }

    HttpResponse<String> post(String path) throws Exception {
        return send("POST", path);
    }

    /**
     * @param key the Idempotency-Key
     */
    HttpResponse<String> post(String path, String key) throws Exception {
        return answer(request(path).header("Idempotency-Key", key).POST(BodyPublishers.noBody()));
    }

    HttpResponse<String> send(String method, String path) throws Exception {
        return send(method, path, null, null);
    }

    /**
     * @param type the media type of the body, which may be null
     */
    HttpResponse<String> send(String method, String path, String type, String body)
            throws Exception {
        if (body == null) {
            return answer(request(path).method(method, BodyPublishers.noBody()));
        }
        return answer(
                request(path)
                        .header("Content-Type", type)
                        .method(method, BodyPublishers.ofString(body)));
    }

    HttpResponse<String> post(String path, String type, String body) throws Exception {
        return send("POST", path, type, body);
    }

    HttpResponse<String> post(String path, String type, BodyPublisher body) throws Exception {
        return answer(request(path).header("Content-Type", type).POST(body));
    }

    HttpResponse<String> upload(String name, String sheet) throws Exception {
        return post("/api/imports", FORM, part(name, sheet));
    }

    /**
     * @param key the Idempotency-Key
     */
    HttpResponse<String> upload(String name, String sheet, String key) throws Exception {
        return answer(
                request("/api/imports")
                        .header("Content-Type", FORM)
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.ofString(part(name, sheet))));
    }

    /** A sheet whose colours take more than one request. */
    static String sheetOf(int colours) {
        StringBuilder rows = new StringBuilder(HEADER);
        for (int colour = 0; colour < colours; colour++) {
            rows.append("10001,c").append(colour).append(",36,1\n");
        }
        return rows.toString();
    }

    /** The last part of a form: a sheet. */
    static String part(String name, String sheet) {
        return "--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\n\r\n%s\r\n--xx--\r\n"
                .formatted(name, sheet);
    }

    /** A part of a form before that. */
    static String option(String name, String value) {
        return "--xx\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
                .formatted(name, value);
    }

    /** Imports a sheet with these rows, or a file that is not a sheet, to its end. */
    String imported(String name, String rows) throws Exception {
        String run = run(upload(name, rows == null ? "Dear Sir\n" : HEADER + rows));
        ended(run);
        return run;
    }

    /** Waits for the end of a run. */
    void ended(String run) throws Exception {
        assertThat(get("/api/runs/" + run + "/events").statusCode()).isEqualTo(200);
    }

    static JsonNode json(HttpResponse<String> answer) {
        return JSON.readTree(answer.body());
    }

    static String run(HttpResponse<String> answer) {
        return json(answer).get("run").asString();
    }

    /** Why a request was refused. */
    static String detail(HttpResponse<String> answer) {
        return json(answer).get("detail").asString();
    }

    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(shop.address() + path));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    static HttpResponse<String> answer(HttpRequest.Builder request) throws Exception {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        shop.close();
    }
}
