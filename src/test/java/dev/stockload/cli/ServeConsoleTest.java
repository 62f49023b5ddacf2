package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.pipeline.StrictService;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The console of a real process that serves. */
@Timeout(120)
class ServeConsoleTest {
    private static final Pattern ADDRESS =
            Pattern.compile("The console is at (http://127\\.0\\.0\\.1:\\d+)");

    @TempDir Path folder;
    @AutoClose private StrictService service;
    private Program program;

    @BeforeEach
    void start() throws Exception {
        service = new StrictService(InstantSource.system(), false);
        program = new Program(folder, service);
    }

    @Test
    void answers_where_it_says_and_ends_politely() throws Exception {
        Process serve = program.start("serve", "--port", "0");
        try {
            String address = address(serve);
            String page =
                    HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(URI.create(address + "/runs")).build(),
                                    BodyHandlers.ofString())
                            .body();
            assertThat(page).contains("No run yet");
            assertThat(program.words())
                    .contains("for this machine alone")
                    .doesNotContain("plain text");
            serve.destroy();
            assertThat(serve.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(program.words()).doesNotContain("INFO", "Exception", "\tat ");
        } finally {
            serve.destroyForcibly().waitFor();
        }
    }

    @Test
    @Tag("soak")
    void warns_that_a_password_travels_in_plain_text() throws Exception {
        program.with(ConsoleDoor.PASSWORD, "open sesame").with(ConsoleDoor.HOSTS, "stock.example");
        Process serve = program.start("serve", "--port", "0");
        try {
            HttpURLConnection login =
                    (HttpURLConnection)
                            URI.create(address(serve) + "/login").toURL().openConnection();
            assertThat(login.getResponseCode()).isEqualTo(200);
            assertThat(program.words())
                    .contains("with the password of STOCKLOAD_CONSOLE_PASSWORD", "in plain text")
                    .doesNotContain("open sesame");
        } finally {
            serve.destroyForcibly().waitFor();
        }
    }

    @Test
    void says_which_name_is_none() throws Exception {
        Program.Ended odd =
                program.with(ConsoleDoor.HOSTS, "https://stock.example")
                        .run("serve", "--port", "0");
        assertThat(odd.code()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(odd.words()).contains("STOCKLOAD_CONSOLE_HOSTS has 'https://stock.example'");
    }

    @Test
    void says_why_it_cannot_listen() throws Exception {
        Program.Ended taken =
                program.run("serve", "--port", String.valueOf(service.address().getPort()));
        assertThat(taken.code()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(taken.words())
                .contains("is in use by another program: name another with --port");
        Program.Ended open = program.run("serve", "--port", "0", "--address", "0.0.0.0");
        assertThat(open.code()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(open.words()).contains("set STOCKLOAD_CONSOLE_PASSWORD");
    }

    /** Waits until it says where its console is. */
    private String address(Process serve) throws Exception {
        Matcher address = ADDRESS.matcher("");
        while (!address.reset(program.words()).find()) {
            assertThat(serve.isAlive()).as(program.words()).isTrue();
            serve.waitFor(100, TimeUnit.MILLISECONDS);
        }
        return address.group(1);
    }
}
