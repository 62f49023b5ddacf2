package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.terminal.ExitCode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

class SandboxCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    @Test
    @Tag("soak")
    void prints_its_settings_and_keeps_its_stock_even_when_killed() throws Exception {
        Process killed = start();
        Map<String, String> settings = settings(killed);
        assertThat(settings.keySet())
                .containsExactly(
                        "STOCKLOAD_BASE_URL",
                        "STOCKLOAD_APP_ID",
                        "STOCKLOAD_APP_SECRET",
                        "STOCKLOAD_ACCESS_TOKEN");
        assertThat(settings.values()).allMatch(value -> value.matches("[A-Za-z0-9.:/-]+"));
        assertThat(
                        post(
                                settings,
                                "/Stock/Creat",
                                "application/json",
                                "[{\"color\":\"red\",\"pid\":10001,\"param\":[{\"size\":\"36\",\"stock\":7}]}]"))
                .isEqualTo("{\"success\":true,\"msg\":\"\"}");
        killed.destroyForcibly().waitFor();

        Process again = start();
        assertThat(
                        post(
                                settings(again),
                                "/Stock/List",
                                "application/x-www-form-urlencoded",
                                "productid=10001"))
                .contains("\"color\":\"red\",\"size\":36,\"stock\":7");
        again.destroy();
        assertThat(again.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(again.exitValue()).as("ended by SIGTERM").isEqualTo(143);
        assertThat(folder.resolve("err"))
                .content()
                .contains("it keeps its stock in")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --fault=dorp@3  | 'dorp' is not a fault; expected drop, applied-drop
                    --port=70000    | A port is between 0 and 65535, but this is 70000
                    --port=http     | --port takes a whole number, but this is 'http'
                    --products=3    | The catalogue has between 220 and 1000000 products, but this is 3
                    """)
    void says_which_option_is_wrong(String option, String message) {
        assertThat(run("sandbox", "--data", folder.toString(), option))
                .isEqualTo(ExitCode.UNUSABLE);
        assertThat(err.toString()).contains(message);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void reports_a_port_in_use() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            String port = Integer.toString(taken.getLocalPort());

            assertThat(run("sandbox", "--data", folder.toString(), "--port", port))
                    .isEqualTo(ExitCode.UNUSABLE);
            assertThat(err.toString())
                    .startsWith("The sandbox cannot listen on port " + port)
                    .hasLineCount(1);
        }
    }

    @Test
    void its_help_shows_the_faults() {
        assertThat(run("sandbox", "--help")).isEqualTo(ExitCode.DONE);
        assertThat(out.toString()).contains("applied-drop", "--fault drop@3", "default: 8085");
    }

    private int run(String... args) {
        return Stockload.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }

    private Process start() throws IOException {
        List<String> command = new ArrayList<>(Program.classes());
        command.addAll(List.of("sandbox", "--port=0", "--data=" + folder.resolve("data")));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("err").toFile()))
                .start();
    }

    private Map<String, String> settings(Process process) throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        Map<String, String> settings = new LinkedHashMap<>();
        for (int n = 0; n < 4; n++) {
            String line = lines.readLine();
            assertThat(line).as(Files.readString(folder.resolve("err"))).isNotNull().contains("=");
            settings.put(
                    line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
        }
        return settings;
    }

    private static String post(
            Map<String, String> settings, String path, String contentType, String body)
            throws Exception {
        String now = Long.toString(Instant.now().getEpochSecond());
        byte[] hash =
                MessageDigest.getInstance("MD5")
                        .digest(
                                (settings.get("STOCKLOAD_APP_SECRET") + now)
                                        .getBytes(StandardCharsets.UTF_8));
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(settings.get("STOCKLOAD_BASE_URL") + path))
                        .header("appid", settings.get("STOCKLOAD_APP_ID"))
                        .header("sign", HexFormat.of().withUpperCase().formatHex(hash))
                        .header("timestamp", now)
                        .header("accesstoken", settings.get("STOCKLOAD_ACCESS_TOKEN"))
                        .header("Content-Type", contentType)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
