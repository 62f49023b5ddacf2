package dev.stockload.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class CreateStockEndpointTest {
    private final ManualClock clock = new ManualClock();

    @AutoClose private final Sandbox sandbox = Sandbox.start(TestSandbox.inMemory(clock));

    private final Caller caller = new Caller(sandbox, clock);

    @Test
    void creates_many_colours_and_products_at_once() throws IOException {
        Caller.Reply reply =
                caller.create(
                        """
                        [{"color":"红色","pid":10001,"param":[
                            {"size":"36","stock":5,"barCode":"6901234567890"},{"size":"37-38","stock":0}]},
                         {"color":"blue","pid":10001,"param":[{"size":"36","stock":1,"barCode":null}]},
                         {"color":"blue","pid":10002,"param":[{"size":"36","stock":2147483647}]}]
                        """);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text()).isEqualTo("{\"success\":true,\"msg\":\"\"}");
        assertThat(stock(10001))
                .containsExactly(
                        "红色 36 5 \"6901234567890\"", "红色 \"37-38\" 0 null", "blue 36 1 null");
        assertThat(stock(10002)).containsExactly("blue 36 2147483647 null");
    }

    @Test
    void a_second_create_of_a_size_replaces_its_quantity_and_leaves_the_others()
            throws IOException {
        caller.create(colours(10001, "red", "36", 5));
        clock.turn(Duration.ofSeconds(2));
        caller.create(colours(10001, "red", "37", 6));
        clock.turn(Duration.ofSeconds(2));
        caller.create(colours(10001, "red", "36", 2));

        assertThat(stock(10001)).containsExactly("red 36 2 null", "red 37 6 null");
    }

    @Test
    void applies_nothing_if_one_product_does_not_exist() throws IOException {
        Caller.Reply reply =
                caller.create(
                        """
                        [{"color":"red","pid":10001,"param":[{"size":"36","stock":5}]},
                         {"color":"red","pid":99002,"param":[{"size":"36","stock":5}]},
                         {"color":"red","pid":99001,"param":[{"size":"36","stock":5}]}]
                        """);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().get("success").booleanValue()).isFalse();
        assertThat(reply.msg()).isEqualTo("The product does not exist: 99001, 99002");
        assertThat(stock(10001)).isEmpty();
    }

    @Test
    void accepts_300_elements_but_not_301() throws IOException {
        Caller.Reply most = caller.create(elements(300));
        clock.turn(Duration.ofSeconds(2));
        Caller.Reply tooMany = caller.create(elements(301));

        assertThat(most.json().get("success").booleanValue()).isTrue();
        assertThat(stock(10001)).hasSize(300);
        assertThat(tooMany.status()).isEqualTo(400);
        assertThat(tooMany.msg())
                .isEqualTo("body: 301 colour groups were sent; expected at most 300");
        assertThat(stock(10001)).hasSize(300);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    `` | body
                    nonsense | body
                    [{"color":"red","pid":10001,"param":[{"size":"36","stock":1}]}] x | body
                    {"list":[{"color":"red","pid":10001,"param":[{"size":"36","stock":1}]}]} | body
                    null | body
                    [] | body
                    ["red"] | [0]
                    [null] | [0]
                    [{"color":"red","pid":10001,"colour":"red","param":[{"size":"36","stock":1}]}] | [0].colour
                    [{"color":"red","pid":10001,"param":[null]}] | [0].param[0]
                    [{"color":"red","pid":10001,"param":[{"size":"36","stock":1,"barcode":"690"}]}] | [0].param[0].barcode
                    [{"pid":10001,"param":[{"size":"36","stock":1}]}] | [0].color
                    [{"color":null,"pid":10001,"param":[{"size":"36","stock":1}]}] | [0].color
                    [{"color":" ","pid":10001,"param":[{"size":"36","stock":1}]}] | [0].color
                    [{"color":7,"pid":10001,"param":[{"size":"36","stock":1}]}] | [0].color
                    [{"color":"red","color":"blue","pid":10001,"param":[{"size":"36","stock":1}]}] | body
                    [{"color":"red","param":[{"size":"36","stock":1}]}] | [0].pid
                    [{"color":"red","pid":"10001","param":[{"size":"36","stock":1}]}] | [0].pid
                    [{"color":"red","pid":10001.5,"param":[{"size":"36","stock":1}]}] | [0].pid
                    [{"color":"red","pid":3000000000,"param":[{"size":"36","stock":1}]}] | [0].pid
                    [{"color":"red","pid":10001}] | [0].param
                    [{"color":"red","pid":10001,"param":[]}] | [0].param
                    [{"color":"red","pid":10001,"param":{"size":"36","stock":1}}] | [0].param
                    [{"color":"red","pid":10001,"param":["36"]}] | [0].param[0]
                    [{"color":"red","pid":10001,"param":[{"stock":1}]}] | [0].param[0].size
                    [{"color":"red","pid":10001,"param":[{"size":36,"stock":1}]}] | [0].param[0].size
                    [{"color":"red","pid":10001,"param":[{"size":"","stock":1}]}] | [0].param[0].size
                    [{"color":"red","pid":10001,"param":[{"size":"36.5","stock":1}]}] | [0].param[0].size
                    [{"color":"red","pid":10001,"param":[{"size":"XL","stock":1}]}] | [0].param[0].size
                    [{"color":"red","pid":10001,"param":[{"size":"36–40","stock":1}]}] | [0].param[0].size
                    [{"color":"red","pid":10001,"param":[{"size":"３６","stock":1}]}] | [0].param[0].size
                    [{"color":"red","pid":10001,"param":[{"size":"36 ","stock":1}]}] | [0].param[0].size
                    [{"color":"red","pid":10001,"param":[{"size":"36-","stock":1}]}] | [0].param[0].size
                    [{"color":"red","pid":10001,"param":[{"size":"036","stock":1}]}] | [0].param[0].size
                    [{"color":"red","pid":10001,"param":[{"size":"40-36","stock":1}]}] | [0].param[0].size
                    [{"color":"red","pid":10001,"param":[{"size":"36-38-40","stock":1}]}] | [0].param[0].size
                    [{"color":"red","pid":10001,"param":[{"size":"36"}]}] | [0].param[0].stock
                    [{"color":"red","pid":10001,"param":[{"size":"36","stock":-1}]}] | [0].param[0].stock
                    [{"color":"red","pid":10001,"param":[{"size":"36","stock":"1"}]}] | [0].param[0].stock
                    [{"color":"red","pid":10001,"param":[{"size":"36","stock":2.6}]}] | [0].param[0].stock
                    [{"color":"red","pid":10001,"param":[{"size":"36","stock":2147483648}]}] | [0].param[0].stock
                    [{"color":"red","pid":10001,"param":[{"size":"36","stock":1,"barCode":690}]}] | [0].param[0].barCode
                    [{"color":"red","pid":10001,"param":[{"size":"36","stock":1},{"size":"36","stock":1}]}] | [0].param[1].size
                    [{"color":"red","pid":10001,"param":[{"size":"36","stock":1}]},{"color":"red","pid":10001,"param":[{"size":"36","stock":1}]}] | [1].param[0].size
                    """)
    void answers_400_to_every_parameter_error_and_names_the_parameter(String body, String parameter)
            throws IOException {
        Caller.Reply reply = caller.create(body == null ? "" : body);

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.json().get("success").booleanValue()).isFalse();
        assertThat(reply.json().get("parameter").stringValue()).isEqualTo(parameter);
        assertThat(reply.msg()).startsWith(parameter + ": ");
        assertThat(stock(10001)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            textBlock =
                    """
                    none                                 | is missing
                    application/x-www-form-urlencoded    | 'application/x-www-form-urlencoded' was sent
                    text/json                            | 'text/json' was sent
                    application/json; charset=iso-8859-1 | charset=iso-8859-1
                    """)
    void the_content_type_is_json(String contentType, String complaint) throws IOException {
        Caller.Reply reply =
                caller.post(
                        "/Stock/Creat",
                        contentType,
                        colours(10001, "red", "36", 1),
                        caller.headers());

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.msg()).startsWith("header Content-Type: ").contains(complaint);
        assertThat(stock(10001)).isEmpty();
    }

    @Test
    void one_create_per_two_seconds() throws IOException {
        caller.create(colours(10001, "red", "36", 1));
        clock.turn(Duration.ofMillis(1_999));
        Caller.Reply early = caller.create(colours(10001, "blue", "36", 1));
        Caller.Reply again = caller.create(colours(10001, "blue", "36", 1));
        clock.turn(Duration.ofMillis(1));
        Caller.Reply inTime = caller.create(colours(10001, "green", "36", 1));

        assertThat(early.status()).isEqualTo(429);
        assertThat(early.retryAfter()).isEqualTo(1);
        assertThat(early.msg()).contains("one request per two seconds");
        assertThat(again.status()).isEqualTo(429);
        assertThat(inTime.status()).as("those that came too fast do not count").isEqualTo(200);
        assertThat(stock(10001)).containsExactly("red 36 1 null", "green 36 1 null");
    }

    @Test
    void refused_and_malformed_creates_count_for_the_rate_too() throws IOException {
        assertThat(caller.create("[]").status()).isEqualTo(400);
        assertThat(caller.create(colours(10001, "red", "36", 1)).status()).isEqualTo(429);
        clock.turn(Duration.ofSeconds(2));
        assertThat(caller.create(colours(99001, "red", "36", 1)).status()).isEqualTo(200);
        assertThat(caller.create(colours(10001, "red", "36", 1)).retryAfter()).isEqualTo(2);
    }

    @Test
    void a_request_without_the_right_headers_is_not_counted() throws IOException {
        caller.post("/Stock/Creat", Caller.JSON, "[]", Map.of());

        assertThat(caller.create(colours(10001, "red", "36", 1)).status()).isEqualTo(200);
    }

    @Test
    void reading_has_no_rate_limit() throws IOException {
        caller.create(colours(10001, "red", "36", 1));

        assertThat(stock(10001)).hasSize(1);
        assertThat(caller.form("/Stock/Product", "page=1").status()).isEqualTo(200);
    }

    private List<String> stock(int pid) throws IOException {
        List<String> entries = new ArrayList<>();
        caller.form("/Stock/List", "productid=" + pid)
                .json()
                .get("data")
                .forEach(
                        entry ->
                                entries.add(
                                        "%s %s %s %s"
                                                .formatted(
                                                        entry.get("color").stringValue(),
                                                        entry.get("size"),
                                                        entry.get("stock"),
                                                        entry.get("barCode"))));
        return entries;
    }

    private static String elements(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> element(10001, "colour " + n, "36", n))
                .collect(Collectors.joining(",", "[", "]"));
    }

    static String colours(int pid, String color, String size, int stock) {
        return "[" + element(pid, color, size, stock) + "]";
    }

    private static String element(int pid, String color, String size, int stock) {
        return "{\"color\":\"%s\",\"pid\":%d,\"param\":[{\"size\":\"%s\",\"stock\":%d}]}"
                .formatted(color, pid, size, stock);
    }
}
