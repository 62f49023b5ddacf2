package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.TestSandbox;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The examples in the README and the manual print what they show. */
@Timeout(300)
@Tag("soak")
class DocsExamplesTest {
    private static final Pattern SHELL = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern RUN = Pattern.compile("\\d{8}-\\d{4}-([a-z-]+)-[0-9a-f]{4}");

    @TempDir Path folder;

    @Test
    void the_first_command_of_readme_prints_what_it_shows() throws IOException {
        List<String> shown =
                Files.readAllLines(Path.of("README.md")).stream()
                        .dropWhile(line -> !line.contains("No STOCKLOAD_BASE_URL is set"))
                        .takeWhile(line -> line.startsWith("    "))
                        .map(line -> line.substring(4))
                        .toList();
        CommandRun run = CommandRun.inSandbox(folder, "run", "onboard-warehouse");
        assertThat(run.exitCode()).isEqualTo(ExitCode.REJECTS);
        String data = folder.resolve("data").toString();
        List<String> printed = (run.err() + run.out()).replace(data, "data").lines().toList();
        assertThat(printed.stream().map(DocsExamplesTest::timeless))
                .containsExactlyElementsOf(shown.stream().map(DocsExamplesTest::timeless).toList());
    }

    private static String timeless(String line) {
        return RUN.matcher(line)
                .replaceAll("RUN-$1")
                .replaceAll("\\d\\d:\\d\\d:\\d\\d \\S+", "TIME");
    }

    @Test
    void the_example_with_curl_uploads_follows_and_fetches_the_rejects() throws Exception {
        assumeTrue(isThere("curl"), "the example needs curl");
        Files.createDirectories(folder.resolve("sample-data"));
        Files.copy(
                Path.of("sample-data/warehouse.xlsx"),
                folder.resolve("sample-data/warehouse.xlsx"));
        try (ServedFolder served = new ServedFolder(CommandRun.sandbox(folder))) {
            String token = CommandRun.inSandbox(folder, "tokens", "add", "erp").out().strip();
            program("#!/bin/sh\n[ \"$*\" = 'tokens add erp' ] && echo %s\n".formatted(token));
            String printed =
                    shell(example("docs/api.md").replace("http://127.0.0.1:8080", served.url()));

            assertThat(printed)
                    .contains("event:run", "\"COMPLETED\"", "\"file\":\"warehouse.xlsx\"")
                    .contains("\"code\":\"colour.held\"")
                    .doesNotContain("curl:");
            assertThat(Files.size(folder.resolve("rejected.xlsx"))).isPositive();
        }
    }

    @Test
    void an_upload_has_the_parts_that_the_manual_names() throws Exception {
        assumeTrue(isThere("curl"), "the example needs curl");
        Files.writeString(folder.resolve("stock.csv"), "pid,colour,size,stock\n");
        try (ServedFolder served = new ServedFolder(CommandRun.sandbox(folder))) {
            String token = CommandRun.inSandbox(folder, "tokens", "add", "erp").out().strip();
            String refusal =
                    shell(
                            "curl -sS -H 'Authorization: Bearer %s' %s/api/imports -F file=@stock.csv -F sned=all"
                                    .formatted(token, served.url()));
            Matcher parts = Pattern.compile("it takes ([A-Za-z, -]+)\"").matcher(refusal);
            assertThat(parts.find()).as(refusal).isTrue();
            String page = Files.readString(Path.of("docs/api.md"));
            String uploading = page.substring(page.indexOf("## Uploading"));
            List<String> named =
                    Pattern.compile("`([A-Za-z-]+)`")
                            .matcher(uploading.substring(0, uploading.indexOf("A file has")))
                            .results()
                            .map(part -> part.group(1))
                            .toList();
            assertThat(parts.group(1).split(", ")).containsExactlyInAnyOrderElementsOf(named);
        }
    }

    @Test
    void the_example_of_the_sandbox_shows_the_stock_of_a_product() throws Exception {
        assumeTrue(isThere("curl"), "the example needs curl");
        try (Sandbox sandbox = Sandbox.start(TestSandbox.inMemory())) {
            program(
                    """
                    #!/bin/sh
                    [ "$*" = sandbox ] || exit 2
                    echo STOCKLOAD_BASE_URL=%s
                    echo STOCKLOAD_APP_ID=%s
                    echo STOCKLOAD_APP_SECRET=%s
                    echo STOCKLOAD_ACCESS_TOKEN=%s
                    """
                            .formatted(
                                    sandbox.baseUrl(),
                                    Sandbox.APP_ID,
                                    Sandbox.APP_SECRET,
                                    Sandbox.ACCESS_TOKEN));
            String answer =
                    Files.readAllLines(Path.of("docs/sandbox.md")).stream()
                            .filter(line -> line.startsWith("    {"))
                            .findFirst()
                            .orElseThrow()
                            .strip()
                            .replace(",...", "");
            assertThat(shell(example("docs/sandbox.md"))).startsWith(answer);
        }
    }

    /** The first lines for a shell on a page. */
    private static String example(String page) throws IOException {
        Matcher example = SHELL.matcher(Files.readString(Path.of(page)));
        assertThat(example.find()).isTrue();
        return example.group(1);
    }

    private void program(String text) throws IOException {
        Path program = Files.writeString(folder.resolve("stockload"), text);
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private String shell(String lines) throws Exception {
        Process shell =
                new ProcessBuilder("sh", "-eu", "-c", lines)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as(printed).isZero();
        return printed;
    }

    private static boolean isThere(String program) throws InterruptedException {
        try {
            return new ProcessBuilder(program, "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
