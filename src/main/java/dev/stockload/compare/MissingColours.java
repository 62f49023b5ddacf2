package dev.stockload.compare;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.SizeStock;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The whole colours that a run's job has sent before, that its sheet does not name, and that were
 * not set to 0.
 *
 * @param byProduct their sizes in stock, by product and name
 */
public record MissingColours(Map<Integer, Map<String, PackedSizes>> byProduct) {
    public static MissingColours of(Ledger ledger, Run run) {
        MissingColours left = new MissingColours(new HashMap<>());
        if (run.tally().missing().sizes() == 0) {
            return left;
        }
        Set<AcknowledgedStock.Key> named = new HashSet<>();
        ledger.colours().all(run.id()).forEach(colour -> named.add(KnownColours.key(colour)));
        ledger.acknowledged()
                .of(run.account(), ledger.acknowledged().products(run.account(), run.job()))
                .forEach(
                        (key, entry) -> {
                            if (!named.contains(key)
                                    && entry.job().equals(run.job())
                                    && entry.number() < run.number()) {
                                left.add(key, entry);
                            }
                        });
        return left;
    }

    private void add(AcknowledgedStock.Key key, AcknowledgedStock.Entry entry) {
        List<SizeStock> inStock = entry.known().stream().filter(size -> size.stock() > 0).toList();
        if (!inStock.isEmpty()) {
            byProduct
                    .computeIfAbsent(key.product(), product -> new HashMap<>())
                    .put(key.colour(), PackedSizes.of(inStock));
        }
    }

    public Map<String, PackedSizes> of(int product) {
        return byProduct.getOrDefault(product, Map.of());
    }
}
