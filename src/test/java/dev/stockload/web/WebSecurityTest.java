package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.sandbox.TestSandbox;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.ConsoleAddress;

import org.apache.catalina.Context;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.TomcatWebServer;

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
import java.util.Base64;
import java.util.List;
import java.util.Set;

class WebSecurityTest {
    /** How many wrong passwords one address may send in a minute. */
    private static final int GUESSES = 5;

    private static final String PASSWORD = "grüne Kisten, 40 Stück";

    @TempDir static Path home;
    @AutoClose private static Shop open;
    @AutoClose private static Shop locked;
    private static volatile Instant now = Instant.parse("2026-11-15T02:00:00Z");

    @BeforeAll
    static void start() throws IOException {
        open = new Shop(Files.createDirectory(home.resolve("open")));
        locked =
                new Shop(
                        Files.createDirectory(home.resolve("locked")),
                        PASSWORD,
                        () -> now,
                        TestSandbox.inMemory());
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /%zz HTTP/1.1\r\nHost: localhost",
                "GET /a;b HTTP/1.1\r\nHost: localhost",
                "GET /a\\b HTTP/1.1\r\nHost: localhost",
                "GET /runs HTTP/1.1",
                "G@T /runs HTTP/1.1\r\nHost: localhost",
                "GET /runs HTTP/1.1\r\nHost: evil.example",
                "GET /api/runs?page=x HTTP/1.1\r\nHost: localhost",
                "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: x",
                "GET /runs HTTP/1.1\r\nHost: localhost\r\nX-Large: LARGE",
            })
    void refused_requests_carry_the_security_headers_too(String request) throws IOException {
        String answer =
                raw(
                        open,
                        request.replace("LARGE", "x".repeat(20_000))
                                + "\r\nConnection: close\r\n\r\n");
        assertThat(answer)
                .startsWith("HTTP/1.1 4")
                .contains("Content-Security-Policy: default-src 'none'")
                .contains("X-Content-Type-Options: nosniff")
                .containsOnlyOnce("nosniff");
    }

    @Test
    void refuses_forms_without_a_csrf_token() {
        Visitor visitor = open.visitor();
        for (String path :
                List.of(
                        "/runs/x/stop",
                        "/runs/x/resume",
                        "/runs/x/again",
                        "/jobs/x/run",
                        "/import",
                        "/import/x/start",
                        "/import/x/job",
                        "/quotas/products")) {
            assertThat(visitor.postWithout(path).statusCode()).as(path).isEqualTo(403);
        }
        assertThat(visitor.post("/runs/x/stop", "/import").statusCode()).isEqualTo(404);
    }

    @Test
    void accepts_a_form_of_a_page_from_before_a_restart() throws IOException {
        Visitor visitor = open.visitor();
        visitor.get("/import");
        open.restartConsole();
        assertThat(visitor.drop("a.csv", "pid,colour,size,stock\n1,a,36,1\n").body())
                .contains("colours to send");
    }

    @ParameterizedTest
    @CsvSource({
        "evil.example,        421, 421",
        "evil.example:8080,   421, 421",
        "127.0.0.1.example,   421, 421",
        "localhost,           200, 302",
        "LOCALHOST.,          200, 302",
        "127.0.0.1:1234,      200, 302",
        "[::1]:8080,          200, 302",
        // an address is nobody's name, but without a password only this machine's own are right
        "192.168.1.7:8080,    421, 302",
        "[fe80::7]:8080,      421, 302",
        // the name of a proxy, from the setting, which comes with a password only
        "Stock.Shop.example,  421, 302",
    })
    void answers_only_to_its_own_host_names(String host, int without, int withPassword)
            throws IOException {
        String request =
                "GET /runs HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(host);
        assertThat(raw(open, request)).startsWith("HTTP/1.1 " + without);
        assertThat(raw(locked, request)).startsWith("HTTP/1.1 " + withPassword);
    }

    @ParameterizedTest
    @CsvSource({
        "evil.example,       X-Forwarded-Host: localhost,           421, 421",
        "evil.example,       X-Forwarded-Host: stock.shop.example,  421, 421",
        "evil.example,       Forwarded: host=localhost,             421, 421",
        "localhost,          X-Forwarded-Host: evil.example,        200, 421",
        "127.0.0.1:8080,     X-Forwarded-Host: stock.shop.example,  200, 302",
        "stock.shop.example, X-Forwarded-Proto: https,              421, 302",
    })
    void a_forwarded_name_never_replaces_the_requested_one(
            String host, String header, int without, int withPassword) throws IOException {
        String request =
                "GET /runs HTTP/1.1\r\nHost: %s\r\n%s\r\nConnection: close\r\n\r\n"
                        .formatted(host, header);
        assertThat(raw(open, request)).startsWith("HTTP/1.1 " + without);
        assertThat(raw(locked, request)).startsWith("HTTP/1.1 " + withPassword);
    }

    @Test
    void other_host_names_need_a_password() {
        assertThatThrownBy(() -> options("127.0.0.1", null, Set.of("stock.shop.example")))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("STOCKLOAD_CONSOLE_HOSTS")
                .hasMessageContaining("STOCKLOAD_CONSOLE_PASSWORD");
    }

    @Test
    void says_how_to_allow_a_host_name() throws IOException {
        String request = "GET /runs HTTP/1.1\r\nHost: lan.example\r\nConnection: close\r\n\r\n";
        assertThat(raw(locked, request))
                .contains("does not answer to the name 'lan.example'")
                .contains("STOCKLOAD_CONSOLE_HOSTS=lan.example")
                .contains("text/plain");
        assertThatThrownBy(() -> ConsoleAddress.hosts("good.example, https://bad.example:1"))
                .hasMessageContaining("'https://bad.example:1'")
                .hasMessageContaining("without a port");
        assertThat(ConsoleAddress.hosts(" A.example,b "))
                .containsExactlyInAnyOrder("a.example", "b");
    }

    @Test
    void refuses_requests_from_pages_of_another_site() throws IOException {
        String foreign = "Host: localhost\r\nSec-Fetch-Site: cross-site\r\nConnection: close\r\n";
        assertThat(raw(open, "GET /events HTTP/1.1\r\n" + foreign + "\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(
                        raw(
                                open,
                                "POST /import HTTP/1.1\r\n"
                                        + foreign
                                        + "Sec-Fetch-Mode: navigate\r\nContent-Length: 0\r\n\r\n"))
                .startsWith("HTTP/1.1 403")
                .contains("another site");
        assertThat(
                        raw(
                                open,
                                "GET /runs HTTP/1.1\r\n"
                                        + foreign
                                        + "Sec-Fetch-Mode: navigate\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void keeps_its_cookies_from_scripts_and_other_sites_and_from_plain_text_behind_https()
            throws IOException {
        String head = "GET /runs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
        String html = "Accept: text/html\r\n";
        assertThat(cookies(raw(locked, head + html + "\r\n")))
                .isNotEmpty()
                .allMatch(cookie -> cookie.contains("HttpOnly"))
                .allMatch(cookie -> cookie.contains("SameSite=Strict"))
                .noneMatch(cookie -> cookie.contains("Secure"));
        String proxied = raw(locked, head + html + "X-Forwarded-Proto: https\r\n\r\n");
        assertThat(cookies(proxied)).isNotEmpty().allMatch(cookie -> cookie.contains("Secure"));
        assertThat(proxied).contains("Location: /login");
    }

    @Test
    void a_login_gets_a_new_session() {
        Visitor visitor = locked.visitor();
        visitor.get("/runs");
        String before = visitor.cookie("stockload");
        assertThat(login(visitor, PASSWORD)).contains("Log out");
        assertThat(visitor.cookie("stockload")).isNotEqualTo(before);
        Visitor thief = locked.visitor();
        assertThat(thief.getWith("/runs", "stockload=" + before).body())
                .contains("type=\"password\"");
    }

    @Test
    void after_the_login_the_requested_page_opens_and_never_a_part_of_one() {
        Visitor visitor = locked.visitor();
        visitor.get("/quotas");
        HttpResponse<String> part = visitor.getPart("/runs/list");
        assertThat(part.statusCode()).isEqualTo(401);
        assertThat(part.headers().firstValue("HX-Redirect")).contains("/login");
        visitor.get("/events");
        HttpResponse<String> in =
                visitor.post("/login", "/login", "username", "console", "password", PASSWORD);
        assertThat(in.uri().getPath()).isEqualTo("/quotas");
    }

    @Test
    void no_session_is_made_before_a_login() throws IOException {
        now = now.plus(Duration.ofMinutes(2));
        int before = sessions();
        for (String request :
                List.of(
                        "GET /runs",
                        "GET /login?wrong",
                        "GET /actuator/prometheus",
                        "POST /login",
                        "POST /actuator/health",
                        "POST /runs/x/stop",
                        "POST /logout",
                        "GET /" + "x".repeat(6_000))) {
            String answer =
                    raw(
                            locked,
                            request
                                    + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n"
                                    + "Content-Length: 0\r\nConnection: close\r\n\r\n");
            assertThat(answer).as(request).matches("(?s)HTTP/1.1 [234].*");
            assertThat(cookies(answer)).as(request).noneMatch(c -> c.startsWith("stockload="));
        }
        assertThat(sessions()).isEqualTo(before);
        login(locked.visitor(), PASSWORD);
        assertThat(sessions()).isEqualTo(before + 1);
    }

    private static int sessions() {
        TomcatWebServer server = (TomcatWebServer) locked.console.server().getWebServer();
        Context context = (Context) server.getTomcat().getHost().findChildren()[0];
        return context.getManager().getActiveSessions();
    }

    @Test
    void after_a_form_that_was_sent_too_late_the_login_leads_to_its_page() throws IOException {
        now = now.plus(Duration.ofMinutes(2));
        Visitor visitor = locked.visitor();
        visitor.get("/login");
        assertThat(lateForm(visitor, "http://localhost/product?find=1")).isEqualTo("/product");
        assertThat(lateForm(visitor, "http://localhost//evil.example/")).isEqualTo("/runs");
        assertThat(lateForm(visitor, "mailto:x")).isEqualTo("/runs");
    }

    /** Sends a form without a session, then logs in; returns where that leads. */
    private static String lateForm(Visitor visitor, String page) {
        visitor.post("/logout", "/login");
        visitor.postFrom(page, "/runs/x/stop", "/login");
        HttpResponse<String> in =
                visitor.post("/login", "/login", "username", "console", "password", PASSWORD);
        return in.uri().getPath();
    }

    @Test
    void refuses_uploads_before_the_login() throws IOException {
        assertThat(
                        raw(
                                locked,
                                "POST /import HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                        + "Content-Type: multipart/form-data; boundary=xx\r\n"
                                        + "Content-Length: 100000000\r\n\r\n"))
                .startsWith("HTTP/1.1 302")
                .contains("Location: /login");
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
        for (String path : List.of("/", "/runs", "/import", "/jobs", "/quotas", "/events")) {
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
    void the_password_logs_in_until_the_logout() {
        Visitor visitor = locked.visitor();
        HttpResponse<String> in =
                visitor.post("/login", "/login", "username", "console", "password", PASSWORD);
        assertThat(in.uri().getPath()).isEqualTo("/runs");
        assertThat(visitor.get("/import").body()).contains("Drop a stock sheet");
        assertThat(visitor.post("/logout", "/import").uri().getPath()).isEqualTo("/login");
        assertThat(visitor.get("/import").uri().getPath()).isEqualTo("/login");
    }

    @Test
    void limits_wrong_passwords() {
        now = now.plus(Duration.ofMinutes(2));
        Visitor visitor = locked.visitor();
        for (int i = 0; i < GUESSES; i++) {
            assertThat(login(visitor, "guess " + i)).contains("Wrong password");
        }
        assertThat(login(visitor, PASSWORD)).contains("Too many attempts").contains("60 s");
        now = now.plus(Duration.ofSeconds(61));
        assertThat(login(visitor, PASSWORD)).contains("Log out");
    }

    @Test
    void guesses_at_the_login_do_not_block_scrapes_which_have_their_own_limit() throws IOException {
        now = now.plus(Duration.ofMinutes(2));
        Visitor visitor = locked.visitor();
        for (int i = 0; i < 5 * GUESSES; i++) {
            login(visitor, "guess " + i);
        }
        assertThat(login(visitor, PASSWORD)).contains("Too many attempts");
        for (String path : List.of("/actuator/prometheus", "/actuator/health")) {
            assertThat(scrape(path, PASSWORD)).as(path).startsWith("HTTP/1.1 200");
        }
        for (int i = 0; i < GUESSES; i++) {
            assertThat(scrape("/actuator/prometheus", "guess " + i))
                    .startsWith("HTTP/1.1 401")
                    .contains("WWW-Authenticate: Basic");
        }
        assertThat(scrape("/actuator/prometheus", PASSWORD))
                .startsWith("HTTP/1.1 429")
                .contains("Retry-After: 60");
        now = now.plus(Duration.ofSeconds(61));
        assertThat(scrape("/actuator/prometheus", PASSWORD))
                .startsWith("HTTP/1.1 200")
                .contains("stockload_runs");
    }

    @Test
    void shows_metrics_after_the_login() {
        now = now.plus(Duration.ofMinutes(2));
        Visitor visitor = locked.visitor();
        login(visitor, PASSWORD);
        assertThat(visitor.get("/actuator/prometheus").body()).contains("stockload_runs");
    }

    private static String scrape(String path, String password) throws IOException {
        String who =
                Base64.getEncoder()
                        .encodeToString(("console:" + password).getBytes(StandardCharsets.UTF_8));
        return raw(
                locked,
                "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic %s\r\nConnection: close\r\n\r\n"
                        .formatted(path, who));
    }

    @Test
    void answers_other_machines_only_with_a_password() {
        assertThatThrownBy(() -> options("0.0.0.0", null, Set.of()))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("STOCKLOAD_CONSOLE_PASSWORD");
    }

    private static ConsoleAddress options(String address, String password, Set<String> hosts)
            throws IOException {
        return new ConsoleAddress(InetAddress.getByName(address), 0, password, hosts, true);
    }

    private static String login(Visitor visitor, String password) {
        return visitor.post("/login", "/login", "username", "console", "password", password).body();
    }

    private static List<String> cookies(String answer) {
        return answer.lines().filter(line -> line.startsWith("Set-Cookie:")).toList();
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
