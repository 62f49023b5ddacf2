package dev.stockload.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.stockload.stock.Colour;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Requests to the service and its ordinary answers, over a real socket. */
class MerchantTest {
    @AutoClose private final MockWebServer server = new MockWebServer();
    private Instant now = Instant.ofEpochSecond(1_700_000_000);
    @AutoClose private Merchant merchant;

    @BeforeEach
    void start() throws IOException {
        server.start();
        merchant =
                new Merchant(
                        TestAccounts.of("test", server.url("/api").uri(), "geheim", "token"),
                        () -> now);
    }

    @Test
    void signs_each_request_with_the_time_of_its_sending() throws Exception {
        answer("{\"success\":true,\"msg\":\"\"}");
        answer("{\"success\":true,\"msg\":\"\"}");
        merchant.create(List.of(colour(1)), () -> {});
        now = now.plusSeconds(2);
        merchant.create(List.of(colour(1)), () -> {});

        RecordedRequest first = request();
        assertThat(first.getHeaders().values("appid")).containsExactly("app");
        assertThat(first.getHeaders().values("accesstoken")).containsExactly("token");
        assertThat(first.getHeaders().values("timestamp")).containsExactly("1700000000");
        // printf 'geheim1700000000' | md5sum
        assertThat(first.getHeaders().values("sign"))
                .containsExactly("43A0902424DFB81583B31427D4DB1E26");
        assertThat(request().getHeaders().values("timestamp")).containsExactly("1700000002");
    }

    @Test
    void sends_a_json_array_and_leaves_out_missing_barcodes() throws Exception {
        answer("{\"success\":true,\"msg\":\"ok\"}");
        Colour red =
                new Colour(
                        7,
                        "红 \"x\"",
                        Map.of(
                                new Size(36, 36),
                                new Stock(5, null),
                                new Size(37, 40),
                                new Stock(0, "0690123")));

        assertThat(merchant.create(List.of(red), () -> {})).isEqualTo(Outcome.accepted("ok"));

        RecordedRequest request = request();
        assertThat(request.getMethod()).isEqualTo("POST");
        assertThat(request.getUrl().encodedPath()).isEqualTo("/api/Stock/Creat");
        assertThat(request.getHeaders().get("Content-Type")).isEqualTo("application/json");
        assertThat(request.getBody().utf8())
                .isEqualTo(
                        """
                        [{"color":"红 \\"x\\"","pid":7,"param":[{"size":"36","stock":5},\
                        {"size":"37-40","stock":0,"barCode":"0690123"}]}]\
                        """);
    }

    @Test
    void accepts_300_colours_and_refuses_more_or_none() {
        answer("{\"success\":true,\"msg\":null}");
        assertThat(merchant.create(Collections.nCopies(300, colour(1)), () -> {}))
                .isEqualTo(Outcome.accepted(""));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> merchant.create(Collections.nCopies(301, colour(1)), () -> {}))
                .withMessageContaining("301");
        assertThatIllegalArgumentException().isThrownBy(() -> merchant.create(List.of(), () -> {}));
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void requests_a_page_of_products_with_the_filter_only_if_given() throws Exception {
        for (int i = 0; i < 3; i++) {
            answer("{\"success\":true,\"totalPages\":0,\"data\":[]}");
        }
        merchant.products(2, null);
        merchant.products(1, true);
        merchant.products(1, false);

        RecordedRequest request = request();
        assertThat(request.getUrl().encodedPath()).isEqualTo("/api/Stock/Product");
        assertThat(request.getHeaders().get("Content-Type"))
                .isEqualTo("application/x-www-form-urlencoded");
        assertThat(request.getBody().utf8()).isEqualTo("page=2");
        assertThat(request().getBody().utf8()).isEqualTo("page=1&stock=true");
        assertThat(request().getBody().utf8()).isEqualTo("page=1&stock=false");
    }

    @Test
    void reads_a_page_of_products_with_unknown_fields() {
        answer(
                """
                {"success":true,"totalPages":3,"cursor":{"next":"x"},
                 "data":[{"id":11,"artNo":"A-1","pic":"http://p/1.jpg","new":[1]},{"id":12}]}\
                """);
        assertThat(merchant.products(1, null))
                .isEqualTo(
                        Outcome.accepted(
                                new ProductPages.ProductPage(
                                        3,
                                        List.of(
                                                new ProductSummary(11, "A-1", "http://p/1.jpg"),
                                                new ProductSummary(12, "", "")))));
    }

