package dev.stockload.sandbox;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A client written from the document alone. */
final class Caller {
    static final String FORM = "application/x-www-form-urlencoded";
    static final String JSON = "application/json";

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper MAPPER = new JsonMapper();

    record Reply(int status, String text, Map<String, List<String>> headers) {
        JsonNode json() {
            return MAPPER.readTree(text);
        }

        String msg() {
            return json().get("msg").stringValue();
        }

        long retryAfter() {
            return Long.parseLong(headers.get("retry-after").get(0));
        }
    }

    private final Sandbox sandbox;
    private final InstantSource clock;

    Caller(Sandbox sandbox, InstantSource clock) {
        this.sandbox = sandbox;
        this.clock = clock;
    }

    Reply form(String path, String body) throws IOException {
        return post(path, FORM, body, headers());
    }

    Reply create(String body) throws IOException {
        return post("/Stock/Creat", JSON, body, headers());
    }

    /** Creates one size. */
    Reply create(int pid, String color, String size, int stock) throws IOException {
        return create("[" + element(pid, color, size, stock) + "]");
    }

    static String element(int pid, String color, String size, int stock) {
        return "{\"color\":\"%s\",\"pid\":%d,\"param\":[{\"size\":\"%s\",\"stock\":%d}]}"
                .formatted(color, pid, size, stock);
    }

    boolean hasStock(int pid) throws IOException {
        return form("/Stock/List", "productid=" + pid).json().get("success").booleanValue();
    }

    Map<String, String> headers() {
        return headers(Long.toString(clock.instant().getEpochSecond()));
    }

    Map<String, String> headers(String timestamp) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("appid", Sandbox.APP_ID);
        headers.put("sign", md5(Sandbox.APP_SECRET + timestamp));
        headers.put("timestamp", timestamp);
        headers.put("accesstoken", Sandbox.ACCESS_TOKEN);
        return headers;
    }

    Reply post(String path, String contentType, String body, Map<String, String> headers)
            throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(sandbox.baseUrl() + path))
                        .POST(
                                body == null
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(body));
        if (contentType != null) {
            request.header("Content-Type", contentType);
        }
        headers.forEach(request::header);
        return send(request.build());
    }

    Reply send(HttpRequest request) throws IOException {
        try {
            HttpResponse<String> response =
                    HTTP.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            return new Reply(response.statusCode(), response.body(), response.headers().map());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String md5(String text) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().withUpperCase().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
