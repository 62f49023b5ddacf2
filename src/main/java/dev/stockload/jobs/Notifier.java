package dev.stockload.jobs;

import dev.stockload.check.Report;
import dev.stockload.imports.Imports;
import dev.stockload.imports.Reports;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Tells webhooks how runs ended: a JSON of the balance, posted beside the runs, again and again for
 * a while where it does not arrive.
 */
public final class Notifier implements AutoCloseable {
    /** The pauses before another try. */
    public static final List<Duration> PAUSES =
            List.of(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(10));

    private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final List<Duration> pauses;
    private final Duration patience;
    private final Consumer<String> told;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(Notifier::thread);
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(ANSWER)
                    .build();
    private CompletableFuture<Void> open = CompletableFuture.completedFuture(null);

    /**
     * @param patience how long {@link #close} waits for what is on its way
     * @param told hears in a sentence what a webhook refused, and what comes of it
     */
    public Notifier(List<Duration> pauses, Duration patience, Consumer<String> told) {
        this.pauses = List.copyOf(pauses);
        this.patience = patience;
        this.told = told;
    }

    /** Tells how a run of a job ended. */
    public void ended(JobDefinition job, Imports.Result result) {
        if (!result.alreadyDone()) {
            Report report = result.report();
            post(job, end(result.run()), JSON.valueToTree(report), result.run().message());
        }
    }

    /** Tells that a job could not be run at all. */
    public void failed(JobDefinition job, String why) {
        ObjectNode body = JSON.createObjectNode();
        body.put("job", job.name()).put("account", job.account()).put("file", job.read());
        post(job, Webhook.End.FAILURE, body, why);
    }

    private static Webhook.End end(Run run) {
        if (run.state() != RunState.COMPLETED) {
            return Webhook.End.FAILURE;
        }
        Report.Rows rows = Reports.of(run).rows();
        return rows.rejected() + rows.held() > 0 ? Webhook.End.REJECTS : Webhook.End.SUCCESS;
    }

    private void post(JobDefinition job, Webhook.End end, ObjectNode body, String message) {
        job.webhook()
                .filter(webhook -> webhook.on().contains(end))
                .ifPresent(
                        webhook -> {
                            body.put("event", end.key()).put("message", message);
                            CompletableFuture<Void> done = new CompletableFuture<>();
                            synchronized (this) {
                                open = CompletableFuture.allOf(open, done);
                            }
                            attempt(webhook, JSON.writeValueAsBytes(body), 0, done);
                        });
    }

    private void attempt(Webhook webhook, byte[] body, int attempt, CompletableFuture<Void> done) {
        HttpRequest request =
                HttpRequest.newBuilder(webhook.url())
                        .timeout(ANSWER)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build();
        http.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .whenComplete(
                        (response, fault) -> {
                            if (fault == null && response.statusCode() < 300) {
                                done.complete(null);
                            } else if (attempt >= pauses.size()) {
                                tell(
                                        "The webhook %s %s: it was not told how the run ended"
                                                .formatted(webhook, why(response, fault)));
                                done.complete(null);
                            } else {
                                Duration pause = pauses.get(attempt);
                                tell(
                                        "The webhook %s %s; trying again in %d s"
                                                .formatted(
                                                        webhook,
                                                        why(response, fault),
                                                        pause.toSeconds()));
                                later(pause, () -> attempt(webhook, body, attempt + 1, done));
                            }
                        });
    }

    private void tell(String words) {
        LOG.warn(words);
        told.accept(words);
    }

    private void later(Duration pause, Runnable work) {
        if (!thread.isShutdown()) {
            thread.schedule(work, pause.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static String why(HttpResponse<?> response, Throwable fault) {
        if (response != null) {
            return "answered " + response.statusCode();
        }
        // Its message may show the address, and with it a secret.
        Throwable cause = fault.getCause() instanceof IOException io ? io : fault;
        return cause instanceof HttpTimeoutException
                ? "did not answer within %d s".formatted(ANSWER.toSeconds())
                : "could not be reached (%s)".formatted(cause.getClass().getSimpleName());
    }

    /** Waits a little for what is on its way. */
    @Override
    public void close() {
        CompletableFuture<Void> rest;
        synchronized (this) {
            rest = open;
        }
        try {
            rest.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            tell(
                    "A webhook was not told how a run ended within %d s"
                            .formatted(patience.toSeconds()));
        } catch (InterruptedException | ExecutionException e) {
            LOG.warn("It is unknown whether all webhooks were told", e);
        }
        thread.shutdownNow();
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "notify");
        thread.setDaemon(true);
        return thread;
    }
}
