package dev.stockload.book.rules;

import dev.stockload.stock.Size;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** One colour in the book, with its sizes. */
public final class ColourEntry {
    final ProductEntry product;
    final String key;

    /** The name under which it is sent; null if it was neither sent nor shown yet. */
    String name;

    /** As the sheet has it; forgotten when it has a name. */
    String written;

    /** The rank of the newest run that holds the whole colour; 0 if none does. */
    long held;

    /** The jobs whose sheet has a bad row of this colour: new sizes of it belong to them. */
    final Set<String> heldBy = new TreeSet<>();

    /** The newest run of each job that has named a size of this colour, with or without a value. */
    final Map<String, Long> namedBy = new TreeMap<>();

    final SortedMap<Size, SizeEntry> sizes = new TreeMap<>();

    ColourEntry(ProductEntry product, String key) {
        this.product = product;
        this.key = key;
    }

    public ProductEntry product() {
        return product;
    }

    /** Identifies it among the colours of its product. */
    public String key() {
        return key;
    }

    public String shownName() {
        return nameOr(key);
    }

    public String nameOr(String other) {
        return name == null ? other : name;
    }

    /** Keeps the spelling of the sheet for a colour without a name (rule 13). */
    public void written(String other) {
        written = other;
    }

    /** The runs after this one whose sheets have named it with stock that the service has. */
    public Set<Long> sentSince(long run) {
        return sizes.values().stream()
                .filter(size -> size.naming.run() > run && size.naming.hasValue())
                .filter(size -> !size.naming.isMissingZero() && size.isAsWanted())
                .map(size -> size.naming.run())
                .collect(Collectors.toSet());
    }

    /** Whether it has a size within a range that the service has accepted (rule 14). */
    public boolean hasSizeInKnownRange() {
        return sizes.values().stream()
                .filter(SizeEntry::isKnownRange)
                .anyMatch(
                        range ->
                                sizes.keySet().stream()
                                        .anyMatch(
                                                other ->
                                                        !other.equals(range.size)
                                                                && other.overlaps(range.size)));
    }

    public SortedMap<Size, SizeEntry> sizes() {
        return sizes;
    }
}
