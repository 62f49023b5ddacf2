package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.sandbox.TestSandbox;
import dev.stockload.web.access.RequestBodyValve;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Attacks on the port through raw sockets. */
@Timeout(300)
@Tag("soak")
class FloodTest {
    @TempDir static Path home;
    @AutoClose private static Shop shop;
    private final List<Socket> sockets = new ArrayList<>();

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
    void answers_others_while_many_bodies_stall(String request) throws IOException {
        for (int i = 0; i < 250; i++) {
            Socket socket = open();
            send(
                    socket,
                    request
                            + " HTTP/1.1\r\nHost: localhost\r\n"
                            + "Content-Type: application/x-www-form-urlencoded\r\n"
                            + "Content-Length: 1000\r\n\r\nab");
        }
        Socket other = open();
        send(
                other,
                "GET /actuator/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(rest(other)).startsWith("HTTP/1.1 200").contains("UP");
    }

    @Test
    void closes_a_connection_whose_request_has_an_unwanted_body() throws IOException {
        Socket socket = open();
        socket.setSoTimeout(5_000);
        send(socket, "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nab");
        assertThat(rest(socket)).startsWith("HTTP/1.1 200");
    }

    @Test
    void closes_the_oldest_of_too_many_stalled_bodies_and_refuses_none() throws IOException {
        for (int i = 0; i < 150; i++) {
            send(
                    open(),
                    "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"
                            + "Content-Type: application/x-www-form-urlencoded\r\n\r\nab");
        }
        sockets.get(0).setSoTimeout(5_000);
        assertThat(rest(sockets.get(0))).isEmpty();
        Socket newest = sockets.get(149);
        newest.setSoTimeout(1_000);
        assertThatThrownBy(() -> rest(newest)).isInstanceOf(SocketTimeoutException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/login", "/api/imports", "/import", "/nowhere", "/actuator/health"})
    void reads_little_of_an_endless_body_without_login(String path) throws IOException {
        Socket socket = open();
        send(
                socket,
                "POST "
                        + path
                        + " HTTP/1.1\r\nHost: localhost\r\n"
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
        try (Socket socket =
                new Socket(
                        InetAddress.getLoopbackAddress(), tomcat.getConnector().getLocalPort())) {
            send(socket, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nab");
            int sent = 0;
            try {
                for (; sent < 300; sent++) {
                    Thread.sleep(50);
                    send(socket, "c");
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

    private Socket open() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), shop.console.port());
        socket.setSoTimeout(30_000);
        sockets.add(socket);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
