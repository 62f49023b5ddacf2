package dev.stockload.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;

class StockListEndpointTest {
    private final ManualClock clock = new ManualClock();

    @AutoClose private final Sandbox sandbox = Sandbox.start(TestSandbox.inMemory(clock));

    private final Caller caller = new Caller(sandbox, clock);

    @Test
    void shows_every_colour_and_size_of_a_product() throws IOException {
        JsonNode json = caller.form("/Stock/List", "productid=10004").json();

        assertThat(json.get("success").booleanValue()).isTrue();
        assertThat(json.get("msg").stringValue()).isEmpty();
        assertThat(json.get("data")).hasSize(12);
        JsonNode entry = json.get("data").get(0);
        assertThat(entry.propertyNames())
                .containsExactlyInAnyOrder("guid", "barCode", "color", "size", "stock");
        assertThat(entry.get("guid").stringValue()).matches("[0-9a-f]{32}");
        assertThat(entry.get("color").stringValue()).isEqualTo("black");
        assertThat(entry.get("size").intValue()).isEqualTo(36);
        assertThat(entry.get("stock").isInt()).isTrue();
    }

    @Test
    void a_missing_barcode_is_null() throws IOException {
        JsonNode without = caller.form("/Stock/List", "productid=10004").json().get("data").get(0);
        JsonNode with = caller.form("/Stock/List", "productid=10008").json().get("data").get(0);

        assertThat(without.get("barCode").isNull()).isTrue();
        assertThat(with.get("barCode").isString()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"10001, Stock has not been added", "99001, does not exist"})
    void a_product_without_stock_is_a_business_failure(int pid, String message) throws IOException {
        Caller.Reply reply = caller.form("/Stock/List", "productid=" + pid);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().get("success").booleanValue()).isFalse();
        assertThat(reply.json().get("data").stringValue()).isEmpty();
        assertThat(reply.msg()).contains(message).contains("" + pid);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "productid=", "productid=SL-10001", "productId=10004", "pid=10004"})
    void answers_400_if_the_product_id_is_missing_or_invalid(String body) throws IOException {
        Caller.Reply reply = caller.form("/Stock/List", body);

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.msg()).startsWith("productid: ");
    }

    @Test
    void the_content_type_is_a_required_header() throws IOException {
        Caller.Reply missing =
                caller.post("/Stock/List?productid=10004", null, null, caller.headers());
        Caller.Reply another =
                caller.post("/Stock/List", "text/plain", "productid=10004", caller.headers());
        Caller.Reply withCharset =
                caller.post(
                        "/Stock/List",
                        Caller.FORM + "; charset=UTF-8",
                        "productid=10004",
                        caller.headers());

        assertThat(missing.status()).isEqualTo(400);
        assertThat(missing.msg())
                .isEqualTo("header Content-Type: is missing; expected " + Caller.FORM);
        assertThat(another.status()).isEqualTo(400);
        assertThat(another.msg()).contains("'text/plain' was sent");
        assertThat(withCharset.status()).isEqualTo(200);
    }
}
