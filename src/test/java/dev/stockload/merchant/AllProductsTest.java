package dev.stockload.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.merchant.Outcome.Kind;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Reading all pages of the product list, even if the service miscounts them. */
class AllProductsTest {
    @AutoClose private final MockWebServer server = new MockWebServer();
    @AutoClose private Merchant merchant;

    @BeforeEach
    void start() throws IOException {
        server.start();
        merchant =
                new Merchant(
                        TestAccounts.of("test", server.url("/").uri(), "secret", "token"),
                        InstantSource.system());
    }

    @Test
    void reads_page_after_page_with_the_same_filter() throws Exception {
        page(3, 1, 2);
        page(3, 3, 4);
        page(3, 5);
        assertThat(ids(merchant.allProducts(true))).containsExactly(1, 2, 3, 4, 5);
        assertThat(bodies(3))
                .containsExactly("page=1&stock=true", "page=2&stock=true", "page=3&stock=true");
    }

    @Test
    void an_empty_list_takes_one_request() {
        page(0);
        assertThat(ids(merchant.allProducts(null))).isEmpty();
        assertThat(server.getRequestCount()).isEqualTo(1);
    }

    @Test
    void follows_a_list_that_grows_while_it_is_read() {
        page(1 + 1, 1, 2);
        page(3, 2, 3);
        page(3, 4);
        assertThat(ids(merchant.allProducts(null))).containsExactly(1, 2, 3, 4);
    }

    @Test
    void reads_a_list_again_that_shrinks_while_it_is_read() {
        page(3, 1, 2);
        page(2, 4);
        page(2, 1, 3);
        page(2, 4);
        assertThat(ids(merchant.allProducts(null)))
                .as("3 went from the second page to the first, which had been read")
                .containsExactly(1, 3, 4);
    }

    @Test
    void gives_up_if_the_count_always_shrinks() {
        for (int i = 0; i < 3; i++) {
            page(3, 1, 2);
            page(2, 3, 4);
        }
        assertThat(merchant.allProducts(null))
                .isEqualTo(
                        Outcome.of(
                                Kind.IN_DOUBT,
                                "page 2 of the product list says that there are 2 pages, and those"
                                        + " before it said 3"));
    }

    @Test
    void ends_at_an_empty_page_before_the_counted_last() {
        page(1_000_000, 1);
        page(1_000_000);
        page(1_000_000);
        assertThat(ids(merchant.allProducts(null))).containsExactly(1);
    }

    @Test
    void misses_no_product_after_an_empty_page() {
        page(3, 1);
        page(3);
        page(3, 2);
        assertThat(merchant.allProducts(null))
                .isEqualTo(
                        Outcome.of(
                                Kind.IN_DOUBT,
                                "page 2 of 3 of the product list is empty, and those after it are"
                                        + " not"));
    }

    @Test
    void does_not_trust_a_service_that_gives_the_same_page_again() {
        page(7, 1, 2);
        page(7, 1, 2);
        assertThat(merchant.allProducts(null))
                .isEqualTo(
                        Outcome.of(
                                Kind.IN_DOUBT,
                                "page 2 of 7 of the product list only repeats earlier pages"));
    }

    @Test
    void a_partial_list_is_a_failure() {
        page(3, 1, 2);
        server.enqueue(new MockResponse.Builder().code(500).build());
        assertThat(merchant.allProducts(null)).isEqualTo(Outcome.of(Kind.IN_DOUBT, "HTTP 500"));
    }

    private void page(int totalPages, int... ids) {
        String data =
                Arrays.stream(ids)
                        .mapToObj("{\"id\":%d,\"artNo\":\"A\",\"pic\":\"\"}"::formatted)
                        .collect(Collectors.joining(","));
        server.enqueue(
                new MockResponse.Builder()
                        .body(
                                "{\"success\":true,\"totalPages\":%d,\"data\":[%s]}"
                                        .formatted(totalPages, data))
                        .build());
    }

    private List<String> bodies(int count) throws InterruptedException {
        String[] bodies = new String[count];
        for (int i = 0; i < count; i++) {
            bodies[i] = server.takeRequest(1, TimeUnit.SECONDS).getBody().utf8();
        }
        return List.of(bodies);
    }

    private static List<Integer> ids(Outcome<List<ProductSummary>> outcome) {
        assertThat(outcome).returns(Kind.ACCEPTED, Outcome::kind);
        return outcome.value().stream().map(ProductSummary::id).toList();
    }
}
