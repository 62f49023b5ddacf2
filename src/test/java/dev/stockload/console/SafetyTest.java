package dev.stockload.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.sandbox.SandboxOptions;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

class SafetyTest {
    private static final String PASSWORD = "grüne Kisten, 40 Stück";

    @TempDir static Path home;
    private static Shop open;
    private static Shop locked;
    private static volatile Instant now = Instant.parse("2026-11-15T02:00:00Z");

    @BeforeAll
    static void start() throws IOException {
        open = new Shop(Files.createDirectory(home.resolve("open")));
        locked =
                new Shop(
                        Files.createDirectory(home.resolve("locked")),
                        PASSWORD,
                        () -> now,
                        SandboxOptions.inMemory());
    }

    @AfterAll
    static void stop() {
        open.close();
        locked.close();
    }

    @Test
    void forbids_scripts_and_styles_that_are_not_ours() {
        HttpResponse<String> page = open.visitor().get("/import");
        assertThat(header(page, "Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(page.body()).doesNotContain("<style", " style=", "onclick", "javascript:");
        assertThat(page.body()).doesNotContainPattern("(src|href)=\"(https?:)?//");
    }

    @Test
    void changes_nothing_without_a_token_of_its_own_page() {
        Visitor visitor = open.visitor();
        for (String path : List.of("/runs/x/stop", "/runs/x/resume", "/jobs/x/run", "/import")) {
            assertThat(visitor.postWithout(path).statusCode()).as(path).isEqualTo(403);
        }
        assertThat(visitor.post("/runs/x/stop", "/import").statusCode()).isEqualTo(404);
    }

    @Test
    void takes_a_form_of_a_page_that_was_open_before_a_restart() throws IOException {
        Visitor visitor = open.visitor();
        visitor.get("/import");
        open.restartConsole();
        assertThat(
                        visitor.drop(
                                        "a.csv",
                                        "pid,colour,size,stock\n1,a,36,1\n"
                                                .getBytes(StandardCharsets.UTF_8))
                                .body())
                .contains("colours to send");
    }

    @Test
    void is_not_reached_under_the_name_of_another_site() throws IOException {
        assertThat(
                        raw(
                                open,
                                "GET /runs HTTP/1.1\r\n"
                                        + "Host: evil.example\r\n"
                                        + "Connection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 421")
                .doesNotContain("Runs");
        assertThat(raw(open, "GET /runs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void refuses_a_file_that_is_too_large_before_it_reads_it() throws IOException {
        assertThat(
                        raw(
                                open,
                                "POST /import HTTP/1.1\r\n"
                                        + "Host: 127.0.0.1\r\n"
                                        + "Connection: close\r\n"
                                        + "Content-Length: 999999999\r\n\r\n"))
                .startsWith("HTTP/1.1 413")
                .contains("200 MB");
    }

    @Test
    void shows_nothing_before_the_password() {
        Visitor visitor = locked.visitor();
        for (String path : List.of("/", "/runs", "/import", "/jobs", "/events")) {
            HttpResponse<String> answer = visitor.get(path);
            assertThat(answer.uri().getPath()).as(path).isEqualTo("/login");
        }
        assertThat(visitor.get("/actuator/prometheus").statusCode()).isEqualTo(401);
        assertThat(visitor.get("/actuator/health").body()).contains("UP");
        assertThat(visitor.get("/login").body())
                .contains("type=\"password\"")
                .doesNotContain(PASSWORD);
    }

    @Test
    void lets_in_who_knows_the_password_until_they_log_out() {
        Visitor visitor = locked.visitor();
        HttpResponse<String> in =
                visitor.post("/login", "/login", "username", "console", "password", PASSWORD);
        assertThat(in.uri().getPath()).isEqualTo("/runs");
        assertThat(visitor.get("/import").body()).contains("Drop a stock sheet");
        assertThat(visitor.post("/logout", "/import").uri().getPath()).isEqualTo("/login");
        assertThat(visitor.get("/import").uri().getPath()).isEqualTo("/login");
    }

    @Test
    void lets_nobody_guess() {
        now = now.plus(LoginLimit.WINDOW.multipliedBy(2));
        Visitor visitor = locked.visitor();
        for (int i = 0; i < LoginLimit.FROM_ONE; i++) {
            assertThat(login(visitor, "guess " + i)).contains("That is not the password");
        }
        assertThat(login(visitor, PASSWORD)).contains("Too many tries").contains("60 s");
        now = now.plus(Duration.ofSeconds(61));
        assertThat(login(visitor, PASSWORD)).contains("Log out");
    }

    @Test
    void answers_other_machines_only_with_a_password() {
        assertThatThrownBy(
                        () ->
                                new ConsoleOptions(
                                        InetAddress.getByName("0.0.0.0"),
                                        0,
                                        null,
                                        home,
                                        null,
                                        null,
                                        null,
                                        List.of("default"),
                                        name -> name,
                                        ZoneId.of("UTC"),
                                        () -> now))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("STOCKLOAD_CONSOLE_PASSWORD");
    }

    private static String login(Visitor visitor, String password) {
        return visitor.post("/login", "/login", "username", "console", "password", password).body();
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private static String raw(Shop shop, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), shop.console.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
