package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.Brake;
import dev.stockload.imports.Imports;
import dev.stockload.imports.MissingMode;
import dev.stockload.imports.Reports;
import dev.stockload.imports.SendMode;
import dev.stockload.imports.VerifyMode;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunEnd;
import dev.stockload.ledger.RunIdentity;
import dev.stockload.ledger.RunInput;
import dev.stockload.ledger.RunProgress;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.Tally;
import dev.stockload.sheet.SheetOptions;

import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

@Timeout(600)
class NotifierTest {
    private static final Instant NIGHT = Instant.parse("2026-11-15T01:30:00Z");

    private final MockWebServer server = new MockWebServer();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private Notifier notifier;

    @BeforeEach
    void start() throws Exception {
        server.start();
        notifier =
                new Notifier(
                        List.of(Duration.ofMillis(1), Duration.ofMillis(1)),
                        Duration.ofSeconds(10),
                        told::add);
    }

    @AfterEach
    void stop() {
        notifier.close();
        server.close();
    }

    @Test
    void posts_the_balance_of_a_run() throws Exception {
        server.enqueue(new MockResponse.Builder().code(204).build());
        notifier.ended(job(Webhook.End.ALL), result(RunState.COMPLETED, 3, null));

        RecordedRequest request = server.takeRequest();
        JsonNode body = JsonMapper.shared().readTree(request.getBody().utf8());
        assertThat(request.getMethod()).isEqualTo("POST");
        assertThat(request.getHeaders().get("Content-Type")).isEqualTo("application/json");
        assertThat(body.get("event").asString()).isEqualTo("rejects");
        assertThat(body.get("run").asString()).isEqualTo("run-1");
        assertThat(body.get("state").asString()).isEqualTo("COMPLETED");
        assertThat(body.get("startedAt").asString()).isEqualTo("2026-11-15T01:30:00Z");
        assertThat(body.get("rows").get("rejected").asInt()).isEqualTo(3);
        assertThat(body.get("colours").get("sent").asInt()).isEqualTo(7);
    }

    @Test
    void tries_again_until_it_arrives() throws Exception {
        server.enqueue(new MockResponse.Builder().code(500).build());
        server.enqueue(new MockResponse.Builder().code(404).build());
        server.enqueue(new MockResponse.Builder().code(200).build());
        notifier.ended(job(Webhook.End.ALL), result(RunState.FAILED, 0, "The disk is full"));
        notifier.close();

        assertThat(server.getRequestCount()).isEqualTo(3);
        JsonNode body = JsonMapper.shared().readTree(server.takeRequest().getBody().utf8());
        assertThat(body.get("event").asString()).isEqualTo("failure");
        assertThat(body.get("message").asString()).isEqualTo("The disk is full");
    }

    @Test
    void gives_up_after_some_tries() {
        for (int i = 0; i < 5; i++) {
            server.enqueue(new MockResponse.Builder().code(500).build());
        }
        notifier.ended(job(Webhook.End.ALL), result(RunState.COMPLETED, 0, null));
        notifier.close();
        assertThat(server.getRequestCount()).isEqualTo(3);
        assertThat(told)
                .containsExactly(
                        "The webhook http://127.0.0.1 answered 500; trying again in 0 s",
                        "The webhook http://127.0.0.1 answered 500; trying again in 0 s",
                        "The webhook http://127.0.0.1 answered 500: it was not told how the run"
                                + " ended");
    }

    @Test
    void says_what_it_could_not_wait_for() {
        notifier = new Notifier(List.of(Duration.ofHours(1)), Duration.ZERO, told::add);
        server.enqueue(new MockResponse.Builder().code(503).build());
        notifier.ended(job(Webhook.End.ALL), result(RunState.COMPLETED, 0, null));
        notifier.close();
        assertThat(told).contains("A webhook was not told how a run ended within 0 s");
    }

    @Test
    void tells_only_what_is_asked_for() {
        JobDefinition job = job(Set.of(Webhook.End.FAILURE));
        notifier.ended(job, result(RunState.COMPLETED, 0, null));
        notifier.ended(job, result(RunState.COMPLETED, 3, null));
        server.enqueue(new MockResponse.Builder().code(200).build());
        notifier.failed(job, "no file matches");
        notifier.close();
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void does_not_keep_a_run_waiting() {
        notifier = new Notifier(List.of(), Duration.ZERO, told::add);
        CountDownLatch goesOn = new CountDownLatch(1);
        AtomicBoolean waitedFor = new AtomicBoolean();
        server.setDispatcher(
                new Dispatcher() {
                    @Override
                    public MockResponse dispatch(RecordedRequest request)
                            throws InterruptedException {
                        // Sooner than the notifier gives up: whoever waits for this is seen.
                        waitedFor.set(!goesOn.await(8, TimeUnit.SECONDS));
                        return new MockResponse.Builder().code(200).build();
                    }
                });
        notifier.ended(job(Webhook.End.ALL), result(RunState.COMPLETED, 0, null));
        assertThat(waitedFor).isFalse();
        goesOn.countDown();
    }

    private JobDefinition job(Set<Webhook.End> on) {
        return new JobDefinition(
                "nightly",
                "*.csv",
                Path.of("."),
                "default",
                SheetOptions.none(),
                SendMode.ALL,
                MissingMode.KEEP,
                Brake.USUAL,
                VerifyMode.NONE,
                Optional.empty(),
                Optional.empty(),
                Duration.ofHours(6),
                Optional.of(
                        new Webhook(
                                URI.create("http://127.0.0.1:" + server.getPort() + "/hook"), on)));
    }

    private static Imports.Result result(RunState state, int rejected, String message) {
        Tally tally =
                Tally.NONE
                        .plus(ColourState.SENT, 7, 20)
                        .plus(ColourState.REJECTED, rejected, rejected);
        Run run =
                new Run(
                        new RunIdentity("run-1", "nightly", "default", "c".repeat(64), 1),
                        1,
                        RunInput.unread("stock.csv", "{}", "all"),
                        new RunProgress(NIGHT, "here", tally, 1),
                        new RunEnd(state, NIGHT.plusSeconds(60), message));
        return new Imports.Result(run, Reports.of(run), false, Optional.empty());
    }
}
