package dev.stockload.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;

class AccountTest {
    private static final String SECRET = "s3cret-value";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://merchant.example",
                "https://merchant.example:8443/api/v1/",
                "http://localhost:8085",
                "http://127.0.0.1:8085/",
                "http://127.8.8.8",
                "http://[::1]:8085",
                "HTTP://LOCALHOST:8085",
            })
    void accepts_https_anywhere_and_http_on_this_machine(String url) {
        assertThatCode(() -> account("default", url, false)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://merchant.example",
                "http://10.0.0.1:80/api",
                "http://localhost.merchant.example",
                "http://127.0.0.1.merchant.example",
                "http://[2001:db8::1]/",
            })
    void refuses_http_to_other_machines_unless_allowed(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> account("default", url, false))
                .withMessageContainingAll(
                        "STOCKLOAD_BASE_URL", url, "https", "STOCKLOAD_ALLOW_HTTP=true");
        assertThatCode(() -> account("default", url, true)).doesNotThrowAnyException();
    }

    @Test
    void names_the_key_of_another_account() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> account("shop2", "http://merchant.example", false))
                .withMessageContainingAll(
                        "stockload.accounts.shop2.base-url", "stockload.accounts.shop2.allow-http");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://bob:s3cret-value@merchant.example/",
                "https://bob@merchant.example/",
                "https://merchant.example/?token=s3cret-value",
            })
    void refuses_an_address_with_credentials_without_repeating_it(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> account("default", url, false))
                .withMessageContaining("STOCKLOAD_BASE_URL")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(SECRET, "bob"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "merchant.example",
                "/api",
                "ftp://merchant.example",
                "https:///api",
                "https://merchant.example:99999",
                "https://merchant.example/#top",
                "mailto:bob",
            })
    void refuses_a_text_that_is_not_a_web_address(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> account("default", url, true))
                .withMessageContainingAll("STOCKLOAD_BASE_URL", url);
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"''", "' '", "'a '", "' a'", "'a\nb'", "'schlüssel'", "'a\u0000'", "'密'"})
    void refuses_ids_and_tokens_that_are_not_valid_in_a_header(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> account(value, SECRET, "token"))
                .withMessageStartingWith("STOCKLOAD_APP_ID")
                .withMessageNotContainingAny("schlüssel", "密");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> account("app", SECRET, value))
                .withMessageStartingWith("STOCKLOAD_ACCESS_TOKEN");
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {"''", "'s3cret-value\n'", "' s3cret-value'"})
    void refuses_a_secret_with_a_stray_line_break_without_repeating_it(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> account("app", value, "token"))
                .withMessageStartingWith("STOCKLOAD_APP_SECRET")
                .withMessageNotContaining(SECRET);
    }

    @Test
    void accepts_a_secret_in_any_script_because_it_is_only_hashed() {
        assertThatCode(() -> account("app", "密钥 one", "token")).doesNotThrowAnyException();
    }

    @Test
    void shows_its_name_and_address_only() {
        assertThat(account("shop2", "https://merchant.example/api", false))
                .hasToString("shop2 (https://merchant.example/api)");
    }

    private static Account account(String appId, String secret, String token) {
        URI url = URI.create("https://merchant.example");
        return TestAccounts.of("default", url, appId, secret, token);
    }

    private static Account account(String name, String url, boolean allowHttp) {
        return new Account(
                name,
                URI.create(url),
                "the-app-id",
                SECRET,
                "t0ken",
                allowHttp,
                Account.DEFAULT_DOUBT);
    }
}
