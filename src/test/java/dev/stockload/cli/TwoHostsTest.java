package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import dev.stockload.database.LedgerAddress;
import dev.stockload.imports.StrictService;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Two real {@code serve} processes on one PostgreSQL. */
@Timeout(600)
@Tag("soak")
class TwoHostsTest {
    private static final int COLOURS = 1200;

    @TempDir Path folder;

    /** Between two requests, by kill -9 or by a pause that lasts. */
    @ParameterizedTest
    @ValueSource(strings = {"KILL", "STOP"})
    void a_nightly_run_happens_once_and_another_host_resumes_it(String signal) throws Exception {
        LedgerAddress database = TestDatabase.POSTGRESQL.in(folder);
        BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        HttpServer webhook = webhook(messages);
        CountDownLatch sending = new CountDownLatch(2);
        try (StrictService service = new StrictService(InstantSource.system(), false);
                Ledger ledger = Ledger.open(database)) {
            service.onCreate(sending::countDown);
            Process first = serve("first", database, service, webhook);
            Process second = serve("second", database, service, webhook);
            try {
                awaitServing("first", first);
                awaitServing("second", second);
                assertThat(sending.await(300, TimeUnit.SECONDS)).as(words()).isTrue();
                Run run = ledger.runs().page("", 0, 1).get(0);
                boolean isFirst = run.owner().contains("(process " + first.pid() + ",");
                Process owner = isFirst ? first : second;
                // The answer comes at once, the next request after two seconds.
                TimeUnit.MILLISECONDS.sleep(500);
                String pid = String.valueOf(owner.pid());
                assertThat(new ProcessBuilder("kill", "-" + signal, pid).start().waitFor())
                        .isZero();
                Instant gone = Instant.now();

                Run ended = awaitEnd(ledger, run.id());

                assertThat(ended.state()).as(ended.message()).isEqualTo(Run.State.COMPLETED);
                assertThat(ended.owner()).isNotEqualTo(run.owner());
                assertThat(service.creates())
                        .filteredOn(create -> create.at().isAfter(gone))
                        .first()
                        .satisfies(
                                create ->
                                        assertThat(Duration.between(gone, create.at()))
                                                .isLessThan(Duration.ofSeconds(45)));
                if (signal.equals("STOP")) {
                    new ProcessBuilder("kill", "-CONT", pid).start().waitFor();
                    assertThat(owner.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
                }
                assertThat(ledger.runs().size("")).isEqualTo(1);
                assertThat(service.applied().values()).hasSize(COLOURS).containsOnly(1);
                assertThat(service.shortestGap()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
                assertThat(service.violations()).isEmpty();
                assertThat(messages.poll(300, TimeUnit.SECONDS))
                        .contains("\"event\":\"success\"", "\"sent\":" + COLOURS);
                assertThat(messages).isEmpty();
            } finally {
                first.destroyForcibly().waitFor();
                second.destroyForcibly().waitFor();
            }
        } finally {
            webhook.stop(0);
        }
    }

    private Process serve(
            String host, LedgerAddress database, StrictService service, HttpServer webhook)
            throws Exception {
        Path home = Files.createDirectories(folder.resolve(host));
        Program program =
                new Program(home, service)
                        .with("SPRING_DATASOURCE_URL", database.url())
                        .with("SPRING_DATASOURCE_USERNAME", database.user())
                        .with("SPRING_DATASOURCE_PASSWORD", database.password());
        Path sheet = folder.resolve("stock.csv");
        if (!Files.exists(sheet)) {
            Files.copy(program.sheet("stock.csv", COLOURS), sheet);
        }
        Files.createDirectories(home.resolve("jobs"));
        Files.writeString(
                home.resolve("jobs/night.yml"),
                """
                read: %s
                schedule: "%s"
                zone: UTC
                notify: http://127.0.0.1:%d/
                """
                        .formatted(sheet, soon(), webhook.getAddress().getPort()));
        return program.start("serve", "--no-console", "--heartbeat", "500");
    }

    private void awaitServing(String host, Process process) throws Exception {
        while (!Files.exists(folder.resolve(host).resolve("data/serve.json"))) {
            assertThat(process.isAlive()).as(words()).isTrue();
            process.waitFor(50, TimeUnit.MILLISECONDS);
        }
    }

    private String soon;

    /** The same time for both, once a day, a few seconds after both have started. */
    private String soon() {
        if (soon == null) {
            ZonedDateTime time = ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(30);
            soon = "%d %d %d * * *".formatted(time.getSecond(), time.getMinute(), time.getHour());
        }
        return soon;
    }

    private Run awaitEnd(Ledger ledger, String run) throws Exception {
        for (int i = 0; i < 3000; i++) {
            Run now = ledger.runs().get(run);
            if (now.state() == Run.State.COMPLETED) {
                return now;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new AssertionError(ledger.runs().get(run) + "\n" + words());
    }

    private String words() throws Exception {
        StringBuilder words = new StringBuilder();
        for (String host : List.of("first", "second")) {
            for (String file : List.of("out.txt", "data/logs/stockload.log")) {
                Path path = folder.resolve(host).resolve(file);
                words.append(path).append('\n');
                words.append(Files.exists(path) ? Files.readString(path) : "");
            }
        }
        return words.toString();
    }

    private static HttpServer webhook(BlockingQueue<String> messages) throws Exception {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    messages.add(new String(body, StandardCharsets.UTF_8));
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        server.start();
        return server;
    }
}
