package dev.stockload.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

class ProductDetailEndpointTest {
    private final ManualClock clock = new ManualClock();

    @AutoClose private final Sandbox sandbox = Sandbox.start(TestSandbox.inMemory(clock));

    private final Caller caller = new Caller(sandbox, clock);

    @Test
    void shows_all_fields_of_the_document() throws IOException {
        Caller.Reply reply = detail(10020);
        JsonNode data = reply.json().get("data");

        assertThat(reply.json().get("success").booleanValue()).isTrue();
        assertThat(reply.msg()).isEmpty();
        assertThat(data.propertyNames())
                .containsExactlyInAnyOrder(
                        "categoryIdTree",
                        "categoryNameTree",
                        "description",
                        "imgs",
                        "price",
                        "outerId",
                        "picUrl",
                        "attributes",
                        "skus",
                        "storeUrl",
                        "storeName",
                        "title",
                        "video");
        assertThat(data.get("categoryIdTree").stringValue().split(","))
                .hasSameSizeAs(data.get("categoryNameTree").stringValue().split(","));
        assertThat(data.get("imgs").get(0)).isEqualTo(data.get("picUrl"));
        assertThat(data.get("description").stringValue()).contains("<img src=");
        assertThat(reply.text()).containsPattern("\"price\":29\\.90,");
        assertThat(data.get("outerId").stringValue()).isEqualTo("riverside/SL-10020/29.90");
        assertThat(data.get("attributes").get(0).propertyNames())
                .containsExactlyInAnyOrder("name", "value");
        assertThat(data.get("storeUrl").stringValue()).isEqualTo("riverside");
        assertThat(data.get("storeName").stringValue()).isEqualTo("Riverside Shoes");
        assertThat(data.get("video").stringValue()).startsWith("https://img.example.test/");
    }

    @Test
    void its_skus_follow_the_stock() throws IOException {
        caller.create(
                """
                [{"color":"red","pid":10001,"param":[
                    {"size":"36","stock":5},{"size":"37-38","stock":0}]},
                 {"color":"blue","pid":10001,"param":[{"size":"36","stock":1}]}]
                """);

        assertThat(detail(10001).json().get("data").get("skus"))
                .hasToString(
                        "[{\"color\":\"red\",\"size\":\"36,37-38\",\"stockNum\":\"5,0\",\"skuImg\":\"https://img.example.test/10001/1.jpg\"},"
                            + "{\"color\":\"blue\",\"size\":\"36\",\"stockNum\":\"1\",\"skuImg\":\"\"}]");
    }

    @Test
    void without_stock_there_are_colours_without_quantities() throws IOException {
        JsonNode skus = detail(10001).json().get("data").get("skus");

        assertThat(skus).hasSize(2);
        assertThat(skus.get(0).propertyNames()).doesNotContain("stockNum");
        assertThat(skus.get(0).get("size").stringValue()).isEqualTo("36,37,38,39,40,41");
    }

    @Test
    void some_products_lack_optional_fields() throws IOException {
        assertThat(detail(10007).json().get("data").has("attributes")).isFalse();
        assertThat(detail(10009).json().get("data").has("categoryIdTree")).isFalse();
        assertThat(detail(10009).json().get("data").get("video").stringValue()).isEmpty();
    }

    @Test
    void a_product_that_does_not_exist_is_a_business_failure() throws IOException {
        Caller.Reply reply = detail(99001);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().get("success").booleanValue()).isFalse();
        assertThat(reply.msg()).isEqualTo("The product does not exist: 99001");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "pid=", "pid=SL-10001", "productid=10001", "pid=10001&pid=10002"})
    void answers_400_if_the_product_id_is_missing_or_invalid(String body) throws IOException {
        Caller.Reply reply = caller.form("/Product/Detail", body);

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.msg()).startsWith("pid: ");
    }

    @Test
    void allows_300_a_day_until_midnight() throws IOException {
        for (int fetch = 0; fetch < 300; fetch++) {
            assertThat(detail(10001 + fetch % 3).status()).isEqualTo(200);
        }
        Caller.Reply over = detail(10001);
        clock.turnTo("2025-03-10T23:59:59Z");
        Caller.Reply lastSecond = detail(10001);
        publish("pid=10001,10002");
        clock.turnTo("2025-03-11T00:00:00Z");
        Caller.Reply nextDay = detail(10001);

        assertThat(over.status()).isEqualTo(429);
        assertThat(over.retryAfter()).isEqualTo(Duration.ofHours(15).toSeconds());
        assertThat(over.msg()).contains("300 a day");
        assertThat(lastSecond.retryAfter()).isEqualTo(1);
        assertThat(nextDay.status()).isEqualTo(200);
    }

    @Test
    void two_thirds_of_the_products_fetched_before_today_must_be_published() throws IOException {
        for (int pid = 10001; pid <= 10006; pid++) {
            assertThat(detail(pid).status()).as("today nothing is asked for").isEqualTo(200);
        }
        clock.turn(Duration.ofDays(1));
        Caller.Reply none = detail(10007);
        publish("pid=10001&pid=10002&pid=10003");
        Caller.Reply half = detail(10007);
        publish("pid=10220");
        Caller.Reply another = detail(10007);
        publish("pid=10004");
        Caller.Reply enough = detail(10007);

        assertThat(none.status()).isEqualTo(429);
        assertThat(none.retryAfter()).isPositive();
        assertThat(none.msg()).contains("6 products", "0 are published", "two thirds");
        assertThat(half.status()).isEqualTo(429);
        assertThat(another.status()).as("it was never fetched").isEqualTo(429);
        assertThat(enough.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "pid=", "pid=x", "pid=10001,99001"})
    void the_control_path_accepts_products_only(String body) throws IOException {
        detail(10001);
        Caller.Reply reply = publish(body);
        clock.turn(Duration.ofDays(1));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.msg()).startsWith("pid: ");
        assertThat(detail(10002).status()).as("nothing was published").isEqualTo(429);
    }

    private Caller.Reply detail(int pid) throws IOException {
        return caller.form("/Product/Detail", "pid=" + pid);
    }

    private Caller.Reply publish(String body) throws IOException {
        return caller.post("/sandbox/published", Caller.FORM, body, Map.of());
    }
}
