package dev.stockload.book.rules;

import dev.stockload.stock.ColourKey;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which colour of a product a name means (rule 13). A colour keeps its key for ever. If the service
 * shows several spellings of a key, each is a colour of its own: ours keeps the key, the others get
 * keys of their own.
 *
 * @param spellings names that were shown or sent, with their keys, by the key that they are
 *     spellings of
 */
public record ColourNames(Map<String, Map<String, String>> spellings) {
    private static final int FEWEST_LETTERS = 4;

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

    /** Whether a product that has colours would get another one, which stays for ever. */
    public boolean isNew(String name) {
        return !spellings.isEmpty() && !spellings.containsKey(ColourKey.of(name));
    }

    /** The colour that a new one may mean; {@code inSheet} are the keys that the sheet has too. */
    public Optional<String> near(String name, Set<String> inSheet) {
        String key = ColourKey.of(name);
        return spellings.entrySet().stream()
                .filter(each -> !inSheet.contains(each.getKey()) && isNear(key, each.getKey()))
                .flatMap(each -> each.getValue().keySet().stream())
                .min(Comparator.naturalOrder());
    }

    /**
     * Whether two names differ by one letter that was changed, added, lost or swapped. Digits, and
     * the letters of short names, tell colours apart.
     */
    static boolean isNear(String one, String other) {
        int[] a = one.codePoints().toArray();
        int[] b = other.codePoints().toArray();
        int start = 0;
        while (start < a.length && start < b.length && a[start] == b[start]) {
            start++;
        }
        int end = 0;
        while (end < Math.min(a.length, b.length) - start
                && a[a.length - 1 - end] == b[b.length - 1 - end]) {
            end++;
        }
        int[] ofA = Arrays.copyOfRange(a, start, a.length - end);
        int[] ofB = Arrays.copyOfRange(b, start, b.length - end);
        boolean isOne = Math.max(ofA.length, ofB.length) == 1;
        boolean isSwap = ofA.length == 2 && ofB.length == 2 && ofA[0] == ofB[1] && ofA[1] == ofB[0];
        return (isOne || isSwap)
                && IntStream.concat(IntStream.of(ofA), IntStream.of(ofB))
                        .noneMatch(Character::isDigit)
                && letters(a) >= FEWEST_LETTERS
                && letters(b) >= FEWEST_LETTERS;
    }

    private static long letters(int[] name) {
        return IntStream.of(name).filter(Character::isLetter).count();
    }

    /** The spellings that a colour may mean, if it was named before they were seen. */
    public static Set<String> mayMean(ColourEntry colour) {
        if (colour.name != null) {
            return Set.of();
        }
        return colour.product.colours.values().stream()
                .map(other -> other.name)
                .filter(name -> name != null && ColourKey.of(name).equals(colour.key))
                .collect(Collectors.toSet());
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
