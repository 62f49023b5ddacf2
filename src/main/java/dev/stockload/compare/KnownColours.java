package dev.stockload.compare;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.runs.RetryingClient;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the service has acknowledged of some products. */
public final class KnownColours {
    private static final Comparator<AcknowledgedStock.Key> BY_NAME =
            Comparator.comparing(AcknowledgedStock.Key::colour);

    /** Of two spellings in one run, that with stock was sent last. */
    public static final Comparator<AcknowledgedStock.Entry> BY_AGE =
            Comparator.comparingLong(AcknowledgedStock.Entry::number)
                    .thenComparingLong(entry -> entry.sizes().pieces());

    private final Map<Integer, Map<AcknowledgedStock.Key, AcknowledgedStock.Entry>> products =
            new HashMap<>();
    private final Map<Integer, ColourMatcher> matchers = new HashMap<>();
    private final RetryingClient service;

    public KnownColours(
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> entries, RetryingClient service) {
        this.service = service;
        entries.forEach(
                (key, entry) ->
                        products.computeIfAbsent(key.product(), id -> new TreeMap<>(BY_NAME))
                                .put(key, entry));
    }

    public static AcknowledgedStock.Key key(LedgerColour colour) {
        return new AcknowledgedStock.Key(colour.product(), colour.name());
    }

    /** What was last acknowledged of a colour; null where nothing was. */
    public AcknowledgedStock.Entry of(AcknowledgedStock.Key colour) {
        return of(colour.product()).get(colour);
    }

    public Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> of(int product) {
        return products.getOrDefault(product, Map.of());
    }

    public Stream<AcknowledgedStock.Entry> entries() {
        return products.values().stream().flatMap(colours -> colours.values().stream());
    }

    /** Looks once at the stock list of a product, to tell which of its names is which colour. */
    public ColourMatcher matcher(int product) {
        return matchers.computeIfAbsent(
                product, id -> new ColourMatcher(names(of(id), id), List.of(), service.stock(id)));
    }

    /** The names of a product's colours among these. */
    public static List<String> names(
            Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> colours, int product) {
        return colours.keySet().stream()
                .filter(key -> key.product() == product)
                .map(AcknowledgedStock.Key::colour)
                .toList();
    }

    /** Takes two spellings as the one colour that they are, under the newer name. */
    public AcknowledgedStock.Entry join(AcknowledgedStock.Key old, AcknowledgedStock.Key anew) {
        Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> colours = products.get(old.product());
        AcknowledgedStock.Entry one = colours.remove(old);
        AcknowledgedStock.Entry other = colours.getOrDefault(anew, one);
        boolean older = BY_AGE.compare(one, other) <= 0;
        AcknowledgedStock.Entry joined =
                (older ? other : one)
                        .joined(older ? one : other, matcher(old.product()).sizesOf(anew.colour()));
        colours.put(anew, joined);
        return joined;
    }

    /**
     * The colours of a product that these spell anew, with the new spelling; not where one of that
     * name has a bad row.
     */
    public Map<AcknowledgedStock.Key, LedgerColour> respelled(
            int product, List<LedgerColour> colours) {
        List<AcknowledgedStock.Key> others = unnamed(product, colours);
        if (others.isEmpty()) {
            return Map.of();
        }
        Map<String, LedgerColour> byKey = new HashMap<>();
        for (LedgerColour colour : colours) {
            byKey.merge(
                    ColourMatcher.key(colour.name()),
                    colour,
                    (one, other) -> one.state() == ColourState.READY ? other : one);
        }
        Map<AcknowledgedStock.Key, LedgerColour> found = new LinkedHashMap<>();
        for (AcknowledgedStock.Key key : others) {
            LedgerColour anew = byKey.get(ColourMatcher.key(key.colour()));
            if (anew != null && anew.state() == ColourState.READY) {
                found.put(key, anew);
            }
        }
        return found;
    }

    /** The colours of a product that are none of these, however those are spelled. */
    public List<AcknowledgedStock.Key> beside(int product, List<LedgerColour> colours) {
        List<AcknowledgedStock.Key> others = unnamed(product, colours);
        if (others.isEmpty()) {
            return others;
        }
        Set<String> names =
                colours.stream()
                        .map(colour -> ColourMatcher.key(colour.name()))
                        .collect(Collectors.toSet());
        return others.stream()
                .filter(key -> !names.contains(ColourMatcher.key(key.colour())))
                .toList();
    }

    /** The colours of a product by names that none of these has, in the order of the names. */
    private List<AcknowledgedStock.Key> unnamed(int product, List<LedgerColour> colours) {
        Set<String> exact = colours.stream().map(LedgerColour::name).collect(Collectors.toSet());
        return of(product).keySet().stream().filter(key -> !exact.contains(key.colour())).toList();
    }
}
