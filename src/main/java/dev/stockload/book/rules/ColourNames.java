package dev.stockload.book.rules;

import dev.stockload.stock.ColourKey;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which colour of a product a name means (rule 13). A colour keeps its key for ever. If the service
 * shows several spellings of a key, each is a colour of its own: ours keeps the key, the others get
 * keys of their own.
 */
public final class ColourNames {
    private ColourNames() {}

    /** Empty if the service has several spellings and this is none of them. */
    public static Optional<String> keyOf(ProductEntry product, String name) {
        String key = ColourKey.of(name);
        return keyOf(spellings(product).getOrDefault(key, Map.of()), name, key);
    }

    /** The same for a name with this key, of which the service has these spellings. */
    public static Optional<String> keyOf(Map<String, String> spellings, String name, String key) {
        return spellings.size() <= 1
                ? Optional.of(spellings.isEmpty() ? key : spellings.values().iterator().next())
                : Optional.ofNullable(spellings.get(name));
    }

    /** Names that were shown or sent, with their keys, by the key that they are spellings of. */
    public static Map<String, Map<String, String>> spellings(ProductEntry product) {
        return product.colours.entrySet().stream()
                .filter(colour -> colour.getValue().name != null)
                .collect(
                        Collectors.groupingBy(
                                colour -> ColourKey.of(colour.getValue().name),
                                Collectors.toMap(
                                        colour -> colour.getValue().name,
                                        Map.Entry::getKey,
                                        (one, other) -> one)));
    }

    /** The spellings that a colour may mean, if it was named before they were seen. */
    public static Set<String> mayMean(ProductEntry product, String key) {
        return product.colours.get(key).name == null
                ? spellings(product).getOrDefault(key, Map.of()).keySet()
                : Set.of();
    }

    /**
     * The service shows these names for one key. One becomes the colour's name. Of several, ours is
     * the one that was sent, or that the sheet has.
     */
    public static void shown(ProductEntry product, String key, Collection<String> names) {
        Map<String, String> spellings = spellings(product).getOrDefault(key, Map.of());
        if (names.size() == 1 && spellings.size() <= 1) {
            String only = spellings.isEmpty() ? key : spellings.values().iterator().next();
            product.colour(only).name = names.iterator().next();
            return;
        }
        ColourEntry ours = product.colours.get(key);
        List<String> others = names.stream().filter(name -> !spellings.containsKey(name)).toList();
        if (ours != null && ours.name == null && others.contains(ours.written)) {
            ours.name = ours.written;
        }
        for (String name : others) {
            if (ours == null || !name.equals(ours.name)) {
                product.colour("=" + name).name = name;
            }
        }
    }
}
