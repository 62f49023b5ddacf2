package dev.stockload.imports;

import dev.stockload.merchant.StockEntry;

import java.text.Normalizer;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The names of a product's colours as we send them, where the service spells them in its way. */
final class ColourNames {
    private ColourNames() {}

    /**
     * Stock entries under the names that were sent: an entry whose colour was not sent by that name
     * belongs to the one that differs in case, spaces or Unicode form alone, if there is just one.
     */
    static List<StockEntry> asSent(Collection<StockEntry> entries, Collection<String> sent) {
        Set<String> names = new HashSet<>(sent);
        Map<String, Set<String>> byKey = new HashMap<>();
        names.forEach(name -> byKey.computeIfAbsent(key(name), k -> new HashSet<>()).add(name));
        return entries.stream().map(entry -> asSent(entry, names, byKey)).toList();
    }

    private static StockEntry asSent(
            StockEntry entry, Set<String> names, Map<String, Set<String>> byKey) {
        Set<String> like = byKey.getOrDefault(key(entry.color()), Set.of());
        if (names.contains(entry.color()) || like.size() != 1) {
            return entry;
        }
        return new StockEntry(
                entry.guid(), entry.barCode(), like.iterator().next(), entry.size(), entry.stock());
    }

    /** The same for all spellings of a name. */
    static String key(String name) {
        // Upper case first: it brings together what lower case alone keeps apart, as in straße.
        String folded = name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(folded, Normalizer.Form.NFC)
                .replaceAll("[\\s\\p{Z}]+", " ")
                .strip();
    }
}
