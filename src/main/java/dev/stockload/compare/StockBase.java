package dev.stockload.compare;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.SharedColour;
import dev.stockload.merchant.StockEntry;
import dev.stockload.runs.RetryingClient;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is at the service, as far as the ledger knows; from the service itself for products of which
 * the ledger knows nothing, or nothing since it was restored, or for all where that is asked for.
 */
public final class StockBase {
    private final Ledger ledger;
    private final String account;
    private final RetryingClient service;
    private final boolean fresh;
    private final AcknowledgedStock.Corrections corrections;
    private Set<Integer> withoutStock;
    private int unsureProducts;

    /**
     * What is there of some products.
     *
     * @param known what was acknowledged
     * @param shown what the service shows of the products that were read
     */
    record Products(
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known,
            Map<Integer, List<StockEntry>> shown) {
        /** Whether the service itself was asked for a product. */
        boolean isShown(int product) {
            return shown.containsKey(product);
        }

        /** The sizes of a colour that are there, and their stock. */
        List<SizeStock> sizes(AcknowledgedStock.Key colour) {
            if (!shown.containsKey(colour.product())) {
                return sent(colour);
            }
            List<SizeStock> sizes = new ArrayList<>();
            for (StockEntry entry : shown.get(colour.product())) {
                Optional<Size> size = Size.parse(entry.size());
                if (entry.color().equals(colour.colour()) && size.isPresent()) {
                    sizes.add(new SizeStock(size.get(), Math.max(0, entry.stock()), null));
                }
            }
            return sizes;
        }

        /** The sizes that we sent last. */
        List<SizeStock> sent(AcknowledgedStock.Key colour) {
            AcknowledgedStock.Entry last = known.get(colour);
            return last == null ? List.of() : new SharedColour(last).known();
        }
    }

    /**
     * @param service null where only the ledger is asked
     * @param corrections what is known better than the ledger has it
     */
    public StockBase(
            Ledger ledger,
            String account,
            RetryingClient service,
            boolean fresh,
            AcknowledgedStock.Corrections corrections) {
        this.ledger = ledger;
        this.account = account;
        this.service = service;
        this.fresh = fresh;
        this.corrections = corrections;
    }

    /** Whether the service is asked for all products. */
    boolean isFresh() {
        return fresh;
    }

    /**
     * How many products were read from the service because the ledger is a copy from before
     * something may have been sent.
     */
    public int unsureProducts() {
        return unsureProducts;
    }

    /**
     * @param colours the colours that are looked for, by product
     */
    Products of(Collection<Integer> products, Map<Integer, List<LedgerColour>> colours) {
        Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known =
                ledger.acknowledged().of(account, products);
        Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> corrected = new HashMap<>(known);
        corrected.keySet().removeAll(corrections.gone());
        corrected.putAll(corrections.respelled());
        Map<Integer, List<StockEntry>> shown = new HashMap<>();
        if (service != null) {
            Set<Integer> sent =
                    known.keySet().stream()
                            .map(AcknowledgedStock.Key::product)
                            .collect(Collectors.toSet());
            for (int product : products) {
                List<LedgerColour> wanted = colours.getOrDefault(product, List.of());
                boolean unsure =
                        wanted.stream().anyMatch(c -> isUnsure(known.get(KnownColours.key(c))));
                unsureProducts += unsure ? 1 : 0;
                if (fresh
                        || unsure
                        || !sent.contains(product)
                        || wanted.stream()
                                .anyMatch(c -> overlaps(c, corrected.get(KnownColours.key(c))))) {
                    List<String> names = wanted.stream().map(LedgerColour::name).toList();
                    shown.put(
                            product,
                            new ColourMatcher(
                                            KnownColours.names(known, product),
                                            names,
                                            shown(product))
                                    .entriesAs(names));
                }
            }
        }
        return new Products(corrected, shown);
    }

    /** Whether it is from a copy of the ledger, and others may have followed since. */
    private static boolean isUnsure(AcknowledgedStock.Entry last) {
        return last != null && !last.sure();
    }

    /** Whether a range is where single sizes were, or the other way round: services differ. */
    private static boolean overlaps(LedgerColour colour, AcknowledgedStock.Entry last) {
        if (last == null) {
            return false;
        }
        List<SizeStock> before = new SharedColour(last).known();
        return colour.sizes().unpack().stream()
                .map(SizeStock::size)
                .anyMatch(
                        size ->
                                before.stream()
                                        .map(SizeStock::size)
                                        .anyMatch(b -> b.overlaps(size) && !b.equals(size)));
    }

    private List<StockEntry> shown(int product) {
        if (withoutStock == null) {
            withoutStock = service.withoutStock();
        }
        return withoutStock.contains(product) ? List.of() : service.stock(product);
    }
}
