package dev.stockload.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.stockload.merchant.Outcome.Kind;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.SandboxOptions;
import dev.stockload.sandbox.TestSandbox;
import dev.stockload.stock.Colour;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The client and the sandbox, written independently, understand each other. */
class MerchantAtSandboxTest {
    private static final int KNOWN = 10_001;
    private Instant now = Instant.parse("2026-03-01T01:30:00Z");
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void what_is_created_is_read_back() {
        Merchant merchant = merchant(sandbox(), "sandbox-secret", Duration.ZERO);
        int product = withoutStock(merchant);
        Colour colour =
                new Colour(
                        product,
                        "深蓝 'x' & <y>",
                        Map.of(
                                new Size(36, 36),
                                new Stock(0, null),
                                new Size(37, 40),
                                new Stock(12, "0690123")));

        assertThat(merchant.stock(product)).returns(Kind.REFUSED, Outcome::kind);
        assertThat(merchant.create(List.of(colour), () -> {}))
                .returns(Kind.ACCEPTED, Outcome::kind);

        assertThat(accepted(merchant.stock(product)))
                .extracting(
                        StockEntry::color, StockEntry::size, StockEntry::stock, StockEntry::barCode)
                .containsExactlyInAnyOrder(
                        tuple("深蓝 'x' & <y>", "36", 0, null),
                        tuple("深蓝 'x' & <y>", "37-40", 12, "0690123"));
    }

    @Test
    void sends_three_hundred_colours_in_one_request() {
        Merchant merchant = merchant(sandbox(), "sandbox-secret", Duration.ZERO);
        List<Colour> colours =
                IntStream.range(0, 300).mapToObj(i -> colour(KNOWN, "colour " + i)).toList();
        assertThat(merchant.create(colours, () -> {})).returns(Kind.ACCEPTED, Outcome::kind);
        assertThat(accepted(merchant.stock(KNOWN))).hasSizeGreaterThanOrEqualTo(300);
    }

    @Test
    void all_products_include_those_with_and_without_stock() {
        Merchant merchant = merchant(sandbox(), "sandbox-secret", Duration.ZERO);
        List<ProductSummary> all = accepted(merchant.allProducts(null));
        List<ProductSummary> with = accepted(merchant.allProducts(true));
        List<ProductSummary> without = accepted(merchant.allProducts(false));
        assertThat(all).hasSize(SandboxOptions.SAMPLE_PRODUCTS);
        assertThat(with).isNotEmpty();
        assertThat(without).isNotEmpty().doesNotContainAnyElementsOf(with);
        assertThat(with.size() + without.size()).isEqualTo(all.size());
        assertThat(accepted(merchant.products(1, null)).totalPages()).isGreaterThan(1);
    }

    @Test
    void reads_a_complete_detail() {
        Merchant merchant = merchant(sandbox(), "sandbox-secret", Duration.ZERO);
        ProductDetail detail = accepted(merchant.detail(KNOWN));
        assertThat(detail.title()).isNotBlank();
        assertThat(detail.price()).isPositive();
        assertThat(detail.skus()).isNotEmpty();
        assertThat(detail.imgs()).isNotEmpty();
    }

    @Test
    void an_unknown_product_is_refused_with_a_message() {
        Merchant merchant = merchant(sandbox(), "sandbox-secret", Duration.ZERO);
        assertThat(merchant.create(List.of(colour(99, "red")), () -> {}))
                .returns(Kind.REFUSED, Outcome::kind)
                .satisfies(refused -> assertThat(refused.words()).contains("99"));
    }

    @Test
    void our_pause_satisfies_the_service() {
        Merchant merchant = merchant(sandbox(), "sandbox-secret", Duration.ZERO);
        assertThat(merchant.create(List.of(colour(KNOWN, "red")), () -> {}))
                .returns(Kind.ACCEPTED, Outcome::kind);
        Instant ended = now;

        now = now.plusMillis(1500);
        assertThat(merchant.create(List.of(colour(KNOWN, "red")), () -> {}))
                .returns(Kind.POSTPONED, Outcome::kind)
                .extracting("after")
                .isEqualTo(Optional.of(Duration.ofSeconds(1)));

        now = ended.plus(CreateLimits.BETWEEN_CREATES);
        assertThat(merchant.create(List.of(colour(KNOWN, "red")), () -> {}))
                .returns(Kind.ACCEPTED, Outcome::kind);
    }

    @Test
    void wrong_credentials_and_a_wrong_clock_are_malformed() {
        Sandbox sandbox = sandbox();
        assertThat(merchant(sandbox, "another-secret", Duration.ZERO).stock(KNOWN))
                .returns(Kind.MALFORMED, Outcome::kind)
                .satisfies(malformed -> assertThat(malformed.words()).contains("sign"));
        assertThat(merchant(sandbox, "sandbox-secret", Duration.ofMinutes(6)).stock(KNOWN))
                .returns(Kind.MALFORMED, Outcome::kind)
                .satisfies(malformed -> assertThat(malformed.words()).contains("timestamp"));
    }

    @Test
    void a_create_that_was_applied_but_not_answered_is_in_doubt_and_found_by_reading_back() {
        Merchant merchant = merchant(sandbox("applied-drop@1"), "sandbox-secret", Duration.ZERO);
        int product = withoutStock(merchant);
        assertThat(merchant.create(List.of(colour(product, "red")), () -> {}))
                .returns(Kind.IN_DOUBT, Outcome::kind);
        assertThat(accepted(merchant.stock(product))).hasSize(1);
    }

    @Test
    void a_dropped_create_is_in_doubt_and_was_not_applied() {
        Merchant merchant = merchant(sandbox("drop@1"), "sandbox-secret", Duration.ZERO);
        int product = withoutStock(merchant);
        assertThat(merchant.create(List.of(colour(product, "red")), () -> {}))
                .returns(Kind.IN_DOUBT, Outcome::kind);
        assertThat(merchant.stock(product)).returns(Kind.REFUSED, Outcome::kind);
    }

    private Sandbox sandbox(String... faults) {
        Sandbox sandbox = Sandbox.start(TestSandbox.inMemory(() -> now, faults));
        open.add(sandbox);
        return sandbox;
    }

    private Merchant merchant(Sandbox sandbox, String secret, Duration ahead) {
        Merchant merchant =
                new Merchant(TestAccounts.at(sandbox, "sandbox", secret), () -> now.plus(ahead));
        open.add(0, merchant);
        return merchant;
    }

    private static int withoutStock(Merchant merchant) {
        return accepted(merchant.products(1, false)).products().get(0).id();
    }

    private static Colour colour(int product, String name) {
        return new Colour(product, name, Map.of(new Size(36, 36), new Stock(5, null)));
    }

    private static <T> T accepted(Outcome<T> outcome) {
        assertThat(outcome).returns(Kind.ACCEPTED, Outcome::kind);
        return outcome.value();
    }
}
