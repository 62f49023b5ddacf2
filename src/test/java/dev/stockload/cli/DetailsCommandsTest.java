package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.SandboxSettings;
import dev.stockload.app.Settings;
import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.TestSandbox;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The output of {@code details}, {@code published}, {@code quota} and {@code verify}. */
@Tag("soak")
class DetailsCommandsTest {
    @AutoClose private static Sandbox sandbox;

    @TempDir Path folder;

    @BeforeAll
    static void start() {
        sandbox = Sandbox.start(TestSandbox.inMemory());
    }

    @Test
    void details_go_to_the_screen_to_json_and_to_files() throws IOException {
        CommandRun screen = run("details", "10002", "10001");
        assertThat(screen.exitCode()).as(screen.err()).isZero();
        assertThat(screen.out().lines().toList())
                .startsWith("Product  Title                      Price  Colour  Size  Stock")
                .endsWith("2 of 2 products fetched")
                .hasSize(26);
        assertThat(screen.out()).contains("10002  Ankle boot 10002, leather  92.90  black     36");

        CommandRun json = run("details", "10001", "--json");
        assertThat(json.exitCode()).isZero();
        JsonNode document = JsonMapper.shared().readTree(json.out());
        assertThat(document.size()).isEqualTo(1);
        assertThat(document.get(0).get("pid").asInt()).isEqualTo(10001);
        assertThat(json.out()).contains("\"price\":91.40,", "\"description\":\"<p>Loafer");
        assertThat(json.err()).as("nothing was fetched again").isEmpty();

        for (String name : new String[] {"d.jsonl", "d.csv", "d.xlsx"}) {
            Path file = folder.resolve(name);
            CommandRun written = run("details", "10001", "10002", "--out", file.toString());
            assertThat(written.exitCode()).as(written.err()).isZero();
            assertThat(written.out())
                    .isEqualTo("2 of 2 products fetched; the file is " + file + "\n");
        }
        assertThat(Files.readAllLines(folder.resolve("d.jsonl"))).hasSize(2);
        assertThat(Files.readAllLines(folder.resolve("d.csv"))).hasSize(25);
        CommandRun marked = run("published", "--file", folder.resolve("d.xlsx").toString());
        assertThat(marked).isEqualTo(new CommandRun(0, "2 products are marked as published\n", ""));
        CommandRun again = run("published", folder.resolve("d.csv").toString(), "10003");
        assertThat(again.out()).isEqualTo("0 products are marked as published; 2 already\n");
    }

    @Test
    void an_unknown_product_is_reported_with_exit_code_3() {
        CommandRun run = run("details", "10003", "5");
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .contains("Product 5: The merchant service refused: The product does not exist: 5");
        assertThat(run.out()).contains("1 of 2 products fetched");
    }

