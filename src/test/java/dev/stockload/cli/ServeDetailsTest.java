package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.stockload.book.rules.Work;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.database.LedgerAddress;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A real {@code serve} process that resumes details by itself. */
@Timeout(600)
@Tag("soak")
class ServeDetailsTest {
    private static final String DETAIL =
            """
            {"success": true, "msg": "", "data": {"title": "Boot", "price": 9.9, "imgs": [],
             "description": "", "skus": [], "storeUrl": "riverside"}}
            """;

    @TempDir Path folder;
    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch third = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch later = new CountDownLatch(1);
    private HttpServer service;
    @AutoClose private Program program;

    @BeforeEach
    void start() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.setExecutor(Executors.newCachedThreadPool());
        service.createContext("/Product/Detail", this::detail);
        service.start();
        program =
                Program.at("http://127.0.0.1:" + service.getAddress().getPort(), folder)
                        .with("STOCKLOAD_APP_SECRET", "secret")
                        .with("STOCKLOAD_ACCESS_TOKEN", "token");
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    @Test
    void resumes_when_the_limit_allows_it_and_again_after_a_stop() throws Exception {
        waiting("job", folder.resolve("out.jsonl"), List.of(1, 2, 3, 4, 5, 6));
        later.countDown();
        Process serve = program.serve();
        assertThat(third.await(300, TimeUnit.SECONDS)).as(program.words()).isTrue();
        serve.destroy();
        program.awaitWords(serve, "Stopping after");
        release.countDown();
        assertThat(serve.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(serve.exitValue()).as(program.words()).isZero();
        assertThat(program.words())
                .contains("Run job is waiting. It waits for a limit")
                .containsPattern("Run job: details, [456] of 6 products left for account default")
                .contains("job: Stopped, 3 of 6 products fetched. It resumes when");
        assertThat(Files.readAllLines(folder.resolve("out.jsonl"))).hasSize(3);

        serve = program.serve();
        program.awaitWords(serve, "Finished");
        assertThat(program.words()).contains("job: Finished, 6 of 6 products fetched");
        assertThat(requests).as("nothing is fetched twice").hasValue(6);
        assertThat(Files.readAllLines(folder.resolve("out.jsonl"))).hasSize(6);
    }

    @Test
    void a_command_that_is_stopped_finishes_the_request_in_flight() throws Exception {
        Process details = program.start("details", "1", "2", "3", "4", "5", "--out", "d.csv");
        assertThat(third.await(300, TimeUnit.SECONDS)).as(program.words()).isTrue();
        details.destroy();
        program.awaitWords(details, "Stopping after");
        release.countDown();
        Program.Ended ended = program.end(details);

        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.words())
                .contains(": 5 to fetch", " of 5 products fetched; the file is")
                .contains(
                        "It was stopped on request",
                        "To resume: the same command, or stockload resume");
        assertThat(requests).hasValue(3);
        later.countDown();
        Program.Ended resumed = program.run("resume");
        assertThat(resumed.words()).contains("5 of 5 products fetched");
        assertThat(Files.readAllLines(folder.resolve("d.csv"))).hasSize(6);
    }

    /** The third request and those after it are answered when the test allows it, or late. */
    private void detail(HttpExchange exchange) throws IOException {
        int number = requests.incrementAndGet();
        try {
            if (number == 3) {
                third.countDown();
                release.await();
            } else if (number > 3) {
                later.await(5, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        byte[] body = DETAIL.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** A job that stopped at a limit which no longer applies. */
    private void waiting(String id, Path out, List<Integer> products) throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        try (Ledger ledger = Ledger.open(LedgerAddress.inFolder(data))) {
            Instant yesterday = Instant.now().minus(Duration.ofDays(1));
            DetailsRequest order = new DetailsRequest("default", products, false, Optional.of(out));
            Run.Identity identity =
                    new Run.Identity(id, DetailsRequest.JOB, "default", order.content(), 1);
            Run.Input input = Run.Input.unread(order.file(), order.options(), Work.DETAILS);
            Run run = ledger.runs().add(Run.begun(identity, input, yesterday, "here"));
            ledger.details().want(id, products);
            ledger.runs().tally(id, ledger.details().count(id), 0);
            ledger.waitingRuns().later(id, Optional.of(Instant.now()));
            ledger.runs().ended(run, Run.End.stopped(yesterday, "It waits for a limit"));
        }
    }
}
