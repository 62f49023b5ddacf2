package dev.stockload.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.app.Settings.ConsoleAccess;
import dev.stockload.merchant.Account;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

class SettingsTest {
    private static final Map<String, String> ALL =
            Map.of(
                    "STOCKLOAD_BASE_URL", "https://merchant.example/api",
                    "STOCKLOAD_APP_ID", "app",
                    "STOCKLOAD_APP_SECRET", "geheim!",
                    "STOCKLOAD_ACCESS_TOKEN", "t0ken",
                    "STOCKLOAD_DATA", "/var/stock",
                    "SPRING_DATASOURCE_URL", "jdbc:postgresql://db/stock",
                    "PATH", "/bin");

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"/tmp/a;b", "/tmp/a\\b", "a;MODE=Oracle"})
    void refuses_a_data_folder_that_the_database_would_misread(String folder) {
        assertThatThrownBy(() -> load(Map.of("STOCKLOAD_DATA", folder)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("STOCKLOAD_DATA");
    }

    @Test
    void the_environment_alone_is_enough() {
        Settings settings = load(ALL);
        assertThat(settings.account("default").baseUrl())
                .hasToString("https://merchant.example/api");
        assertThat(settings.account("default").appSecret()).isEqualTo("geheim!");
        assertThat(settings.data()).isEqualTo(Path.of("/var/stock"));
        assertThat(settings.database().orElseThrow().url()).isEqualTo("jdbc:postgresql://db/stock");
    }

    @Test
    void a_file_does_not_override_the_environment() throws IOException {
        write("application.yml", "logging:\n  level:\n    root: warn\n");
        assertThat(load(ALL)).isEqualTo(load(ALL, "./no-such-folder/"));
        write("application.yml", "stockload:\n  app-id: other\n  data: elsewhere\n");
        assertThat(load(ALL)).isEqualTo(load(ALL, "./no-such-folder/"));
    }

    @Test
    void without_settings_there_is_no_account_and_the_default_folder() {
        Settings settings = load(Map.of());
        assertThat(settings.isSet("default")).isFalse();
        assertThat(settings.data()).isEqualTo(Path.of("data"));
        assertThat(settings.database()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application.yml",
                "application.yaml",
                "config/application.yml",
                "config/here/application.yml"
            })
    void files_are_found_in_springs_usual_places(String file) throws IOException {
        write(
                file,
                """
                stockload:
                  base-url: https://merchant.example
                  app-id: app
                  app-secret: "012"
                  access-token: ${MY_TOKEN}
                  data: state
                  accounts:
                    shop-2:
                      base-url: http://intranet/api
                      app-id: 17
                      app-secret: s
                      access-token: t
                      allow-http: true
                spring.datasource.url: jdbc:h2:mem:x
                """);
        Settings settings = load(Map.of("MY_TOKEN", "from-env"));
        Account account = settings.account("default");
        assertThat(account.accessToken()).isEqualTo("from-env");
        assertThat(account.appSecret()).isEqualTo("012");
        assertThat(settings.account("shop-2").appId()).isEqualTo("17");
        assertThat(settings.data()).isEqualTo(Path.of("state"));
        assertThat(settings.database().orElseThrow().url()).isEqualTo("jdbc:h2:mem:x");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> settings.account("shop"))
                .withMessageContainingAll("'shop'", "stockload.accounts.shop.access-token are not");
    }

    @Test
    void another_account_may_come_from_the_environment() {
        Settings settings =
                load(
                        Map.of(
                                "STOCKLOAD_ACCOUNTS_SHOP2_BASEURL", "https://two.example",
                                "STOCKLOAD_ACCOUNTS_SHOP2_APPID", "app",
                                "STOCKLOAD_ACCOUNTS_SHOP2_APPSECRET", "s",
                                "STOCKLOAD_ACCOUNTS_SHOP2_ACCESSTOKEN", "t"));
        assertThat(settings.account("shop2")).hasToString("shop2 (https://two.example)");
        assertThat(settings.isSet("default")).isFalse();
    }

    @Test
    void the_default_account_may_be_one_of_the_accounts() throws IOException {
        write(
                "application.yml",
                """
                stockload.accounts.default: {base-url: https://a.example, app-id: a, app-secret: s, access-token: t}
                """);
        assertThat(load(Map.of()).account("default")).hasToString("default (https://a.example)");
        assertThat(load(Map.of("STOCKLOAD_DATA", "x")).isSet("default")).isTrue();
    }

    @Test
    void an_incomplete_account_is_refused_with_what_is_missing() {
        Settings settings =
                load(
                        Map.of(
                                "STOCKLOAD_BASE_URL", "https://merchant.example",
                                "STOCKLOAD_APP_ID", "app",
                                "STOCKLOAD_APP_SECRET", " "));
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> settings.account("default"))
                .withMessage(
                        "STOCKLOAD_BASE_URL and STOCKLOAD_APP_ID are set, but STOCKLOAD_APP_SECRET"
                                + " and STOCKLOAD_ACCESS_TOKEN are not: an account needs all four");
    }

    @Test
    void an_incomplete_account_has_its_name() {
        Map<String, String> two = new HashMap<>(ALL);
        two.put("STOCKLOAD_ACCOUNTS_SHOP2_BASEURL", "https://two.example");
        assertThat(load(two).accountNames()).containsExactly("default", "shop2");
    }

    @Test
    void the_sandbox_is_the_built_in_one() throws IOException {
        write(
                "application.yml",
                """
                stockload.accounts.sandbox: {base-url: https://a.example, app-id: a, app-secret: s, access-token: t}
                """);
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> load(Map.of()).account("sandbox"))
                .withMessageContainingAll("the built-in sandbox", "another name");
        assertThat(Account.SANDBOX_APP_ID).isEqualTo(Sandbox.APP_ID);
    }

    @Test
    void http_to_other_machines_must_be_allowed() {
        Map<String, String> http = new HashMap<>(ALL);
        http.put("STOCKLOAD_BASE_URL", "http://merchant.example");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> load(http).account("default"))
                .withMessageContaining("STOCKLOAD_ALLOW_HTTP=true");
        http.put("STOCKLOAD_ALLOW_HTTP", "true");
        assertThat(load(http).isSet("default")).isTrue();
    }

    @Test
    void a_wrong_address_is_reported_without_repeating_it() {
        Map<String, String> odd = new HashMap<>(ALL);
        odd.put("STOCKLOAD_BASE_URL", "https://bob:pass word@merchant.example");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> load(odd).account("default"))
                .withMessageStartingWith("STOCKLOAD_BASE_URL is not a web address")
                .withMessageNotContaining("pass word");
    }

    @Test
    void a_broken_file_is_reported_with_line_and_column_and_without_its_content()
            throws IOException {
        write("application.yml", "stockload:\n  app-secret: geheim: x\n");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> load(Map.of()))
                .withMessageContainingAll("application.yml", "line 2")
                .withMessageNotContaining("geheim");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    stockload: {data: x, basse-url: a}        | 'stockload.basse-url' is not a setting: did you mean 'base-url'?
                    stockload.sources.dhl.ulr: ftp://x        | 'stockload.sources.dhl.ulr' is not a setting: did you mean 'url'?
                    stockload.accounts.two.colour: blue       | 'stockload.accounts.two.colour' is not a setting; it can be
                    stokload.base-url: https://a.example      | 'stokload.base-url' is not a setting: did you mean 'stockload'?
                    spring.datasource.ulr: jdbc:postgresql:// | 'spring.datasource.ulr' is not a setting: did you mean 'url'?
                    """)
    void a_setting_in_a_file_that_nothing_reads_is_refused_with_its_line(String line, String words)
            throws IOException {
        write("application.yml", "# settings\n" + line + "\n");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> load(ALL))
                .withMessageStartingWith("application.yml, line 2: " + words);
    }

    @ParameterizedTest
    @CsvSource({
        "STOCKLOAD_BASE_ULR, base-url",
        "STOCKLOAD_CONSOLE_PASWORD, console-password",
        "SPRING_DATASOURCE_URI, url",
        "stockload_worker, workers"
    })
    void a_variable_that_is_nearly_a_setting_is_refused(String variable, String meant) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> load(Map.of(variable, "x")))
                .withMessage(
                        "The variable %s is not a setting: did you mean '%s'?"
                                .formatted(variable, meant));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "STOCKLOAD_SERVICE_HOST",
                "STOCKLOAD_SERVICE_PORT_HTTP",
                "STOCKLOAD_PORT_8080_TCP",
                "STOCKLOAD_OPTS",
                "STOCKLOAD_HOME",
                "STOCKLOAD_SHEET_PASSWORDS_0_",
                "STOCKLOAD_BASEURL",
                "SPRING_PROFILES_ACTIVE"
            })
    void variables_of_other_programs_and_other_ways_to_write_ours_are_let_be(String variable)
            throws IOException {
        write("application.yml", "stockload: {accessToken: t, sheet-passwords: [a, b]}\n");
        assertThat(load(Map.of(variable, "x")).isSet("default")).isTrue();
    }

    @Test
    void allow_http_is_true_or_false() {
        Map<String, String> odd = new HashMap<>(ALL);
        odd.put("STOCKLOAD_ALLOW_HTTP", "perhaps");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> load(odd).account("default"))
                .withMessage("STOCKLOAD_ALLOW_HTTP is 'perhaps', but it is either true or false");
    }

    @Test
    void a_reference_to_an_unset_variable_is_reported() throws IOException {
        write("application.yml", "stockload:\n  app-secret: ${NOT_SET}\n");
        Map<String, String> others = new HashMap<>(ALL);
        others.remove("STOCKLOAD_APP_SECRET");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> load(others).account("default"))
                .withMessageStartingWith("STOCKLOAD_APP_SECRET refers to");
    }

    @Test
    void the_service_counts_its_days_in_utc_or_in_the_zone_that_is_set() throws IOException {
        assertThat(load(Map.of()).serviceZone()).hasToString("UTC");
        assertThat(load(Map.of("STOCKLOAD_SERVICE_ZONE", "Asia/Shanghai")).serviceZone())
                .hasToString("Asia/Shanghai");
        assertThatThrownBy(() -> load(Map.of("STOCKLOAD_SERVICE_ZONE", "Shanghai")))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("STOCKLOAD_SERVICE_ZONE is 'Shanghai'");
        write("application.yml", "stockload:\n  service-zone: Europe/Vienna\n");
        assertThat(load(Map.of()).serviceZone()).hasToString("Europe/Vienna");
    }

    @Test
    void a_host_works_for_as_many_accounts_as_are_set() throws IOException {
        int cores = Runtime.getRuntime().availableProcessors();
        assertThat(load(Map.of()).workers()).isEqualTo(40 * cores);
        assertThat(load(Map.of("STOCKLOAD_WORKERS", "9")).workers()).isEqualTo(9);
        assertThatThrownBy(() -> load(Map.of("STOCKLOAD_WORKERS", "0")))
                .isInstanceOf(Refusal.class)
                .hasMessage("STOCKLOAD_WORKERS is '0', but it takes a whole number from 1 to 9999");
        write("application.yml", "stockload:\n  workers: 12\n");
        assertThat(load(Map.of()).workers()).isEqualTo(12);
    }

    @Test
    void the_console_password_and_hosts_may_be_set_in_any_place() throws IOException {
        ConsoleAccess open = new ConsoleAccess("open sesame", "stock.example,shop.example");
        assertThat(load(Map.of()).console()).isEqualTo(new ConsoleAccess(null, null));
        assertThat(
                        load(Map.of(
                                        Settings.CONSOLE_PASSWORD, open.password(),
                                        Settings.CONSOLE_HOSTS, open.hosts()))
                                .console())
                .isEqualTo(open);
        write(
                "application.yml",
                """
                stockload:
                  console-password: open sesame
                  console-hosts: stock.example,shop.example
                """);
        assertThat(load(Map.of()).console()).isEqualTo(open);
        write(
                "application.yml",
                """
                stockload:
                  console-password: open sesame
                  console-hosts: [stock.example, shop.example]
                """);
        assertThat(load(Map.of()).console()).isEqualTo(open);
        assertThat(load(Map.of()).toString()).doesNotContain("sesame");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stock.shop.example",
                "//stock.shop.example",
                "ftp://stock.shop.example",
                "https://me:geheim!@stock.shop.example"
            })
    void the_address_of_the_console_is_a_web_address_without_a_user(String url) throws IOException {
        write("application.yml", "stockload:\n  console-url: " + url + "\n");
        assertThatThrownBy(() -> load(Map.of()))
                .isInstanceOf(Refusal.class)
                .hasMessageStartingWith("stockload.console-url is not a web address")
                .hasMessageNotContaining("geheim!");
    }

    @Test
    void secrets_are_in_no_text() {
        assertThat(load(ALL).toString()).doesNotContain("geheim!", "t0ken");
    }

    private Settings load(Map<String, String> environment) {
        return load(environment, folder + "/");
    }

    private static Settings load(Map<String, String> environment, String folder) {
        return SettingsFiles.load(environment, folder);
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
