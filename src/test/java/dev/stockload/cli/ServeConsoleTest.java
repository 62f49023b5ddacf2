package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.pipeline.StrictService;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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
            Matcher address = ADDRESS.matcher("");
            while (!address.reset(program.words()).find()) {
                assertThat(serve.isAlive()).as(program.words()).isTrue();
                serve.waitFor(100, TimeUnit.MILLISECONDS);
            }
            String page =
                    HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(URI.create(address.group(1) + "/runs"))
                                            .build(),
                                    BodyHandlers.ofString())
                            .body();
            assertThat(page).contains("No run yet");
            serve.destroy();
            assertThat(serve.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(program.words()).doesNotContain("INFO", "Exception", "\tat ");
        } finally {
            serve.destroyForcibly().waitFor();
        }
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
}
