package dev.stockload.book.rules;

import dev.stockload.stock.ColourKey;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Which colour of a product a name means (rule 13). */
public final class ColourNames {
    private ColourNames() {}

    /**
     * The key of a colour. If the service has several spellings of one key, each of them is a
     * colour of its own, and any other spelling is none: empty.
     */
    public static Optional<String> keyOf(ProductEntry product, String name) {
        return keyOf(product, name, ColourKey.of(name));
    }

    /** The same for a name whose own key is known. */
    public static Optional<String> keyOf(ProductEntry product, String name, String key) {
        List<String> keys = spellings(product, key);
        if (keys.size() <= 1) {
            return Optional.of(keys.isEmpty() ? key : keys.get(0));
        }
        return keys.contains(name) ? Optional.of(name) : Optional.empty();
    }

    /** The keys of the product's colours that are spellings of one key. */
    public static List<String> spellings(ProductEntry product, String key) {
        return product.colours.containsKey(key) && product.colours.size() == 1
                ? List.of(key)
                : product.colours.keySet().stream()
                        .filter(name -> ColourKey.of(name).equals(key))
                        .toList();
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
