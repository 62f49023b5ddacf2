package dev.stockload.compare;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.Size;

import java.text.Normalizer;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Judges which colour name at the service is which colour of a sheet and of the ledger, by the
 * stock list of its product. A service keeps names as they are sent, so that Blue and BLUE are two
 * colours, or folds their case, spaces or Unicode form, so that they are one under either name or
 * one of its own.
 */
public final class ColourMatcher {
    /** What a name that was sent before is to one that has come since. */
    public enum Verdict {
        /** Another spelling of the same colour: the service folds names. */
        SAME,
        /** Another colour: the service shows both. */
        OTHER,
        /** The service shows the old name, and the new one was never sent. */
        UNKNOWN,
        /** The service has it no more. */
        ABSENT
    }

    private final List<StockEntry> entries;
    private final Map<String, Set<String>> shown;
    private final Map<String, Set<String>> acknowledged;
    private final Map<String, Set<String>> named;

    /**
     * @param acknowledged the names of colours of the product that the service has taken
     * @param others names that it may have been sent besides
     * @param entries its stock list
     */
    public ColourMatcher(
            Collection<String> acknowledged,
            Collection<String> others,
            Collection<StockEntry> entries) {
        this.entries = List.copyOf(entries);
        this.shown = byKey(entries.stream().map(StockEntry::color));
        this.acknowledged = byKey(acknowledged.stream());
        this.named = byKey(Stream.concat(acknowledged.stream(), others.stream()));
    }

    private static Map<String, Set<String>> byKey(Stream<String> names) {
        Map<String, Set<String>> byKey = new HashMap<>();
        names.forEach(name -> byKey.computeIfAbsent(key(name), k -> new HashSet<>()).add(name));
        return byKey;
    }

    /** The same for all spellings of a name. */
    public static String key(String name) {
        // Upper case first: it brings together what lower case alone keeps apart, as in straße.
        String folded = name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(folded, Normalizer.Form.NFC)
                .replaceAll("[\\s\\p{Z}]+", " ")
                .strip();
    }

    /** Whether two names differ in nothing that a service may fold. */
    public static boolean isSpelling(String one, String other) {
        return key(one).equals(key(other));
    }

    /** The same for all colours of a product that the service may take as one. */
    public static AcknowledgedStock.Key anySpelling(LedgerColour colour) {
        return anySpelling(KnownColours.key(colour));
    }

    public static AcknowledgedStock.Key anySpelling(AcknowledgedStock.Key colour) {
        return new AcknowledgedStock.Key(colour.product(), key(colour.colour()));
    }

    /** What a colour that was sent before is to a spelling of its name that has come since. */
    public Verdict compare(String old) {
        Set<String> names = shownLike(old);
        if (isFolded(old)) {
            return Verdict.SAME;
        }
        if (!names.contains(old)) {
            return Verdict.ABSENT;
        }
        return names.size() > 1 ? Verdict.OTHER : Verdict.UNKNOWN;
    }

    /** Whether the service shows one colour for all spellings of a name, of which it took some. */
    public boolean isFolded(String name) {
        Set<String> names = shownLike(name);
        return names.size() == 1
                && !names.containsAll(acknowledged.getOrDefault(key(name), Set.of()));
    }

    /** The same for all names that are surely one colour. */
    String sameFor(String name) {
        return isFolded(name) ? key(name) : name;
    }

    /** What is known of all names that are surely one colour with this one. */
    Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> spellings(
            String name, Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known) {
        Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> same = new HashMap<>(known);
        same.keySet().removeIf(key -> !sameFor(key.colour()).equals(sameFor(name)));
        return same;
    }

    /** Whether the service shows several spellings of a name side by side. */
    public boolean isKept(String name) {
        return shownLike(name).size() > 1;
    }

    /** What the service shows of a colour, however it spells its name. */
    public List<StockEntry> entriesOf(String name) {
        return entries.stream().filter(entry -> is(entry.color(), name)).toList();
    }

    /** The name under which it shows a colour, where that is not the colour's own. */
    public Optional<String> otherNameOf(String name) {
        return entriesOf(name).stream()
                .map(StockEntry::color)
                .filter(shownName -> !shownName.equals(name))
                .findFirst();
    }

    /** The sizes that it shows of a colour. */
    List<Size> sizesOf(String name) {
        return entriesOf(name).stream()
                .map(entry -> Size.parse(entry.size()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** The same entries, each under the name of the colour that it belongs to. */
    public List<StockEntry> entriesAs(Collection<String> names) {
        return entries.stream()
                .map(
                        entry ->
                                names.contains(entry.color())
                                        ? entry
                                        : names.stream()
                                                .filter(name -> is(entry.color(), name))
                                                .findFirst()
                                                .map(name -> as(entry, name))
                                                .orElse(entry))
                .toList();
    }

    private static StockEntry as(StockEntry entry, String name) {
        return new StockEntry(entry.guid(), entry.barCode(), name, entry.size(), entry.stock());
    }

    /** Whether a colour that the service shows is the one of this name. */
    private boolean is(String shownName, String name) {
        if (shownName.equals(name)) {
            return true;
        }
        if (!isSpelling(shownName, name) || shownLike(name).size() > 1) {
            return false;
        }
        Set<String> like = named.getOrDefault(key(name), Set.of());
        // A name that nobody has sent is that of the only colour that it may be.
        return isFolded(name) || like.size() <= 1 && !like.contains(shownName);
    }

    private Set<String> shownLike(String name) {
        return shown.getOrDefault(key(name), Set.of());
    }
}
