package dev.stockload.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.merchant.Outcome.Kind;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Every kind of answer, and what it means. */
class AnswerReaderTest {
    private static final Instant NOW = Instant.parse("2026-03-01T01:30:00Z");
    @AutoClose private final MockWebServer server = new MockWebServer();
    @AutoClose private Merchant merchant;

    @BeforeEach
    void start() throws IOException {
        server.start();
        merchant =
                new Merchant(
                        TestAccounts.of("test", server.url("/").uri(), "geheim!", "t0ken"),
                        () -> NOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"success":false,"data":"","msg":"no stock yet"} | no stock yet
                    {"success":false,"data":null,"msg":"gone"}       | gone
                    {"success":false,"data":{"a":1},"msg":"gone"}    | gone
                    {"msg":"gone","success":false}                   | gone
                    {"success":false,"msg":17}                       | 17
                    {"success":false,"msg":null}                     | ''
                    {"success":false}                                | ''
                    """)
    void a_refusal_keeps_the_message_with_any_data(String body, String words) {
        assertThat(ask(200, body)).isEqualTo(Outcome.of(Kind.REFUSED, words));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>Welcome</html>",
                "null",
                "[]",
                "\"\"",
                "{}",
                "{\"success\":null}",
                "{\"success\":\"yes\"}",
                "{\"success\":1,\"data\":[]}",
                "{\"success\":true}",
                "{\"success\":true,\"data\":\"\"}",
                "{\"success\":true,\"data\":{\"a\":1}}",
                "{\"success\":true,\"data\":[null]}",
                "{\"success\":true,\"data\":[\"\"]}",
                "{\"success\":true,\"data\":[7]}",
                "{\"success\":true,\"data\":[{}]}",
                "{\"success\":true,\"data\":[{\"color\":\"red\",\"size\":\"36\"}]}",
                "{\"success\":true,\"data\":[{\"color\":\"red\",\"size\":\"36\",\"stock\":1.5}]}",
                "{\"success\":true,\"data\":[{\"color\":\"red\",\"size\":36,\"stock\":9999999999}]}",
                "{\"success\":true,\"data\":[{\"color\":\"red\",\"size\":[1],\"stock\":1}]}",
                "{\"success\":true,\"data\":[{\"size\":\"36\",\"stock\":1}]}",
                "{\"success\":true,\"data\":[]",
                "{\"success\":true,\"data\":[]} trailing",
                "{\"success\":false,\"success\":true,\"data\":[]}",
            })
    void an_answer_of_another_form_is_in_doubt(String body) {
        assertThat(ask(200, body)).returns(Kind.IN_DOUBT, Outcome::kind);
    }

    @Test
    void a_deeply_nested_answer_is_in_doubt() {
        assertThat(ask(200, "[".repeat(200_000))).returns(Kind.IN_DOUBT, Outcome::kind);
    }

    @Test
    void a_page_without_its_count_is_in_doubt() {
        server.enqueue(new MockResponse.Builder().body("{\"success\":true,\"data\":[]}").build());
        assertThat(merchant.products(1, null))
                .isEqualTo(
                        Outcome.of(
                                Kind.IN_DOUBT,
                                "it does not match the interface: totalPages is not a whole"
                                        + " number"));
    }

    @Test
    void keeps_the_message_of_a_400() {
        assertThat(ask(400, "productid is missing"))
                .isEqualTo(Outcome.of(Kind.MALFORMED, "productid is missing"));
        assertThat(ask(400, "").describe()).contains("400 without a message");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 405, 413, 415, 422})
    void other_4xx_answers_show_their_status(int status) {
        assertThat(ask(status, "go away"))
                .isEqualTo(Outcome.of(Kind.MALFORMED, "HTTP " + status + " go away"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0                             | PT0S
                    2                             | PT2S
                    Sun, 01 Mar 2026 01:30:40 GMT | PT40S
                    Sun, 01 Mar 2026 01:29:00 GMT | PT0S
                    soon                          |
                    -3                            |
                    9999999999                    | PT277777H46M39S
                    99999999999999999999          | PT277777H46M39S
                    00000000000000000007          | PT7S
                    """)
    void a_429_says_how_long_to_wait(String header, Duration after) {
        server.enqueue(
                new MockResponse.Builder()
                        .code(429)
                        .addHeader("Retry-After", header)
                        .body("slow down")
                        .build());
        assertThat(merchant.stock(1))
                .isEqualTo(Outcome.of(Kind.POSTPONED, "slow down", Optional.ofNullable(after)));
    }

    @Test
    void a_429_may_have_no_message() {
        Outcome<?> outcome = ask(429, "");
        assertThat(outcome).isEqualTo(Outcome.of(Kind.POSTPONED, ""));
        assertThat(outcome.describe()).isEqualTo("The merchant service asks to try again later");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504, 599, 408, 425, 304})
    void a_server_failure_is_in_doubt(int status) {
        assertThat(ask(status, status == 304 ? "" : "oops"))
                .isEqualTo(
                        Outcome.of(
                                Kind.IN_DOUBT,
                                ("HTTP " + status + (status == 304 ? "" : " oops"))));
    }

    @Test
    void a_failure_may_say_when_to_retry() {
        server.enqueue(new MockResponse.Builder().code(503).addHeader("Retry-After", "7").build());
        assertThat(merchant.stock(1))
                .isEqualTo(
                        Outcome.of(Kind.IN_DOUBT, "HTTP 503", Optional.of(Duration.ofSeconds(7))));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void a_redirect_is_in_doubt_and_gets_no_credentials(int status) {
        server.enqueue(
                new MockResponse.Builder()
                        .code(status)
                        .addHeader("Location", server.url("/elsewhere").toString())
                        .build());
        assertThat(merchant.stock(1))
                .returns(Kind.IN_DOUBT, Outcome::kind)
                .satisfies(
                        doubt ->
                                assertThat(doubt.words())
                                        .startsWith("HTTP " + status)
                                        .contains("not followed"));
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void messages_are_one_limited_line_without_secrets_or_control_characters() {
        Outcome<?> outcome =
                ask(400, "bad\r\n\u001b[31m token t0ken of geheim!" + "x".repeat(200_000));
        assertThat(outcome.describe())
                .contains("bad [31m token *** of ***x")
                .hasSizeLessThan(2200)
                .doesNotContain("\n", "\u001b", "t0ken", "geheim!");
    }

    @Test
    void a_repeated_signature_is_not_shown() {
        String sign = Transport.Signing.sign("geheim!", Long.toString(NOW.getEpochSecond()));
        assertThat(ask(400, "header sign: '" + sign + "' is wrong"))
                .isEqualTo(Outcome.of(Kind.MALFORMED, "header sign: '***' is wrong"));
    }

    private Outcome<?> ask(int status, String body) {
        server.enqueue(new MockResponse.Builder().code(status).body(body).build());
        return merchant.stock(1);
    }
}
