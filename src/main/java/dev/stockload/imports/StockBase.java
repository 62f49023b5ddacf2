package dev.stockload.imports;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.Ledger;
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
 * the ledger knows nothing, or for all where that is asked for.
 */
final class StockBase {
    private final Ledger ledger;
    private final String account;
    private final RetryingClient service;
    private final boolean fresh;
    private Set<Integer> withoutStock;

    /**
     * What is there of some products.
     *
     * @param known what was acknowledged
     * @param shown what the service shows of the products that were read
     */
    record Products(
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known,
            Map<Integer, List<StockEntry>> shown) {
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
            return last == null ? List.of() : last.known();
        }
    }

    /**
     * @param service null where only the ledger is asked
     */
    StockBase(Ledger ledger, String account, RetryingClient service, boolean fresh) {
        this.ledger = ledger;
        this.account = account;
        this.service = service;
        this.fresh = fresh;
    }

    /**
     * @param names the colours that are looked for, however the service spells them
     */
    Products of(Collection<Integer> products, Map<Integer, List<String>> names) {
        Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known =
                ledger.acknowledged().of(account, products);
        Map<Integer, List<StockEntry>> shown = new HashMap<>();
        if (service != null) {
            Set<Integer> sent =
                    known.keySet().stream()
                            .map(AcknowledgedStock.Key::product)
                            .collect(Collectors.toSet());
            for (int product : products) {
                if (fresh || !sent.contains(product)) {
                    List<String> wanted = names.getOrDefault(product, List.of());
                    shown.put(
                            product,
                            new ColourMatcher(
                                            KnownColours.names(known, product),
                                            wanted,
                                            shown(product))
                                    .entriesAs(wanted));
                }
            }
        }
        return new Products(known, shown);
    }

    private List<StockEntry> shown(int product) {
        if (withoutStock == null) {
            withoutStock = service.withoutStock();
        }
        return withoutStock.contains(product) ? List.of() : service.stock(product);
    }
}
