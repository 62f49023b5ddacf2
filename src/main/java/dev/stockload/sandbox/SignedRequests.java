package dev.stockload.sandbox;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;

import org.springframework.util.DigestUtils;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** Handles every request: checks its headers, calls the endpoint and sends the answer. */
record SignedRequests(Map<String, SignedRequests.Endpoint> endpoints, InstantSource clock)
        implements HttpHandler {
    interface Endpoint {
        Answer answer(Request request);
    }

    private static final Duration LEEWAY = Duration.ofMinutes(5);
    private static final String CONTROL = "/sandbox/";

    /** Much more than 300 colours need. */
    private static final int LARGEST_BODY = 16 * 1024 * 1024;

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Instant arrived = clock.instant().truncatedTo(ChronoUnit.MILLIS);
            byte[] body = body(exchange);
            Answer answer = answer(exchange, body, arrived);
            // Closing an exchange without an answer closes the connection: that is a drop.
            if (answer != Answer.NONE) {
                send(exchange, answer);
            }
        }
    }

    private Answer answer(HttpExchange exchange, byte[] body, Instant arrived) {
        String path = exchange.getRequestURI().getPath();
        Endpoint endpoint = endpoints.get(path);
        if (endpoint == null) {
            return Answer.refused(
                    404,
                    Map.of(),
                    "There is no %s here; expected one of %s"
                            .formatted(path, String.join(", ", new TreeSet<>(endpoints.keySet()))));
        }
        if (!exchange.getRequestMethod().equals("POST")) {
            return Answer.refused(
                    405,
                    Map.of("Allow", "POST"),
                    "%s was sent; expected POST".formatted(exchange.getRequestMethod()));
        }
        try {
            if (!path.startsWith(CONTROL)) {
                checkHeaders(exchange.getRequestHeaders(), arrived);
            }
            if (body.length > LARGEST_BODY) {
                throw new BadParameterException(
                        "body", "is too large; expected at most %d bytes".formatted(LARGEST_BODY));
            }
            return endpoint.answer(
                    new Request(
                            exchange.getRequestHeaders(),
                            exchange.getRequestURI().getRawQuery(),
                            body,
                            arrived));
        } catch (BadParameterException e) {
            return Answer.badParameter(e);
        } catch (RuntimeException e) {
            return Answer.refused(500, Map.of(), "The sandbox failed: " + e.getMessage());
        }
    }

    /** Reads the whole body, so that the client reads the answer, but keeps only a limited part. */
    private static byte[] body(HttpExchange exchange) throws IOException {
        try (InputStream in = exchange.getRequestBody()) {
            byte[] body = in.readNBytes(LARGEST_BODY + 1);
            in.transferTo(OutputStream.nullOutputStream());
            return body;
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] bytes = Request.JSON.writeValueAsBytes(answer.body());
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        boolean headOnly = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(answer.status(), headOnly ? -1 : bytes.length);
        if (!headOnly) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private static void checkHeaders(Headers headers, Instant now) {
        String app = one(headers, "appid", "the application id");
        String sign = one(headers, "sign", "the signature");
        String timestamp = one(headers, "timestamp", "the Unix time in seconds");
        String token = one(headers, "accesstoken", "the access token");
        if (!app.equals(Sandbox.APP_ID)) {
            throw BadParameterException.unlike(
                    "header appid", app, "the application id of this account");
        }
        checkTime(timestamp, now);
        if (!sign.equals(signature(timestamp))) {
            throw BadParameterException.unlike(
                    "header sign",
                    sign,
                    "the MD5 of the application secret followed by the timestamp, as 32"
                            + " hexadecimal characters in upper case");
        }
        if (!token.equals(Sandbox.ACCESS_TOKEN)) {
            throw new BadParameterException(
                    "header accesstoken", "is not the access token of this account");
        }
    }

    private static String one(Headers headers, String name, String meaning) {
        List<String> values = headers.getOrDefault(name, List.of());
        if (values.isEmpty() || values.get(0).isBlank()) {
            throw BadParameterException.missing("header " + name, meaning);
        }
        if (values.size() > 1) {
            throw new BadParameterException("header " + name, "was sent twice; expected it once");
        }
        return values.get(0);
    }

    private static void checkTime(String timestamp, Instant now) {
        if (!timestamp.matches("\\d{1,12}")) {
            throw BadParameterException.unlike(
                    "header timestamp", timestamp, "the Unix time in seconds");
        }
        long apart = Math.abs(Long.parseLong(timestamp) - now.getEpochSecond());
        if (apart > LEEWAY.toSeconds()) {
            throw BadParameterException.unlike(
                    "header timestamp",
                    timestamp,
                    "a time within five minutes of %d, the time here"
                            .formatted(now.getEpochSecond()));
        }
    }

    private static String signature(String timestamp) {
        byte[] signed = (Sandbox.APP_SECRET + timestamp).getBytes(StandardCharsets.UTF_8);
        return DigestUtils.md5DigestAsHex(signed).toUpperCase(Locale.ROOT);
    }
}
