package dev.stockload.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;
import dev.stockload.merchant.Outcome.Kind;
import dev.stockload.stock.Colour;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;

import okhttp3.OkHttpClient;

import okio.Buffer;
import okio.GzipSink;
import okio.Okio;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Network failures: a create is never sent twice, and we know whether it was sent. */
class OneAttemptTest {
    private static final UnaryOperator<OkHttpClient.Builder> QUICK =
            http ->
                    http.connectTimeout(Duration.ofSeconds(2))
                            .writeTimeout(Duration.ofSeconds(2))
                            .readTimeout(Duration.ofMillis(300))
                            .callTimeout(Duration.ofMillis(900));
    private static final List<Colour> COLOURS =
            List.of(new Colour(1, "red", Map.of(new Size(36, 36), new Stock(5, null))));
    private static final MockResponse DONE =
            new MockResponse.Builder().body("{\"success\":true,\"msg\":\"\"}").build();

    @AutoClose private final MockWebServer server = new MockWebServer();

    @BeforeEach
    void start() throws IOException {
        server.start();
    }

    @Test
    void a_connection_lost_after_the_request_is_in_doubt_and_nothing_is_sent_again() {
        server.enqueue(
                new MockResponse.Builder().onResponseStart(new SocketEffect.CloseSocket()).build());
        server.enqueue(DONE);
        assertThat(create()).returns(Kind.IN_DOUBT, Outcome::kind);
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void a_connection_that_breaks_after_another_request_is_in_doubt() {
        server.enqueue(DONE);
        server.enqueue(
                new MockResponse.Builder().onResponseStart(new SocketEffect.CloseSocket()).build());
        server.enqueue(DONE);
        try (Merchant merchant = merchant(server.url("/").uri(), QUICK)) {
            assertThat(merchant.create(COLOURS, () -> {})).returns(Kind.ACCEPTED, Outcome::kind);
            assertThat(merchant.create(COLOURS, () -> {})).returns(Kind.IN_DOUBT, Outcome::kind);
        }
        assertThat(server.getRequestCount()).isEqualTo(2);
    }

    @Test
    void a_service_that_closes_each_connection_after_its_answer_puts_nothing_in_doubt()
            throws Exception {
        CountDownLatch closed = new CountDownLatch(2);
        try (ServerSocket impatient = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Merchant merchant = merchant(address(impatient), QUICK)) {
            inBackground(
                    () -> {
                        for (int i = 0; i < 2; i++) {
                            answerAndHangUp(impatient);
                            closed.countDown();
                        }
                    });
            assertThat(merchant.create(COLOURS, () -> {})).returns(Kind.ACCEPTED, Outcome::kind);
            Wait.until(() -> closed.getCount() <= 1);
            assertThat(merchant.create(COLOURS, () -> {})).returns(Kind.ACCEPTED, Outcome::kind);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {503, 408, 421})
    void requests_that_okhttp_would_repeat_are_sent_once(int status) {
        server.enqueue(
                new MockResponse.Builder().code(status).addHeader("Retry-After", "0").build());
        server.enqueue(DONE);
        assertThat(create()).doesNotReturn(Kind.ACCEPTED, Outcome::kind);
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void a_missing_answer_is_in_doubt() {
        server.enqueue(
                new MockResponse.Builder().onResponseStart(SocketEffect.Stall.INSTANCE).build());
        server.enqueue(DONE);
        assertThat(create())
                .returns(Kind.IN_DOUBT, Outcome::kind)
                .satisfies(doubt -> assertThat(doubt.words()).startsWith("it took too long"));
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void a_trickling_answer_times_out() {
        server.enqueue(
                new MockResponse.Builder()
                        .body("{\"success\":true,\"msg\":\"" + " ".repeat(1000) + "\"}")
                        .throttleBody(10, 100, TimeUnit.MILLISECONDS)
                        .build());
        assertThat(create())
                .returns(Kind.IN_DOUBT, Outcome::kind)
                .satisfies(doubt -> assertThat(doubt.words()).startsWith("it took too long"));
    }

    @Test
    void an_answer_cut_short_is_in_doubt() {
        server.enqueue(
                new MockResponse.Builder()
                        .body("{\"success\":true,\"msg\":\"" + "x".repeat(100_000) + "\"}")
                        .onResponseBody(new SocketEffect.CloseSocket())
                        .build());
        assertThat(create()).returns(Kind.IN_DOUBT, Outcome::kind);
    }

    @Test
    void an_endless_answer_is_in_doubt_and_not_held_in_memory() throws Exception {
        try (ServerSocket endless = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread service = inBackground(() -> answerForEver(endless));
            try (Merchant merchant = merchant(address(endless), UnaryOperator.identity())) {
                assertThat(merchant.create(COLOURS, () -> {}))
                        .isEqualTo(Outcome.of(Kind.IN_DOUBT, "the answer is longer than 8 MB"));
            }
            service.join(5000);
            assertThat(service.isAlive()).isFalse();
        }
    }

    @Test
    void an_answer_that_unpacks_to_too_much_is_in_doubt() throws Exception {
        Buffer packed = new Buffer();
        try (var zip = Okio.buffer(new GzipSink(packed))) {
            zip.writeUtf8("{\"success\":true,\"msg\":\"");
            zip.writeUtf8("x".repeat(9 << 20));
            zip.writeUtf8("\"}");
        }
        server.enqueue(
                new MockResponse.Builder()
                        .addHeader("Content-Encoding", "gzip")
                        .body(packed)
                        .build());
        assertThat(create()).isEqualTo(Outcome.of(Kind.IN_DOUBT, "the answer is longer than 8 MB"));
    }

    @Test
    void a_refused_connection_means_that_nothing_was_sent() throws Exception {
        URI url;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            url = address(free);
        }
        try (Merchant merchant = merchant(url, QUICK)) {
            assertThat(merchant.create(COLOURS, () -> {}))
                    .returns(Kind.UNREACHED, Outcome::kind)
                    .satisfies(unreached -> assertThat(unreached.words()).startsWith(url + ": "));
        }
    }

    @Test
    void an_unknown_host_means_that_nothing_was_sent() {
        URI url = URI.create("https://nowhere.invalid/api");
        try (Merchant merchant = merchant(url, QUICK)) {
            assertThat(merchant.create(COLOURS, () -> {}))
                    .isEqualTo(
                            Outcome.of(
                                    Kind.UNREACHED,
                                    "https://nowhere.invalid/api: the host name is unknown"));
        }
    }

    @Test
    void a_service_without_tls_means_that_nothing_was_sent() throws Exception {
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Merchant merchant =
                        merchant(URI.create("https://127.0.0.1:" + plain.getLocalPort()), QUICK)) {
            inBackground(() -> answerAndHangUp(plain));
            assertThat(merchant.create(COLOURS, () -> {})).returns(Kind.UNREACHED, Outcome::kind);
        }
    }

    @Test
    void loopback_does_not_use_the_proxy() {
        System.setProperty("http.proxyHost", "127.0.0.1");
        System.setProperty("http.proxyPort", "1");
        System.setProperty("http.nonProxyHosts", "");
        try {
            server.enqueue(DONE);
            assertThat(create()).returns(Kind.ACCEPTED, Outcome::kind);
        } finally {
            System.clearProperty("http.proxyHost");
            System.clearProperty("http.proxyPort");
            System.clearProperty("http.nonProxyHosts");
        }
    }

    private Outcome<String> create() {
        try (Merchant merchant = merchant(server.url("/").uri(), QUICK)) {
            return merchant.create(COLOURS, () -> {});
        }
    }

    private static Merchant merchant(URI url, UnaryOperator<OkHttpClient.Builder> client) {
        return new Merchant(
                TestAccounts.of("test", url, "geheim", "token"),
                InstantSource.system(),
                300,
                client);
    }

    private static URI address(ServerSocket server) {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    private static Thread inBackground(Runnable service) {
        Thread thread = new Thread(service);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void answerAndHangUp(ServerSocket server) {
        try (Socket socket = server.accept();
                InputStream in = socket.getInputStream();
                OutputStream out = socket.getOutputStream()) {
            in.read(new byte[8192]);
            out.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\n{\"success\":true,\"msg\":\"\"}"
                            .getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends when the other side closes the connection. */
    private static void answerForEver(ServerSocket server) {
        try (Socket socket = server.accept();
                InputStream in = socket.getInputStream();
                OutputStream out = socket.getOutputStream()) {
            in.read(new byte[8192]);
            out.write(
                    "HTTP/1.1 200 OK\r\n\r\n{\"success\":true,\"msg\":\""
                            .getBytes(StandardCharsets.US_ASCII));
            byte[] more = "x".repeat(8192).getBytes(StandardCharsets.US_ASCII);
            while (true) {
                out.write(more);
            }
        } catch (IOException e) {
            // The client has closed the connection.
        }
    }
}
