package dev.stockload.notifications;

import dev.stockload.process.DaemonThreads;

import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * Calls the monitor of a job when it starts and ends, so that a machine that is down is noticed.
 * The job does not wait for the answer.
 */
public final class Ping {
    private static final Logger LOG = LoggerFactory.getLogger(Ping.class);
    private static final OkHttpClient HTTP =
            Channels.HTTP.newBuilder().callTimeout(Duration.ofSeconds(5)).build();

    private static final Executor THREADS =
            Executors.newCachedThreadPool(new DaemonThreads("ping"));

    private static final Map<URI, CompletableFuture<Void>> LAST = new ConcurrentHashMap<>();

    /** What is told to the monitor. */
    public enum Event {
        START,
        SUCCESS,
        FAIL
    }

    private Ping() {}

    /** In order: a monitor that gets the end before the start would wait for another end. */
    public static void call(String job, URI url, Event event) {
        CompletableFuture<Void> none = CompletableFuture.completedFuture(null);
        LAST.compute(
                url,
                (monitor, last) ->
                        (last == null ? none : last)
                                .thenRunAsync(() -> send(job, url, event), THREADS));
    }

    /** Waits until all calls were answered or have timed out. */
    public static void flush() {
        CompletableFuture.allOf(LAST.values().toArray(CompletableFuture[]::new)).join();
    }

    private static void send(String job, URI url, Event event) {
        String key = event.name().toLowerCase(Locale.ROOT);
        String end = event == Event.SUCCESS ? "" : "/" + key;
        // The query follows the path.
        String address = url.toString().replaceFirst("/*(\\?|$)", end + "$1");
        try (Response answer = HTTP.newCall(new Request.Builder().url(address).build()).execute()) {
            if (answer.isSuccessful()) {
                return;
            }
        } catch (IOException e) {
            // reported below
        }
        // Only the host: the rest of the address may hold a secret.
        LOG.warn(
                "The monitor of job {} at {} could not be called for its {}",
                job,
                url.getHost(),
                key);
    }
}
