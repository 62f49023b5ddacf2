package dev.stockload.book.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;

/** What a late verdict and an opened range leave as newer runs have it. */
class EndedDoubtTest {
    private static final Size SIZE = new Size(36, 36);
    private static final Size RANGE = new Size(36, 37);

    /** Rules that ask for no run. */
    private static final RunFacts NO_RUNS =
            (RunFacts)
                    Proxy.newProxyInstance(
                            RunFacts.class.getClassLoader(),
                            new Class<?>[] {RunFacts.class},
                            (proxy, method, arguments) -> false);

    private final ProductEntry product = new ProductEntry(1);

    @Test
    void a_verdict_does_not_change_a_size_whose_doubt_was_ended() {
        SizeEntry size = product.size("red", SIZE);
        ColourEntry colour = product.colour("red");
        SentColour sent =
                SentColour.toSend(0, 1, "red", "Red", Map.of(SIZE, stock(5)))
                        .begin(product, 1, NO_RUNS);
        sent.doubt(product);
        size.stock = size.stock.withoutVerdict(1);
        LookRules.recordShown(product, Map.of("red", Map.of(SIZE, stock(3))), Set.of(), NO_RUNS);

        sent.with(SentColour.DeliveryResult.TAKEN_AS_SENT)
                .enterResult(colour, 1, (place, cause, before, after) -> {});

        assertThat(size.stock().known()).isEqualTo(StockFact.of(stock(3)));
    }

    @Test
    void a_range_that_is_opened_leaves_what_a_newer_run_wants_of_a_single_size() {
        SizeEntry range = named(RANGE, 1, 5);
        range.stock = range.stock.inDoubtBy(7).arrived(stock(5), 1);
        SizeEntry single = named(SIZE, 2, 3);

        product.openRanges();

        assertThat(single.naming().wanted()).isEqualTo(stock(3));
        assertThat(single.naming().isWantedBy(2)).isTrue();
        assertThat(single.stock().known()).isEqualTo(StockFact.of(stock(5)));
        assertThat(product.size("red", new Size(37, 37)).naming().isWantedBy(1)).isTrue();
        assertThat(product.colour("red").sizes()).doesNotContainKey(RANGE);
    }

    @Test
    void a_range_that_is_opened_leaves_a_single_size_in_doubt() {
        SizeEntry range = named(RANGE, 1, 5);
        range.stock = range.stock.inDoubtBy(7).arrived(stock(5), 1);
        SizeEntry single = named(SIZE, 2, 3);
        single.stock = single.stock.inDoubtBy(8);

        product.openRanges();

        assertThat(single.stock().isInDoubtBy(8)).isTrue();
        assertThat(single.stock().known().isKnown()).isFalse();
    }

    private SizeEntry named(Size size, long run, int pieces) {
        SizeEntry entry = product.size("red", size);
        entry.naming = new Naming(run, run, 0, stock(pieces), true, null);
        return entry;
    }

    private static Stock stock(int pieces) {
        return new Stock(pieces, null);
    }
}
