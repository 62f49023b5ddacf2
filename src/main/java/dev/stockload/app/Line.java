package dev.stockload.app;

import dev.stockload.app.Wire.Event;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.StopSignal;
import dev.stockload.sheet.UnusableSheetException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/** The line to the process that serves: a question, what happens meanwhile, and the answer. */
final class Line {
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
    private final Wire.Address address;
    private final StopSignal stop;

    Line(Wire.Address address, StopSignal stop) {
        this.address = address;
        this.stop = stop;
    }

    /** Asks what is answered at once. */
    <T> T ask(String path, Object question, Class<T> type) throws IOException {
        return ask(path, question, Listeners.NONE, type);
    }

    /** Asks for work that takes its time; a wish to stop is passed on. */
    <T> T ask(String path, Object question, Consumer<Event> listener, Class<T> type)
            throws IOException {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(post(path, question), StandardCharsets.UTF_8))) {
            for (String line = read(lines); line != null; line = read(lines)) {
                Event event = Wire.JSON.readValue(line, Event.class);
                switch (event.kind()) {
                    case RESULT -> {
                        return event.as(type);
                    }
                    case TICKET -> stopWhenAsked(event.as(String.class));
                    case UNUSABLE_SHEET -> throw new UnusableSheetException(event.as(String.class));
                    case UNUSABLE_SETTINGS ->
                            throw new UnusableSettingsException(event.as(String.class));
                    case FAILED -> throw new RunFailedException(event.as(String.class));
                    default -> listener.accept(event);
                }
            }
        }
        throw cutOff(null);
    }

    private static String read(BufferedReader lines) {
        try {
            return lines.readLine();
        } catch (IOException e) {
            throw cutOff(e);
        }
    }

    private static RunFailedException cutOff(IOException cause) {
        return new RunFailedException(
                "stockload serve ended before the work was done. To continue: stockload resume",
                cause);
    }

    private void stopWhenAsked(String ticket) {
        Thread thread =
                new Thread(
                        () -> {
                            stop.await();
                            try {
                                post("/stop", ticket).close();
                            } catch (IOException e) {
                                // Then it has ended already.
                            }
                        },
                        "stop");
        thread.setDaemon(true);
        thread.start();
    }

    private InputStream post(String path, Object body) throws IOException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(address.url() + path))
                        .header("Authorization", "Bearer " + address.token())
                        .POST(
                                HttpRequest.BodyPublishers.ofByteArray(
                                        Wire.JSON.writeValueAsBytes(body)))
                        .build();
        try {
            HttpResponse<InputStream> response =
                    http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            if (response.statusCode() >= 400) {
                throw new IOException("stockload serve answered " + response.statusCode());
            }
            return response.body();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
