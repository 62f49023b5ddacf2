package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** A question has one answer, whether a command prints it or a program asks for it. */
@Tag("soak")
class JsonAndApiTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir Path folder;
    @AutoClose private ServedFolder served;
    private String token;

    @BeforeEach
    void serve() throws IOException {
        served = new ServedFolder(CommandRun.sandbox(folder));
        token = run("tokens", "add", "compare").out().strip();
    }

    @Test
    void each_question_has_the_same_answer_in_both() throws Exception {
        Path sheet = folder.resolve("stock.csv");
        Files.writeString(sheet, "pid,colour,size,stock\n10001,x,36,5\n10002,x,36,y\n");
        JsonNode imported = printed("import", sheet.toString()).get(0);
        String run = imported.get("run").stringValue();

        assertThat(printed("status")).isEqualTo(asked("runs").get("items"));
        assertThat(printed("status", run).get(0)).isEqualTo(asked("runs/" + run));
        assertThat(asked("runs/" + run).get("files")).hasSize(2);
        assertThat(printed("jobs")).isEqualTo(asked("jobs"));
        assertThat(printed("why", "10001")).isEqualTo(asked("products/10001?account=sandbox"));
        JsonNode plan = printed("undo", run);
        JsonNode shown = asked("runs/" + run + "/undo");
        without(plan.at("/diff/base"), "at");
        without(shown.at("/diff/base"), "at");
        assertThat(plan).isEqualTo(shown);
        assertThat(printed("accounts")).isEqualTo(asked("accounts"));
        assertThat(printed("quota")).isEqualTo(asked("quotas?account=sandbox"));
        assertThat(without(printed("morning"), "at")).isEqualTo(without(asked("morning"), "at"));

        JsonNode verified = printed("verify", run);
        request("POST", "runs/" + run + "/verify");
        Wait.until(() -> request("GET", "runs/" + run + "/verify").statusCode() != 202);
        HttpResponse<String> answer = request("GET", "runs/" + run + "/verify");
        assertThat(without(json(answer.body()), "at")).isEqualTo(without(verified, "at"));
        assertThat(printed("verify", "--all")).isEqualTo(asked("store?account=sandbox"));

        printed("details", "10001");
        assertThat(printed("published", "--list")).isEqualTo(asked("published?account=sandbox"));
        assertThat(printed("published", "10001").propertyNames())
                .containsExactly("changed", "before", "neverFetched");
    }

    private CommandRun run(String... args) {
        return CommandRun.inSandbox(folder, args);
    }

    private JsonNode printed(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 1);
        all[args.length] = "--json";
        CommandRun run = run(all);
        assertThat(run.out()).as(run.err()).isNotBlank();
        return json(run.out());
    }

    private JsonNode asked(String question) throws Exception {
        HttpResponse<String> answer = request("GET", question);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer.body());
    }

    private HttpResponse<String> request(String method, String question) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(served.url() + "/api/" + question))
                        .header("Authorization", "Bearer " + token)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private static JsonNode without(JsonNode document, String field) {
        ((ObjectNode) document).remove(field);
        return document;
    }
}
