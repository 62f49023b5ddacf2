package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.SandboxSettings;
import dev.stockload.app.Settings;
import dev.stockload.app.SettingsFiles;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The output of {@code products} and {@code stock}. */
class ServiceCommandsTest {
    @AutoClose private final MockWebServer server = new MockWebServer();

    @BeforeEach
    void start() throws IOException {
        server.start();
    }

    @Test
    void products_of_all_pages_are_in_one_table() {
        answer(
                """
                {"success":true,"totalPages":2,"data":[
                 {"id":7,"artNo":"A-1","pic":"http://p/1.jpg"},
                 {"id":10012,"artNo":"男鞋九九","pic":"http://p/2.jpg"}]}\
                """);
        answer(
                "{\"success\":true,\"totalPages\":2,\"data\":[{\"id\":8,\"artNo\":\"\\u001b[2J\"}]}");
        assertThat(run("products"))
                .isEqualTo(
                        new CommandRun(
                                0,
                                """
                                   Id  Item number  First image
                                    7  A-1          http://p/1.jpg
                                10012  男鞋九九     http://p/2.jpg
                                    8  �[2J
                                3 products
                                """,
                                ""));
    }

    @Test
    void products_as_json_are_one_array_with_the_names_of_the_interface() {
        answer(
                """
                {"success":true,"totalPages":1,"data":[
                 {"id":7,"artNo":"男","pic":"http://p/1.jpg","x":1}]}\
                """);
        assertThat(run("products", "--json"))
                .isEqualTo(
                        new CommandRun(
                                0,
                                "[{\"id\":7,\"artNo\":\"男\",\"pic\":\"http://p/1.jpg\"}]\n",
                                ""));
    }

    @Test
    void an_empty_list_is_a_sentence_or_an_empty_array() {
        answer("{\"success\":true,\"totalPages\":0,\"data\":[]}");
        answer("{\"success\":true,\"totalPages\":0,\"data\":[]}");
        assertThat(run("products")).isEqualTo(new CommandRun(0, "The list is empty.\n", ""));
        assertThat(run("products", "--json")).isEqualTo(new CommandRun(0, "[]\n", ""));
    }

    @ParameterizedTest
    @CsvSource({"--with-stock, page=1&stock=true", "--without-stock, page=1&stock=false"})
    void products_are_filtered_by_the_service(String option, String body) throws Exception {
        answer("{\"success\":true,\"totalPages\":0,\"data\":[]}");
        run("products", option);
        assertThat(server.takeRequest(1, TimeUnit.SECONDS).getBody().utf8()).isEqualTo(body);
    }

    @Test
    void both_filters_at_once_are_refused() {
        CommandRun run = run("products", "--with-stock", "--without-stock");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("mutually exclusive");
        assertThat(server.getRequestCount()).isZero();
    }

    @Test
    void stock_is_a_table_with_totals() {
        answer(
                """
                {"success":true,"msg":"","data":[
                 {"guid":"0123456789abcdef0123456789abcdef","barCode":null,"color":"红","size":36,"stock":5},
                 {"guid":"0123456789abcdef0123456789abcde0","barCode":"0690123","color":"dark blue","size":"36-40","stock":12}]}\
                """);
        assertThat(run("stock", "7"))
                .isEqualTo(
                        new CommandRun(
                                0,
                                """
                                Colour      Size  Stock  Barcode  Entry
                                红            36      5           0123456789abcdef0123456789abcdef
                                dark blue  36-40     12  0690123  0123456789abcdef0123456789abcde0
                                Colours: 2, sizes: 2, pieces: 17
                                """,
                                ""));
    }

