package dev.stockload.imports;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.LedgerColour;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the service has acknowledged of some products. */
record KnownColours(Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> entries) {
    private static final Comparator<AcknowledgedStock.Key> BY_NAME =
            Comparator.comparing(AcknowledgedStock.Key::colour);

    static AcknowledgedStock.Key key(LedgerColour colour) {
        return new AcknowledgedStock.Key(colour.product(), colour.name());
    }

    /** What was last acknowledged of a colour; null where nothing was. */
    AcknowledgedStock.Entry of(LedgerColour colour) {
        return entries.get(key(colour));
    }

    List<AcknowledgedStock.Entry> of(int product) {
        return entries.entrySet().stream()
                .filter(entry -> entry.getKey().product() == product)
                .map(Map.Entry::getValue)
                .toList();
    }

    /**
     * The colours of a product that these spell anew, with the new spelling; not where one of that
     * name has a bad row.
     */
    Map<AcknowledgedStock.Key, LedgerColour> respelled(int product, List<LedgerColour> colours) {
        Set<String> exact = colours.stream().map(LedgerColour::name).collect(Collectors.toSet());
        Map<String, LedgerColour> byKey = new HashMap<>();
        for (LedgerColour colour : colours) {
            byKey.merge(
                    ColourNames.key(colour.name()),
                    colour,
                    (one, other) -> one.state() == ColourState.READY ? other : one);
        }
        Map<AcknowledgedStock.Key, LedgerColour> found = new TreeMap<>(BY_NAME);
        for (AcknowledgedStock.Key key : entries.keySet()) {
            LedgerColour anew = byKey.get(ColourNames.key(key.colour()));
            boolean other = key.product() == product && !exact.contains(key.colour());
            if (other && anew != null && anew.state() == ColourState.READY) {
                found.put(key, anew);
            }
        }
        return found;
    }

    /** The colours of a product that are none of these, however those are spelled. */
    List<AcknowledgedStock.Key> beside(int product, List<LedgerColour> colours) {
        Set<String> names =
                colours.stream()
                        .map(colour -> ColourNames.key(colour.name()))
                        .collect(Collectors.toSet());
        return entries.keySet().stream()
                .filter(key -> key.product() == product)
                .filter(key -> !names.contains(ColourNames.key(key.colour())))
                .sorted(BY_NAME)
                .toList();
    }
}
