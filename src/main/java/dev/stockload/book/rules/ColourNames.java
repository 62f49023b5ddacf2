package dev.stockload.book.rules;

import dev.stockload.stock.ColourKey;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which colour of a product a name means (rule 13). */
public final class ColourNames {
    private ColourNames() {}

    /**
     * The key of a colour. If the service has several spellings of one key, each of them is a
     * colour of its own, and any other spelling is none: empty.
     */
    public static Optional<String> keyOf(ProductEntry product, String name) {
        String key = ColourKey.of(name);
        return keyOf(spellings(product).getOrDefault(key, List.of()), name, key);
    }

    /** The same for a name with this key, of which the product has these spellings. */
    public static Optional<String> keyOf(List<String> spellings, String name, String key) {
        if (spellings.size() <= 1) {
            return Optional.of(spellings.isEmpty() ? key : spellings.get(0));
        }
        return spellings.contains(name) ? Optional.of(name) : Optional.empty();
    }

    /** The keys of the product's colours, by the key that they are spellings of. */
    public static Map<String, List<String>> spellings(ProductEntry product) {
        return product.colours.keySet().stream().collect(Collectors.groupingBy(ColourKey::of));
    }

    /**
     * The service shows these names for one key. One becomes the colour's name. Several become
     * colours of their own, and what is known belongs to the one that was sent.
     */
    public static void shown(ProductEntry product, String key, Collection<String> names) {
        if (names.size() == 1) {
            keyOf(product, names.iterator().next())
                    .map(product::colour)
                    .ifPresent(colour -> colour.name = names.iterator().next());
            return;
        }
        ColourEntry together = product.colours.get(key);
        if (together != null && !names.contains(key)) {
            String own = names.contains(together.name) ? together.name : names.iterator().next();
            product.colours.remove(key);
            product.colours.putIfAbsent(own, together);
        }
        names.forEach(name -> product.colour(name).name = name);
    }
}
