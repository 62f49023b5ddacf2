package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sandbox.TestSandbox;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Clients without a login that do all they can to fill the memory or to keep others waiting. */
@Timeout(300)
@Tag("soak")
class StrangersTest {
    private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";
    private static final String END = "Connection: close\r\n\r\n";
    private static final int ENOUGH_HEALTH_MILLIS = 5_000;
    private static final int MOST_OPEN = 4_000;
    private static final long MEGABYTE = 1024 * 1024;

    @TempDir static Path home;
    @AutoClose private static Shop shop;
    private final Deque<Socket> sockets = new ConcurrentLinkedDeque<>();

    @BeforeAll
    static void start() throws IOException {
        shop = new Shop(home, "a password", InstantSource.system(), TestSandbox.inMemory());
    }

    @AfterEach
    void hangUp() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void requests_without_a_cookie_leave_nothing_in_memory() throws Exception {
        ask(3_000);
        long before = heap();
        assertThat(ask(30_000)).isGreaterThan(29_000);
        assertThat(heap() - before).isLessThan(5 * MEGABYTE);
    }

    @Test
    void health_answers_beside_clients_that_do_not_read() throws Exception {
        for (int i = 0; i < 260; i++) {
            doNotRead(open());
        }
        for (int i = 0; i < 5; i++) {
            assertHealthy();
            TimeUnit.MILLISECONDS.sleep(500);
        }
    }

    @Test
    void health_answers_beside_clients_that_send_half_a_request() throws Exception {
        for (int i = 0; i < 3_000; i++) {
            send(open(), "GET /login" + HOST + "X-Half: ");
        }
        assertHealthy();
    }

    @Test
    void a_minute_of_everything_delays_nobody_and_leaves_nothing_in_memory() throws Exception {
        attack(Duration.ofSeconds(10));
        long before = heap();
        attack(Duration.ofSeconds(50));
        long after = heap();
        for (int i = 0; i < 15 && after - before > 5 * MEGABYTE; i++) {
            TimeUnit.SECONDS.sleep(1);
            after = heap();
        }
        assertThat(after - before).isLessThan(5 * MEGABYTE);
    }

    private void attack(Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        List<Attack> attacks =
                List.of(
                        random -> ask(20),
                        random -> {
                            try (Socket socket = open()) {
                                send(socket, header(random, 100 + random.nextInt(20_000)));
                            }
                        },
                        random -> send(open(), "GET /login" + HOST + "X-Half: "),
                        random -> send(open(), "POST /login" + HOST + "Content-Length: 9\r\n\r\na"),
                        random -> doNotRead(open()),
                        random -> open(),
                        random -> send(open(), "GET /events" + HOST + "\r\n"));
        ExecutorService pool = Executors.newFixedThreadPool(attacks.size());
        for (Attack attack : attacks) {
            pool.submit(() -> repeat(attack, end));
        }
        pool.shutdown();
        List<Long> health = new ArrayList<>();
        while (System.nanoTime() < end) {
            health.add(healthMillis());
            TimeUnit.MILLISECONDS.sleep(200);
        }
        // One may come late because the machine, which attacks as well, was busy with others.
        Collections.sort(health);
        assertThat(health.subList(0, health.size() - 1))
                .allMatch(millis -> millis < ENOUGH_HEALTH_MILLIS);
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        hangUp();
        sockets.clear();
    }

    private interface Attack {
        void once(Random random) throws IOException;
    }

    private static void repeat(Attack attack, long end) {
        Random random = new Random(attack.hashCode());
        while (System.nanoTime() < end) {
            try {
                attack.once(random);
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (IOException e) {
                // It was closed, which is allowed.
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static String header(Random random, int size) {
        return "GET /%d%s".formatted(random.nextInt(), HOST)
                + "X-Large: "
                + "x".repeat(size)
                + "\r\n\r\n";
    }

    /** Sends requests without a cookie, each of another kind than the one before. */
    private int ask(int count) throws IOException {
        int answers = 0;
        String[] requests = {
            "GET /runs" + HOST + "Accept: text/html\r\n\r\n",
            "GET /product?find=%d" + HOST + "Accept: text/html\r\n\r\n",
            "GET /login" + HOST + "\r\n",
            "POST /login" + HOST + "Content-Length: 0\r\n\r\n",
            "POST /actuator/health" + HOST + "Content-Length: 0\r\n\r\n",
            "GET /actuator/prometheus" + HOST + "\r\n",
            "POST /runs/%d/stop" + HOST + "Content-Length: 0\r\n\r\n",
            "GET /api/runs/%d" + HOST + "\r\n",
            "GET /nowhere/%d" + HOST + "Cookie: stockload=%<d\r\n\r\n",
        };
        int atOnce = 90;
        for (int i = 0; i < count; i += atOnce) {
            StringBuilder all = new StringBuilder();
            for (int j = 0; j < Math.min(atOnce, count - i) - 1; j++) {
                all.append(requests[j % requests.length].formatted(i + j));
            }
            all.append("GET /login").append(HOST).append(END);
            try (Socket socket = open()) {
                send(socket, all.toString());
                String answer =
                        new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                answers += answer.split("HTTP/1.1 ").length - 1;
            }
        }
        sockets.removeIf(Socket::isClosed);
        return answers;
    }

    /** Asks for much and reads nothing of it. */
    private static void doNotRead(Socket socket) throws IOException {
        send(socket, ("GET /webjars/htmx.org/2.0.8/dist/htmx.js" + HOST + "\r\n").repeat(300));
    }

    private static void assertHealthy() throws IOException {
        assertThat(healthMillis()).isLessThan(ENOUGH_HEALTH_MILLIS);
    }

    private static long healthMillis() throws IOException {
        long begun = System.nanoTime();
        try (Socket socket = connect()) {
            socket.setSoTimeout(60_000);
            send(socket, "GET /actuator/health" + HOST + END);
            String answer =
                    new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 200").contains("UP");
        } catch (SocketTimeoutException e) {
            throw new AssertionError("Health did not answer", e);
        }
        return Duration.ofNanos(System.nanoTime() - begun).toMillis();
    }

    private static long heap() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(200);
            long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            least = Math.min(least, used);
        }
        return least;
    }

    private Socket open() throws IOException {
        Socket socket = connect();
        sockets.add(socket);
        if (sockets.size() > MOST_OPEN) {
            sockets.remove().close();
        }
        return socket;
    }

    private static Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout(30_000);
        socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), shop.console.port()));
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