    @Test
    void reads_sizes_as_numbers_or_text_and_barcodes_that_are_null() throws Exception {
        answer(
                """
                {"success":true,"msg":"","data":[
                 {"guid":"a1","barCode":null,"color":"red","size":36,"stock":3},
                 {"guid":"a2","barCode":"0123","color":"red","size":"37-40","stock":0},
                 {"guid":"a3","color":"red","size":40.0,"stock":1},
                 {"guid":"a4","color":"red","size":36.5,"stock":1}]}\
                """);
        assertThat(merchant.stock(9))
                .isEqualTo(
                        Outcome.accepted(
                                List.of(
                                        new StockEntry("a1", null, "red", "36", 3),
                                        new StockEntry("a2", "0123", "red", "37-40", 0),
                                        new StockEntry("a3", null, "red", "40", 1),
                                        new StockEntry("a4", null, "red", "36.5", 1))));
        RecordedRequest request = request();
        assertThat(request.getUrl().encodedPath()).isEqualTo("/api/Stock/List");
        assertThat(request.getHeaders().get("Content-Type"))
                .isEqualTo("application/x-www-form-urlencoded");
        assertThat(request.getBody().utf8()).isEqualTo("productid=9");
    }

    @Test
    void reads_a_detail_with_all_its_fields() throws Exception {
        answer(
                """
                {"success":true,"msg":"","data":{"categoryIdTree":"1,2","categoryNameTree":"a,b",
                 "description":"<p/>","imgs":["u1","u2"],"price":129.90,"outerId":"shop/A-1/129.9",
                 "picUrl":"u1","attributes":[{"name":"sole","value":"rubber"}],
                 "skus":[{"color":"red","size":"36,37","stockNum":"1,0","skuImg":""}],
                 "storeUrl":"shop","storeName":"Shop","title":"Boot","video":""}}\
                """);
        ProductDetail detail = merchant.detail(9).value();
        assertThat(detail)
                .isEqualTo(
                        new ProductDetail(
                                "1,2",
                                "a,b",
                                "<p/>",
                                List.of("u1", "u2"),
                                new BigDecimal("129.90"),
                                "shop/A-1/129.9",
                                "u1",
                                List.of(new ProductDetail.Attribute("sole", "rubber")),
                                List.of(new ProductDetail.Sku("red", "36,37", "1,0", "")),
                                "shop",
                                "Shop",
                                "Boot",
                                ""));
        RecordedRequest request = request();
        assertThat(request.getUrl().encodedPath()).isEqualTo("/api/Product/Detail");
        assertThat(request.getHeaders().get("Content-Type"))
                .isEqualTo("application/x-www-form-urlencoded");
        assertThat(request.getBody().utf8()).isEqualTo("pid=9");
    }

    @Test
    void reads_a_detail_without_optional_fields() {
        answer(
                """
                {"success":true,"data":{"description":"d","imgs":[],"price":"0.10","attributes":"",
                 "skus":[{"color":"red","size":"36"}],"title":"Boot"}}\
                """);
        ProductDetail detail = merchant.detail(9).value();
        assertThat(detail.price()).isEqualTo(new BigDecimal("0.10"));
        assertThat(detail.attributes()).isEmpty();
        assertThat(detail.categoryIdTree()).isNull();
        assertThat(detail.skus()).containsExactly(new ProductDetail.Sku("red", "36", null, null));
    }

    @Test
    void reads_share_a_connection_while_creates_and_details_open_new_ones() throws Exception {
        for (int i = 0; i < 7; i++) {
            answer("{\"success\":true,\"msg\":\"\",\"totalPages\":0,\"data\":[]}");
        }
        merchant.products(1, null);
        merchant.create(List.of(colour(1)), () -> {});
        merchant.stock(1);
        merchant.create(List.of(colour(1)), () -> {});
        merchant.detail(1);
        merchant.products(1, null);
        merchant.stock(1);
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            RecordedRequest request = request();
            asked.add(request.getUrl().encodedPath() + " " + request.getConnectionIndex());
        }
        assertThat(asked)
                .containsExactly(
                        "/api/Stock/Product 0",
                        "/api/Stock/Creat 1",
                        "/api/Stock/List 0",
                        "/api/Stock/Creat 2",
                        "/api/Product/Detail 3",
                        "/api/Stock/Product 0",
                        "/api/Stock/List 0");
    }

    @Test
    void its_text_contains_no_secrets() {
        assertThat(merchant.toString()).contains("test", "/api").doesNotContain("token", "geheim");
    }

    private RecordedRequest request() throws InterruptedException {
        return server.takeRequest(1, TimeUnit.SECONDS);
    }

    private void answer(String json) {
        server.enqueue(new MockResponse.Builder().body(json).build());
    }

    private static Colour colour(int product) {
        return new Colour(product, "red", Map.of(new Size(36, 36), new Stock(5, null)));
    }
}
