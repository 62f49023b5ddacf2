package dev.stockload.imports;

import dev.stockload.ledger.Acknowledged;
import dev.stockload.ledger.LedgerColour;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What the service has acknowledged of some products. */
record KnownColours(Map<Acknowledged.Key, Acknowledged.Entry> entries) {
    static Acknowledged.Key key(LedgerColour colour) {
        return new Acknowledged.Key(colour.product(), colour.name());
    }

    /** What was last acknowledged of a colour; null where nothing was. */
    Acknowledged.Entry of(LedgerColour colour) {
        return entries.get(key(colour));
    }

    List<Acknowledged.Entry> of(int product) {
        return entries.entrySet().stream()
                .filter(entry -> entry.getKey().product() == product)
                .map(Map.Entry::getValue)
                .toList();
    }

    /** The colours of a product that are none of these, however those are spelled. */
    List<Acknowledged.Key> beside(int product, List<LedgerColour> colours) {
        Set<String> names =
                colours.stream()
                        .map(colour -> ColourNames.key(colour.name()))
                        .collect(Collectors.toSet());
        return entries.keySet().stream()
                .filter(key -> key.product() == product)
                .filter(key -> !names.contains(ColourNames.key(key.colour())))
                .sorted(Comparator.comparing(Acknowledged.Key::colour))
                .toList();
    }
}