    @Test
    void an_item_number_will_do_where_products_are_named() {
        CommandRun fetched = run("details", "SL-10001", "10002", "--json");
        assertThat(fetched.exitCode()).as(fetched.err()).isZero();
        assertThat(JsonMapper.shared().readTree(fetched.out()).findValuesAsString("pid"))
                .containsExactly("10001", "10002");
        assertThat(run("published", "SL-10001").out())
                .isEqualTo("1 product is marked as published\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "details",
                "details 10001 --all",
                "details abc",
                "details 0",
                "details --all --out x.txt",
                "details --all --out no/such/folder/x.csv",
                "published",
                "published --list 10001",
                "published 1.5",
                "published --file none.csv",
                "published none.csv",
                "verify",
                "verify x --sample 0",
                "verify no-such-run"
            })
    void wrong_arguments_are_refused_before_anything_is_fetched(String line) {
        CommandRun run = run(line.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isNotBlank().doesNotContain("Exception", "\tat ");
    }

    @Test
    void the_quota_is_shown_with_bars_and_as_json() {
        assertThat(run("quota").out())
                .contains("Account default")
                .contains("Fetched today ", "[--------------------]  0    of 300")
                .contains("Products of the store in three months")
                .endsWith("300 more products can be fetched now\n");
        run("details", "10005", "10006", "10007");
        run("published", "10005");
        assertThat(run("quota").out())
                .contains("3    of 300", "Products of store riverside in three months")
                .endsWith("297 more products can be fetched now\n");
        JsonNode json = JsonMapper.shared().readTree(run("quota", "--json").out());
        assertThat(json.at("/day/fetched").asInt()).isEqualTo(3);
        assertThat(json.at("/stores/0/products").asInt()).isEqualTo(3);
        assertThat(json.at("/left").asInt()).isEqualTo(297);
    }

    @Test
    void marks_are_set_listed_and_removed() {
        run("details", "10008", "10009");
        CommandRun mark = run("published", "10008", "77");
        assertThat(mark.out()).isEqualTo("1 product is marked as published\n");
        assertThat(mark.err()).contains("were never fetched with account default: 77");
        assertThat(run("published", "10008").out())
                .isEqualTo("0 products are marked as published; 1 already\n");
        assertThat(run("published", "--list").out())
                .contains("  10009  riverside  ")
                .doesNotContain("10008")
                .endsWith("1 of 2 fetched products not marked as published\n");
        assertThat(run("published", "--undo", "10008").exitCode()).isZero();
        JsonNode list = JsonMapper.shared().readTree(run("published", "--list", "--json").out());
        assertThat(list.size()).isEqualTo(2);
        assertThat(list.get(0).get("store").asString()).isEqualTo("riverside");
    }

    @Test
    void status_lists_details_and_runs_and_shows_one() {
        assertThat(run("status").out()).startsWith("There are no runs yet");
        run("details", "10014", "5");
        CommandRun list = run("status", "--wide");
        assertThat(list.out().lines().toList())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("Details ")
                .contains("State     Fetched  Products  Refused  Resumes  Started");
        assertThat(list.out()).contains("  Finished        1         2        1 ");
        assertThat(run("status", "--json").out())
                .as("imports alone")
                .isEqualToNormalizingWhitespace("[ ]");

        String id = list.out().lines().toList().get(1).split(" ", 2)[0];
        assertThat(run("status", id).out())
                .contains("Details " + id + ": Finished", "Account default")
                .contains("1 of 2 products fetched, 1 refused, 0 left");
        JsonNode one = JsonMapper.shared().readTree(run("status", id, "--json").out()).get(0);
        assertThat(one.get("job").asString()).isEqualTo("details");
        assertThat(run("resume", id).out())
                .isEqualTo("Run %s is finished: nothing to resume\n".formatted(id));
        assertThat(one.at("/products/fetched").asInt()).isEqualTo(1);
    }

    @Test
    void verify_compares_a_run_with_what_the_service_has() throws IOException {
        Path sheet =
                Files.writeString(
                        folder.resolve("a.csv"),
                        "pid,colour,size,stock\n"
                                + "10010,red,36-38,4\n"
                                + "10010,red,39,0\n"
                                + "10011,red,36,1\n");
        String id = run("import", sheet.toString()).runId();

        CommandRun equal = run("verify", id);
        assertThat(equal.exitCode()).as(equal.out() + equal.err()).isZero();
        assertThat(equal.out()).contains("As sent      3", "The service has what was sent");

        change("10011", "36", 5);
        change("10011", "44", 9);
        CommandRun different = run("verify", id);
        assertThat(different.exitCode()).isEqualTo(3);
        assertThat(different.out())
                .containsPattern("10011 .*red +36  more +1 +5 ")
                .containsPattern("10011 .*red +44  unknown +9")
                .contains("1 size is not as sent");
        assertThat(folder.resolve("data/reports").resolve(id).resolve("verify.csv"))
                .content()
                .contains(",red,36-38,as sent,4,4,,,");
        assertThat(run("verify", id, "--sample", "1").out()).contains("Read back 1 of 2 products");
    }

    /** Changes the stock as another program would. */
    private void change(String product, String size, int stock) throws IOException {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Path sheet =
                Files.writeString(
                        elsewhere.resolve("b.csv"),
                        "pid,colour,size,stock\n%s,red,%s,%d\n".formatted(product, size, stock));
        CommandRun run = runIn(elsewhere, "import", sheet.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    @Test
    void adds_tokens_for_other_programs_and_shows_each_once() {
        CommandRun added = run("tokens", "add", "erp");
        assertThat(added.exitCode()).as(added.err()).isZero();
        assertThat(added.out().strip()).matches("stockload_[\\w-]{43}");
        assertThat(run("tokens", "add", "erp").err()).contains("already a token 'erp'");
        assertThat(run("tokens", "add", "wall", "--read-only").exitCode()).isZero();
        String list = run("tokens").out();
        assertThat(list).contains("erp", "read and change", "wall");
        assertThat(list).doesNotContain(added.out().strip());
        assertThat(run("tokens", "remove", "erp").out()).contains("Removed token 'erp'");
        assertThat(run("tokens", "remove", "erp").exitCode()).isEqualTo(ExitCode.UNUSABLE);
    }

    CommandRun run(String... args) {
        return runIn(folder, args);
    }

    private static CommandRun runIn(Path folder, String... args) {
        return CommandRun.of(() -> settings(folder), args);
    }

    static Settings settings(Path folder) {
        return SandboxSettings.of(sandbox, folder.resolve("data"));
    }
}
