package dev.stockload.cli;

import dev.stockload.batch.RunFailedException;
import dev.stockload.batch.StopSignal;
import dev.stockload.batch.Watcher;
import dev.stockload.cli.Wire.Event;
import dev.stockload.ledger.Run;
import dev.stockload.pipeline.ImportOrder;
import dev.stockload.pipeline.Imports;
import dev.stockload.pipeline.Reports;
import dev.stockload.pipeline.Status;
import dev.stockload.sheet.UnusableSheetException;

import tools.jackson.core.JacksonException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Hands imports to the process that serves, and shows how they go on there. */
final class ServedDesk implements Desk {
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
    private final Path data;
    private final Wire.Address address;
    private final StopSignal stop;
    private final Watcher watcher;

    private ServedDesk(Path data, Wire.Address address, StopSignal stop, Watcher watcher) {
        this.data = data;
        this.address = address;
        this.stop = stop;
        this.watcher = watcher;
    }

    /** The process that serves this data folder, where there is one and it answers. */
    static Optional<ServedDesk> find(Path data, StopSignal stop, Watcher watcher) {
        try {
            Wire.Address address =
                    Wire.JSON.readValue(
                            Files.readAllBytes(data.resolve(Wire.FILE)), Wire.Address.class);
            ServedDesk desk = new ServedDesk(data, address, stop, watcher);
            desk.unfinished();
            return Optional.of(desk);
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    @Override
    public Imports.Result start(ImportOrder order) throws IOException {
        // What is a path here may be none where the other process is.
        return follow("/import", order.forFile(order.file().toAbsolutePath().normalize()));
    }

    @Override
    public Imports.Result resume(Run run, boolean force) throws IOException {
        return follow("/resume", new Wire.Resume(run.id(), force));
    }

    @Override
    public List<Run> unfinished() throws IOException {
        return ask("/unfinished", "", Wire.Runs.class).runs();
    }

    @Override
    public Optional<Run> run(String id) throws IOException {
        return ask("/run", new Wire.Resume(id, false), Wire.Runs.class).runs().stream().findAny();
    }

    Status status() throws IOException {
        return ask("/status", "", Status.class);
    }

    @Override
    public String account(String name) {
        return name;
    }

    @Override
    public void doing(String what) {
        // The process that serves tells what it does.
    }

    @Override
    public void close() {
        // Nothing is held open between two questions.
    }

    private Imports.Result follow(String path, Object order) throws IOException {
        HttpResponse<InputStream> response = post(path, order);
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Optional<Imports.Result> result = hear(Wire.JSON.readValue(line, Event.class));
                if (result.isPresent()) {
                    return result.get();
                }
            }
        } catch (IOException e) {
            throw cutOff();
        }
        throw cutOff();
    }

    private static RunFailedException cutOff() {
        return new RunFailedException(
                "The process that serves ended before the run did; stockload resume goes on");
    }

    private Optional<Imports.Result> hear(Event event) {
        switch (event.kind()) {
            case TICKET -> stopWhenAsked(event.text());
            case BEGINS -> watcher.begins(event.run());
            case READS -> watcher.reads(event.number());
            case SENDS -> watcher.sends(event.run());
            case GOES_ON -> watcher.goesOn(event.run());
            case NOTICE -> watcher.notice(event.text());
            case UNUSABLE_SHEET -> throw new UnusableSheetException(event.text());
            case UNUSABLE_SETTINGS -> throw new UnusableSettingsException(event.text());
            case FAILED -> throw new RunFailedException(event.text());
            case DONE, ALREADY_DONE -> {
                boolean already = event.kind() == Event.Kind.ALREADY_DONE;
                return Optional.of(
                        new Imports.Result(
                                event.run(),
                                Reports.of(event.run()),
                                already,
                                rejects(event.run())));
            }
        }
        return Optional.empty();
    }

    private Optional<Path> rejects(Run run) {
        return Stream.of("rejected.xlsx", "rejected.csv")
                .map(data.resolve("reports").resolve(run.id())::resolve)
                .filter(Files::exists)
                .findFirst();
    }

    private void stopWhenAsked(String ticket) {
        Thread thread =
                new Thread(
                        () -> {
                            stop.await();
                            try {
                                post("/stop", new Wire.Stop(ticket)).body().close();
                            } catch (IOException e) {
                                // Then it has ended already.
                            }
                        },
                        "stop");
        thread.setDaemon(true);
        thread.start();
    }

    private <T> T ask(String path, Object question, Class<T> type) throws IOException {
        try (InputStream answer = post(path, question).body()) {
            return Wire.JSON.readValue(answer.readAllBytes(), type);
        }
    }

    private HttpResponse<InputStream> post(String path, Object body) throws IOException {
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
                throw new IOException("The process that serves answered " + response.statusCode());
            }
            return response;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
