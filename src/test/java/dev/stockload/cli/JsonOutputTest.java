package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.terminal.ExitCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** With --json, standard output is one document and nothing else, whichever command prints it. */
class JsonOutputTest {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    @TempDir Path folder;

    @Test
    void each_command_that_shows_something_prints_a_document() throws IOException {
        Path sheet = folder.resolve("stock.csv");
        Files.writeString(sheet, "pid,colour,size,stock\n10001,x,36,5\n10002,x,36,y\n");

        JsonNode imported = document(ExitCode.REJECTS, "import", sheet.toString(), "--json");
        String run = imported.get(0).get("run").stringValue();
        assertThat(imported.get(0).get("colours").get("sent").intValue()).isEqualTo(1);
        assertThat(imported.get(0).get("by").stringValue()).startsWith("user ");
        assertThat(document(0, "status", "--json")).isEqualTo(imported);

        JsonNode morning = document(ExitCode.REJECTS, "morning", "--json");
        assertThat(morning.get("needsSomebody").booleanValue()).isTrue();
        assertThat(morning.at("/jobs/0/state").stringValue()).isEqualTo("TO_CORRECT");
        assertThat(morning.at("/jobs/0/run").stringValue()).isEqualTo(run);
        assertThat(morning.at("/stores/0/nights")).hasSize(30);

        JsonNode why = document(0, "why", "10001", "--json");
        assertThat(why.get("pid").intValue()).isEqualTo(10001);
        JsonNode size = why.at("/colours/0/sizes/0");
        assertThat(size.propertyNames())
                .containsSubsequence("size", "wanted", "known", "shown", "events");
        assertThat(size.at("/events/0").propertyNames())
                .containsExactly(
                        "at", "run", "job", "by", "cause", "before", "after", "file", "sheet",
                        "row", "column", "request", "message");
        assertThat(size.at("/events/0/cause").stringValue()).isEqualTo("accepted");
        assertThat(size.at("/events/1/cause").stringValue()).isEqualTo("sheet");

        JsonNode verified = document(0, "verify", run, "--json");
        assertThat(verified.get("run").stringValue()).isEqualTo(run);
        assertThat(verified.get("asSent").intValue()).isEqualTo(1);

        assertThat(document(0, "accounts", "--json")).isEmpty();
        assertThat(document(0, "tokens", "--json")).isEmpty();
        assertThat(CommandRun.inSandbox(folder, "tokens", "add", "erp", "--read-only").exitCode())
                .isZero();
        JsonNode token = document(0, "tokens", "--json").get(0);
        assertThat(token.get("name").stringValue()).isEqualTo("erp");
        assertThat(token.get("readOnly").booleanValue()).isTrue();

        assertThat(document(0, "published", "10001", "--json").get("neverFetched"))
                .hasToString("[10001]");
        assertThat(document(0, "sources", "--json")).isEmpty();
        assertThat(document(0, "resume", "--json")).isEmpty();

        JsonNode plan = document(0, "undo", run, "--json");
        assertThat(plan.get("zeroed").intValue()).isEqualTo(1);
        assertThat(document(0, "status", "--json")).isEqualTo(imported);
        JsonNode undo = document(0, "undo", run, "--yes", "--json");
        assertThat(undo.get(0).get("job").stringValue()).isEqualTo("undo");
    }

    @Test
    void what_a_command_cannot_do_is_a_document_too() {
        for (List<String> args :
                List.of(
                        List.of("status", "nope"),
                        List.of("verify", "nope"),
                        List.of("why", "1", "--days"),
                        List.of("run", "nope"),
                        List.of("stock", "99999999"),
                        List.of("check", "nope.csv"),
                        List.of("quota", "--account", "nope"))) {
            List<String> all = new ArrayList<>(args);
            all.add("--json");
            CommandRun run = CommandRun.inSandbox(folder, all.toArray(String[]::new));
            assertThat(run.exitCode()).as("%s", args).isNotZero();
            JsonNode document = JSON.readTree(run.out());
            assertThat(document.propertyNames()).containsExactly("error");
            assertThat(run.err()).contains(document.get("error").stringValue());
        }
    }

    private JsonNode document(int exitCode, String... args) {
        CommandRun run = CommandRun.inSandbox(folder, args);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        return JSON.readTree(run.out());
    }
}
