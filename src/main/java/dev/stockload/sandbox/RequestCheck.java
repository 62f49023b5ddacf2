package dev.stockload.sandbox;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeSet;

/** Takes every request, lets in those with the right headers, and sends the answers. */
final class RequestCheck implements HttpHandler {
    /** What one path does. */
    interface Endpoint {
        Answer answer(Request request);
    }

    private static final String CONTROL = "/sandbox/";

    /** Far more than 300 colours need. */
    private static final int LARGEST_BODY = 16 * 1024 * 1024;

    private final Map<String, Endpoint> endpoints;
    private final Credentials credentials;
    private final InstantSource clock;

    RequestCheck(Map<String, Endpoint> endpoints, Credentials credentials, InstantSource clock) {
        this.endpoints = endpoints;
        this.credentials = credentials;
        this.clock = clock;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Instant arrived = clock.instant().truncatedTo(ChronoUnit.MILLIS);
            byte[] body = body(exchange);
            Answer answer = answer(exchange, body, arrived);
            // Closing an exchange that has no answer closes its connection: that is a drop.
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
                credentials.check(exchange.getRequestHeaders(), arrived);
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

    /** Reads all that comes, so that the answer can be read, but keeps no more than is of use. */
    private static byte[] body(HttpExchange exchange) throws IOException {
        try (InputStream in = exchange.getRequestBody()) {
            byte[] body = in.readNBytes(LARGEST_BODY + 1);
            in.transferTo(OutputStream.nullOutputStream());
            return body;
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] bytes = Json.bytes(answer.body());
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        boolean headOnly = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(answer.status(), headOnly ? -1 : bytes.length);
        if (!headOnly) {
            exchange.getResponseBody().write(bytes);
        }
    }
}
