package dev.stockload.book.rules;

import dev.stockload.stock.Size;

import java.util.Comparator;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** One product in the book, with its colours by their keys: what the rules decide on. */
public final class ProductEntry {
    private final int id;

    /** The place of the newest run that has a row of this product whose colour cannot be read. */
    long unread;

    /** How many looks in a row did not find the product in the service's list. */
    int absentLooks;

    /** What the last list had that is no size of ours in plain form; null before the first list. */
    SortedSet<String> strangers;

    /** Whether the last list had stock in a size that cannot be read; known only right after it. */
    boolean unreadableStock;

    /** The newest block of the history that tells of this product; 0 where none does. */
    long history;

    final SortedMap<String, ColourEntry> colours = new TreeMap<>();

    public ProductEntry(int id) {
        this.id = id;
    }

    public int id() {
        return id;
    }

    public SortedMap<String, ColourEntry> colours() {
        return colours;
    }

    /** What the last list had beside plain sizes; null where there was none. */
    public SortedSet<String> strangers() {
        return strangers;
    }

    public long history() {
        return history;
    }

    public void history(long block) {
        history = block;
    }

    ColourEntry colour(String key) {
        return colours.computeIfAbsent(key, same -> new ColourEntry());
    }

    /** A size; one that is new in a colour that is held back is held back too (rules 2 and 3). */
    SizeEntry size(String colour, Size size) {
        ColourEntry entry = colour(colour);
        return entry.sizes.computeIfAbsent(
                size, same -> new SizeEntry(Math.max(entry.held, unread), entry.heldBy));
    }

    /** The size where the book has it, else null. */
    public SizeEntry find(Place place) {
        ColourEntry entry = colours.get(place.colour);
        return entry == null ? null : entry.sizes.get(place.size);
    }

    /** Whether all that a run still names with a value is there. */
    public boolean isAsWantedBy(long run) {
        boolean[] all = {true};
        forEach((place, size) -> all[0] &= !size.isWantedBy(run) || size.isAsWanted());
        return all[0];
    }

    void forEach(BiConsumer<Place, SizeEntry> use) {
        colours.forEach(
                (colour, entry) ->
                        entry.sizes.forEach(
                                (size, each) -> use.accept(new Place(colour, size), each)));
    }

    /** A size of a product. */
    public record Place(String colour, Size size) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparing(Place::colour).thenComparing(Place::size);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /** All sizes of all colours. */
    public Stream<SizeEntry> sizes() {
        return colours.values().stream().flatMap(colour -> colour.sizes.values().stream());
    }
}
