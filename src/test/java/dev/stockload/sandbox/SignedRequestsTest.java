package dev.stockload.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Locale;
import java.util.Map;

class SignedRequestsTest extends InSandbox {
    private static final String PATH = "/Stock/Product";

    @ParameterizedTest
    @ValueSource(strings = {"appid", "sign", "timestamp", "accesstoken"})
    void every_path_requires_all_four_headers(String header) throws IOException {
        for (String path :
                new String[] {"/Stock/Product", "/Stock/List", "/Stock/Creat", "/Product/Detail"}) {
            Map<String, String> headers = caller.headers();
            headers.remove(header);
            Caller.Reply reply = caller.post(path, Caller.FORM, "page=1", headers);

            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.msg()).startsWith("header " + header + ": is missing");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"appid", "sign", "timestamp", "accesstoken"})
    void a_wrong_header_is_a_bad_parameter(String header) throws IOException {
        Map<String, String> headers = caller.headers();
        headers.put(header, "wrong");

        Caller.Reply reply = caller.post(PATH, Caller.FORM, "page=1", headers);

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.json().get("parameter").stringValue()).isEqualTo("header " + header);
        assertThat(reply.text()).doesNotContain(Sandbox.APP_SECRET, Sandbox.ACCESS_TOKEN);
    }

    @Test
    void the_signature_is_in_upper_case_and_of_32_characters() throws IOException {
        Map<String, String> lower = caller.headers();
        lower.computeIfPresent("sign", (name, sign) -> sign.toLowerCase(Locale.ROOT));
        Map<String, String> half = caller.headers();
        half.computeIfPresent("sign", (name, sign) -> sign.substring(8, 24));

        assertThat(caller.post(PATH, Caller.FORM, "page=1", lower).status()).isEqualTo(400);
        assertThat(caller.post(PATH, Caller.FORM, "page=1", half).status()).isEqualTo(400);
    }

    @Test
    void the_signature_must_match_the_timestamp() throws IOException {
        Map<String, String> headers = caller.headers();
        headers.put("timestamp", Long.toString(clock.instant().getEpochSecond() + 1));

        assertThat(caller.post(PATH, Caller.FORM, "page=1", headers).msg())
                .startsWith("header sign: ");
    }

    @ParameterizedTest
    @CsvSource({"-301, 400", "-300, 200", "0, 200", "300, 200", "301, 400"})
    void the_timestamp_is_within_five_minutes(int seconds, int status) throws IOException {
        long sent = clock.instant().getEpochSecond() + seconds;

        Caller.Reply reply =
                caller.post(PATH, Caller.FORM, "page=1", caller.headers(Long.toString(sent)));

        assertThat(reply.status()).isEqualTo(status);
        if (status == 400) {
            assertThat(reply.msg()).startsWith("header timestamp: '" + sent + "' was sent");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1741597200000", "1741597200.5", "-1741597200", "2025-03-10"})
    void the_timestamp_is_in_seconds(String timestamp) throws IOException {
        assertThat(caller.post(PATH, Caller.FORM, "page=1", caller.headers(timestamp)).status())
                .isEqualTo(400);
    }

    @Test
    void a_header_that_comes_twice_is_a_bad_parameter() throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(sandbox.baseUrl() + PATH + "?page=1"))
                        .POST(HttpRequest.BodyPublishers.noBody());
        caller.headers().forEach(request::header);

        Caller.Reply reply = caller.send(request.header("appid", "other").build());

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.msg()).startsWith("header appid: was sent twice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/Stock/Create", "/stock/product", "/Stock/Product/"})
    void other_paths_do_not_exist(String path) throws IOException {
        Caller.Reply reply = caller.form(path, "page=1");

        assertThat(reply.status()).isEqualTo(404);
        assertThat(reply.msg()).contains(path).contains("/Stock/Creat");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "HEAD"})
    void all_endpoints_use_post(String method) throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(sandbox.baseUrl() + PATH + "?page=1"))
                        .method(method, HttpRequest.BodyPublishers.noBody());
        caller.headers().forEach(request::header);

        Caller.Reply reply = caller.send(request.build());

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.headers().get("allow")).containsExactly("POST");
    }

    @Test
    void is_reached_on_the_loopback_address_only() throws IOException {
        assertThat(
                        InetAddress.getByName(URI.create(sandbox.baseUrl()).getHost())
                                .isLoopbackAddress())
                .isTrue();
        assertThat(sandbox.baseUrl()).matches("http://127\\.0\\.0\\.1:[1-9]\\d+");
    }
}
