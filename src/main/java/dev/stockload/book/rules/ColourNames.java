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
 *
 * @param spellings names that were shown or sent, with their keys, by the key that they are
 *     spellings of
 */
public record ColourNames(Map<String, Map<String, String>> spellings) {
    public static ColourNames of(ProductEntry product) {
        return new ColourNames(
                product.colours.values().stream()
                        .filter(colour -> colour.name != null)
                        .collect(
                                Collectors.groupingBy(
                                        colour -> ColourKey.of(colour.name),
                                        Collectors.toMap(
                                                colour -> colour.name,
                                                colour -> colour.key,
                                                (one, other) -> one))));
    }

    /** The spellings of a key, with their own keys. */
    public Map<String, String> spellingsOf(String key) {
        return spellings.getOrDefault(key, Map.of());
    }

    /**
     * The key of the colour with this name; empty if there are several and this is none of them.
     */
    public Optional<String> keyOf(String name, String key) {
        Map<String, String> names = spellingsOf(key);
        return names.size() > 1
                ? Optional.ofNullable(names.get(name))
                : Optional.of(names.values().stream().findFirst().orElse(key));
    }

    public Optional<String> keyOf(String name) {
        return keyOf(name, ColourKey.of(name));
    }

    /** The spellings that a colour may mean, if it was named before they were seen. */
    public static Set<String> mayMean(ColourEntry colour) {
        return colour.name == null ? of(colour.product).spellingsOf(colour.key).keySet() : Set.of();
    }

    /**
     * The service shows these names for one key. One becomes the colour's name. Of several, ours is
     * the one that was sent, or that the sheet has.
     */
    public static void shown(ProductEntry product, String key, Collection<String> names) {
        Map<String, String> spellings = of(product).spellingsOf(key);
        if (names.size() == 1 && spellings.size() <= 1) {
            String only = spellings.values().stream().findFirst().orElse(key);
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
