package dev.stockload.app;

import dev.stockload.runs.DaemonThreads;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.StopSignal;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Speaks to the HTTP interface of the process that serves, as a command of its machine. */
final class ApiClient {
    static final JsonMapper JSON = JsonMapper.shared();
    private static final String KIND = "kind";
    private static final int NOT_FOUND = 404;
    private static final int REFUSED = 400;

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
    private final ServeFile server;
    private final StopSignal stop;

    /** Hears what happens before the result comes. */
    interface Listener {
        void on(WorkEvents.Event event, JsonNode data);
    }

    /** Hears the lines of an answer, one by one. */
    interface Lines {
        void line(String line) throws IOException;
    }

    ApiClient(ServeFile server, StopSignal stop) {
        this.server = server;
        this.stop = stop;
    }

    /** A path of words that people typed. */
    static String path(String format, Object... words) {
        Object[] encoded = new Object[words.length];
        for (int i = 0; i < words.length; i++) {
            encoded[i] =
                    URLEncoder.encode(String.valueOf(words[i]), StandardCharsets.UTF_8)
                            .replace("+", "%20");
        }
        return format.formatted(encoded);
    }

    /** What is at a path; null where there is nothing. */
    <T> T get(String path, Class<T> type) throws IOException {
        return answer(request(path).GET(), type);
    }

    /** Posts a body, or nothing where it is null. */
    <T> T post(String path, Object body, Class<T> type) throws IOException {
        return answer(posting(path, body), type);
    }

    /** Whether there was anything to delete. */
    boolean delete(String path) throws IOException {
        HttpResponse<InputStream> response = send(request(path).DELETE());
        try (InputStream in = response.body()) {
            if (response.statusCode() != NOT_FOUND) {
                check(response.statusCode(), in);
            }
            return response.statusCode() != NOT_FOUND;
        }
    }

    void lines(String path, Lines lines) throws IOException {
        HttpResponse<InputStream> response = send(request(path).GET());
        try (BufferedReader in = reader(response.body())) {
            check(response.statusCode(), response.body());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.line(line);
            }
        }
    }

    /** Asks for work that takes its time; a wish to stop is passed on. */
    <T> T follow(String path, Object body, Listener listener, Class<T> type) throws IOException {
        HttpResponse<InputStream> response =
                send(
                        posting(path, body)
                                .header("Accept", "text/event-stream, application/problem+json"));
        try (BufferedReader lines = reader(response.body())) {
            check(response.statusCode(), response.body());
            WorkEvents.Event event = null;
            for (String line = read(lines); line != null; line = read(lines)) {
                if (line.startsWith("event:")) {
                    event = WorkEvents.Event.of(line.substring("event:".length()).strip());
                } else if (line.startsWith("data:")) {
                    JsonNode data = JSON.readTree(line.substring("data:".length()));
                    switch (event) {
                        case RESULT -> {
                            return JSON.treeToValue(data, type);
                        }
                        case FAULT -> throw fault(data);
                        case ACCEPTED -> passStopOn(data.get("id").asString());
                        default -> listener.on(event, data);
                    }
                }
            }
        }
        throw cutOff(null);
    }

    private static BufferedReader reader(InputStream in) {
        return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    private static String read(BufferedReader lines) {
        try {
            return lines.readLine();
        } catch (IOException e) {
            throw cutOff(e);
        }
    }

    private static RuntimeException fault(JsonNode data) {
        WorkEvents.Fault fault = JSON.treeToValue(data, WorkEvents.Fault.class);
        return fault.kind().exception(fault.detail());
    }

    private static RunFailedException cutOff(IOException cause) {
        return new RunFailedException(
                "stockload serve ended before the work was done. To continue: stockload resume",
                cause);
    }

    /** In a thread of its own: who asks to stop is a handler of signals, and waits for nobody. */
    private void passStopOn(String work) {
        Runnable pass =
                () -> {
                    try {
                        post(path("/api/work/%s/stop", work), null, Void.class);
                    } catch (IOException | RuntimeException e) {
                        // Then it has ended already.
                    }
                };
        stop.whenAsked(() -> new DaemonThreads("stop").newThread(pass).start());
    }

    private <T> T answer(HttpRequest.Builder request, Class<T> type) throws IOException {
        HttpResponse<InputStream> response = send(request);
        try (InputStream in = response.body()) {
            byte[] body = in.readAllBytes();
            if (response.statusCode() == NOT_FOUND && !JSON.readTree(body).has(KIND)) {
                return null;
            }
            check(response.statusCode(), new ByteArrayInputStream(body));
            return body.length == 0 ? null : JSON.readValue(body, type);
        }
    }

    /** What was refused is told by its kind; anything else did not come from Stockload. */
    private static void check(int status, InputStream body) throws IOException {
        if (status < REFUSED) {
            return;
        }
        JsonNode kind;
        JsonNode told;
        try {
            told = JSON.readTree(body.readAllBytes());
            kind = told.path(KIND);
        } catch (JacksonException e) {
            throw new IOException("stockload serve answered " + status, e);
        }
        if (!kind.isString()) {
            throw new IOException("stockload serve answered " + status);
        }
        throw fault(told);
    }

    private HttpRequest.Builder posting(String path, Object body) {
        BodyPublisher content =
                body == null
                        ? BodyPublishers.noBody()
                        : BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body));
        return request(path).header("Content-Type", "application/json").POST(content);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Authorization", "Bearer " + server.token());
    }

    private HttpResponse<InputStream> send(HttpRequest.Builder request) throws IOException {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
