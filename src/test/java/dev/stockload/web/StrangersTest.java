package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.JavaProcess;
import dev.stockload.sandbox.TestSandbox;
import dev.stockload.web.access.RequestBodyValve;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.TomcatWebServer;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Clients without a login that do all they can to fill the memory or to keep others waiting. */
@Timeout(300)
@Tag("soak")
class StrangersTest {
    private static final Duration LONGEST_HEALTH = Duration.ofSeconds(5);
    private static final int REQUESTS = 6_000;
    private static final long MOST_KEPT_OF_A_REQUEST = 175;
    private static final long MOST_KEPT_OF_A_RUSH = 3 * 1024 * 1024;

    @TempDir static Path home;
    @AutoClose private static Shop shop;
    @AutoClose private Stranger stranger;

    @BeforeAll
    static void start() throws IOException {
        shop = new Shop(home, "a password", InstantSource.system(), TestSandbox.inMemory());
        try (Stranger first = new Stranger(shop.console.port())) {
            // What the first requests need of the processor and of the heap is not of strangers.
            first.ask(3_000);
        }
    }

    @BeforeEach
    void arrive() {
        stranger = new Stranger(shop.console.port());
    }

    @Test
    void requests_without_a_cookie_leave_nothing_in_memory() throws Exception {
        long before = heap();
        assertThat(stranger.ask(REQUESTS)).isGreaterThan(REQUESTS - 200);
        assertThat(heap() - before).isLessThan(REQUESTS * MOST_KEPT_OF_A_REQUEST);
        assertThat(sessions()).isZero();
    }

    private static int sessions() {
        Tomcat tomcat = ((TomcatWebServer) shop.console.server().getWebServer()).getTomcat();
        return ((Context) tomcat.getHost().findChildren()[0]).getManager().getActiveSessions();
    }

    /** The first is a large file; the others cost some processor each time they are asked for. */
    @ParameterizedTest
    @ValueSource(strings = {"/webjars/htmx.org/2.0.8/dist/htmx.js", "/login", "/api/openapi.json"})
    void health_answers_beside_clients_that_do_not_read(String page) throws Exception {
        for (int i = 0; i < 600; i++) {
            Stranger.doNotRead(stranger.open(), page);
        }
        for (int i = 0; i < 5; i++) {
            assertHealthy();
            TimeUnit.MILLISECONDS.sleep(500);
        }
    }

    @Test
    void health_answers_beside_clients_that_send_half_a_request() throws Exception {
        for (int i = 0; i < 3_000; i++) {
            Stranger.send(stranger.open(), "GET /login" + Stranger.HOST + "X-Half: ");
        }
        assertHealthy();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /login",
                "POST /api/imports",
                "GET /actuator/health",
                "POST /nowhere",
                "GET /login",
                "OPTIONS *"
            })
    void health_answers_beside_bodies_that_stall(String request) throws IOException {
        for (int i = 0; i < 250; i++) {
            stranger.stall(request);
        }
        assertHealthy();
    }

    /**
     * The attack is a process of its own that gets the processor last, so that what is measured is
     * what the server makes of it.
     */
    @Test
    void a_rush_of_everything_delays_nobody_and_leaves_nothing_in_memory() throws Exception {
        attack(3);
        long before = heap();
        attack(8);
        long after = heap();
        for (int i = 0; i < 15 && after - before > MOST_KEPT_OF_A_RUSH; i++) {
            TimeUnit.SECONDS.sleep(1);
            after = heap();
        }
        assertThat(after - before).isLessThan(MOST_KEPT_OF_A_RUSH);
    }

    private void attack(int seconds) throws Exception {
        List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
        command.addAll(
                JavaProcess.of(
                                Stranger.class,
                                String.valueOf(shop.console.port()),
                                String.valueOf(seconds))
                        .command());
        Process attack =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            while (!attack.waitFor(200, TimeUnit.MILLISECONDS)) {
                assertHealthy();
            }
            String made =
                    new String(attack.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(made).contains("unread=").doesNotContain("=0");
            assertThat(attack.exitValue()).isZero();
        } finally {
            attack.destroyForcibly();
        }
    }

    private void assertHealthy() throws IOException {
        long begun = System.nanoTime();
        assertThat(stranger.health()).startsWith("HTTP/1.1 200").contains("UP");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(LONGEST_HEALTH);
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

    @Test
    void closes_a_connection_whose_request_has_an_unwanted_body() throws IOException {
        Socket socket = stranger.stall("OPTIONS *");
        socket.setSoTimeout(5_000);
        assertThat(Stranger.rest(socket)).startsWith("HTTP/1.1 200");
    }

    @Test
    void closes_the_oldest_of_too_many_stalled_bodies_and_refuses_none() throws IOException {
        Socket oldest = stranger.stall("POST /login");
        Socket newest = oldest;
        for (int i = 1; i < 150; i++) {
            newest = stranger.stall("POST /login");
        }
        oldest.setSoTimeout(5_000);
        assertThat(Stranger.rest(oldest)).isEmpty();
        newest.setSoTimeout(1_000);
        Socket kept = newest;
        assertThatThrownBy(() -> Stranger.rest(kept)).isInstanceOf(SocketTimeoutException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/login", "/api/imports", "/import", "/nowhere", "/actuator/health"})
    void reads_little_of_an_endless_body_without_login(String path) throws IOException {
        Socket socket =
                Stranger.send(
                        stranger.open(),
                        "POST "
                                + path
                                + Stranger.HOST
                                + "Content-Type: application/octet-stream\r\n"
                                + "Transfer-Encoding: chunked\r\n\r\n");
        byte[] chunk =
                ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.UTF_8);
        long taken = 0;
        try {
            OutputStream out = socket.getOutputStream();
            for (; taken < 200_000_000; taken += chunk.length) {
                out.write(chunk);
            }
        } catch (SocketException e) {
            // It was closed, as it should.
        }
        // What the buffers of the two sockets hold comes on top.
        assertThat(taken).isLessThan(20_000_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "left", "async"})
    void cuts_a_body_that_comes_too_slowly(String how) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(home.resolve(how).toString());
        tomcat.setPort(0);
        tomcat.getEngine().getPipeline().addValve(new RequestBodyValve(Duration.ofMillis(500)));
        Context context = tomcat.addContext("", home.toString());
        Tomcat.addServlet(context, "echo", new Reader(how)).setAsyncSupported(true);
        context.addServletMappingDecoded("/", "echo");
        tomcat.getConnector();
        tomcat.start();
        try (Stranger slow = new Stranger(tomcat.getConnector().getLocalPort())) {
            Socket socket = slow.stall("POST /");
            int sent = 0;
            try {
                for (; sent < 300; sent++) {
                    Thread.sleep(50);
                    Stranger.send(socket, "c");
                }
            } catch (SocketException e) {
                // It was closed, as it should.
            }
            assertThat(sent).isLessThan(300);
        } finally {
            tomcat.stop();
            tomcat.destroy();
        }
    }

    /** Reads the body of a request, leaves it, or answers later. */
    private static final class Reader extends HttpServlet {
        private final String how;

        private Reader(String how) {
            this.how = how;
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            if (how.equals("async")) {
                request.startAsync();
                return;
            }
            if (how.equals("read")) {
                request.getInputStream().readAllBytes();
            }
            response.getWriter().print("done");
        }
    }
}