    @Test
    void stock_as_json_has_the_names_of_the_interface() {
        answer(
                """
                {"success":true,"msg":"","data":[
                 {"guid":"01","barCode":null,"color":"红","size":36,"stock":5}]}\
                """);
        assertThat(run("stock", "7", "--json"))
                .isEqualTo(
                        new CommandRun(
                                0,
                                "[{\"guid\":\"01\",\"barCode\":null,\"color\":\"红\",\"size\":\"36\",\"stock\":5}]\n",
                                ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json"})
    void a_product_without_stock_is_reported_in_a_sentence(String option, @TempDir Path folder) {
        answer("{\"success\":false,\"data\":\"\",\"msg\":\"stock has not been added\"}");
        // 7 may be an item number: the command asks for those too.
        answer("{\"success\":true,\"totalPages\":1,\"data\":[{\"id\":7,\"artNo\":\"A-1\"}]}");
        CommandRun run =
                option.isEmpty() ? in(folder, "stock", "7") : in(folder, "stock", "7", option);
        String words =
                "Product 7 has no stock to show. The merchant service says: stock has not been"
                        + " added";
        String document = "{\"error\":\"%s\"}\n".formatted(words);
        assertThat(run)
                .isEqualTo(new CommandRun(1, option.isEmpty() ? "" : document, words + "\n"));
    }

    @Test
    void wrong_credentials_name_the_settings_and_show_none() {
        server.enqueue(new MockResponse.Builder().code(400).body("header sign is wrong").build());
        assertThat(run("products"))
                .isEqualTo(
                        new CommandRun(
                                1,
                                "",
                                """
                                The merchant service did not understand the request: header sign is wrong. \
                                Usually the credentials or the clock are wrong: compare STOCKLOAD_APP_ID, \
                                STOCKLOAD_APP_SECRET and STOCKLOAD_ACCESS_TOKEN with what the service gave you, \
                                and check the time of this machine
                                """));
    }

    @Test
    void an_unreachable_service_is_reported_with_its_address() {
        String url = server.url("/").toString();
        server.close();
        CommandRun run = CommandRun.at(url, "stock", "7");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("cannot be reached: " + url, "STOCKLOAD_BASE_URL")
                .doesNotContain("Exception", "\tat ");
    }

    @Test
    void an_answer_of_another_server_is_reported() {
        answer("<html>Login</html>");
        CommandRun run = run("products");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("The merchant service gave no usable answer: ")
                .contains("STOCKLOAD_BASE_URL")
                .doesNotContain("Exception");
    }

    @Test
    void a_failure_in_the_middle_shows_no_half_list() {
        answer("{\"success\":true,\"totalPages\":2,\"data\":[{\"id\":7,\"artNo\":\"A\"}]}");
        server.enqueue(new MockResponse.Builder().code(500).build());
        CommandRun run = run("products", "--json");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).startsWith("{\"error\":").hasLineCount(1).contains("HTTP 500");
        assertThat(run.err()).contains("HTTP 500");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-3", "abc", "1.5", "99999999999", "３６"})
    void what_no_product_answers_to_is_refused(String word, @TempDir Path folder) {
        answer("{\"success\":true,\"totalPages\":1,\"data\":[{\"id\":7,\"artNo\":\"A\"}]}");
        CommandRun run = in(folder, "stock", "--", word);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo(
                        "'%s' is no product id, item number or barcode that is known for this account\n"
                                .formatted(word));
    }

    @Test
    void an_item_number_will_do_for_a_product_also_if_it_is_a_number(@TempDir Path folder) {
        String products =
                """
                {"success":true,"totalPages":1,"data":[
                 {"id":7,"artNo":"A-1"},{"id":8,"artNo":"4711"},
                 {"id":9,"artNo":"B"},{"id":10,"artNo":"B"}]}\
                """;
        String stock =
                "{\"success\":true,\"data\":[{\"guid\":\"01\",\"color\":\"%s\",\"size\":36,\"stock\":5}]}";
        answer(products);
        answer(stock.formatted("red"));
        assertThat(in(folder, "stock", "A-1").out()).contains("red");

        answer("{\"success\":false,\"msg\":\"no such product\"}");
        answer(products);
        answer(stock.formatted("blue"));
        assertThat(in(folder, "stock", "4711").out()).contains("blue");

        answer(products);
        CommandRun several = in(folder, "stock", "B");
        assertThat(several.exitCode()).isEqualTo(2);
        assertThat(several.err())
                .isEqualTo("'B' belongs to 2 products (9, 10): name the product by its id\n");

        answer("{\"success\":false,\"msg\":\"no such product\"}");
        answer(products);
        answer("{\"success\":false,\"msg\":\"no such product\"}");
        assertThat(in(folder, "stock", "12").err())
                .isEqualTo(
                        "Product 12 has no stock to show. The merchant service says: no such"
                                + " product\n");
    }

    @Test
    void an_unknown_account_is_refused() {
        CommandRun run = run("products", "--account", "shop2");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("'shop2'", "the accounts are 'default'");
    }

    @Test
    void with_no_service_set_the_sandbox_answers_and_keeps_its_state(@TempDir Path folder) {
        Supplier<Settings> none = () -> SettingsFiles.load(Map.of(), folder + "/");
        Supplier<Settings> settings =
                () ->
                        SandboxSettings.plain(
                                none.get().accounts(), folder.resolve("data"), Optional.empty());
        CommandRun table = CommandRun.of(settings, "products", "--with-stock");
        assertThat(table.exitCode()).isZero();
        assertThat(table.err().lines())
                .singleElement()
                .asString()
                .contains("built-in sandbox", folder.resolve("data/sandbox").toString());
        CommandRun json = CommandRun.of(settings, "stock", "10004", "--json");
        assertThat(json.exitCode()).isZero();
        assertThat(json.out().lines()).singleElement().asString().startsWith("[{\"guid\":");
        assertThat(CommandRun.of(settings, "stock", "10004", "--json").out()).isEqualTo(json.out());
        assertThat(CommandRun.of(settings, "stock", "10004", "--account", "sandbox").exitCode())
                .isZero();
        assertThat(folder.resolve("data/sandbox")).isNotEmptyDirectory();
    }

    private CommandRun run(String... args) {
        return CommandRun.at(server.url("/").toString(), args);
    }

    private CommandRun in(Path folder, String... args) {
        return CommandRun.in(
                folder.resolve("data").toString(),
                new Settings.AccountParts(
                        server.url("/").toString(), "app", "geheim!", "t0ken", null, null),
                args);
    }

    private void answer(String json) {
        server.enqueue(new MockResponse.Builder().body(json).build());
    }
}
