package dev.stockload.jobs;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls the monitor of a job when it begins and when it ends, so that somebody notices a machine
 * that does neither. The job does not wait for it.
 */
public final class Ping {
    private static final Logger LOG = LoggerFactory.getLogger(Ping.class);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final HttpClient HTTP =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(ANSWER)
                    .build();

    /** The last call to each monitor. */
    private static final Map<URI, CompletableFuture<Void>> LAST = new ConcurrentHashMap<>();

    /** What a job does: the end of the address that is called. */
    enum Event {
        START("/start"),
        SUCCESS(""),
        FAIL("/fail");

        private final String end;

        Event(String end) {
            this.end = end;
        }
    }

    private Ping() {}

    /** Calls the monitor, where the job has one. */
    static void call(JobDefinition job, Event event) {
        job.notifySettings().ping().ifPresent(url -> call(job.name(), url, event));
    }

    /** Waits until the monitors have heard of everything, or do not answer. */
    public static void flush() {
        CompletableFuture.allOf(LAST.values().toArray(CompletableFuture[]::new)).join();
    }

    /** One after the other: a monitor that hears of the end first waits for another. */
    private static void call(String job, URI url, Event event) {
        LAST.compute(
                url,
                (monitor, last) ->
                        last == null
                                ? send(job, url, event)
                                : last.thenCompose(done -> send(job, url, event)));
    }

    private static CompletableFuture<Void> send(String job, URI url, Event event) {
        String address = url.toString();
        int query = address.indexOf('?');
        String path = query < 0 ? address : address.substring(0, query);
        URI whole =
                URI.create(
                        path.replaceFirst("/+$", "")
                                + event.end
                                + (query < 0 ? "" : address.substring(query)));
        HttpRequest request = HttpRequest.newBuilder(whole).timeout(ANSWER).GET().build();
        return HTTP.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .handle(
                        (answer, fault) -> {
                            if (fault != null || answer.statusCode() >= 300) {
                                // The address may hold a secret.
                                LOG.warn(
                                        "The monitor of job {} at {} did not hear of its {}",
                                        job,
                                        url.getHost(),
                                        event.name().toLowerCase(Locale.ROOT));
                            }
                            return null;
                        });
    }
}
