package dev.stockload.book;

import dev.stockload.book.rules.ProductEntry.SizeKey;
import dev.stockload.book.rules.Undoing;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What a run did to each size with some colours of its requests, product by product: only the
 * requests that are needed next are in memory, since a run may have sent a million sizes.
 */
public final class SentSizes {
    /** The colours of a product are together in a few requests, and products come by their ids. */
    private static final int MOST_REQUESTS = 16;

    private final Requests requests;
    private final String run;
    private final Predicate<SentColour> which;

    /** The requests of each product. */
    private final SortedMap<Integer, long[]> numbers = new TreeMap<>();

    private final Map<Long, List<SentColour>> recent =
            new LinkedHashMap<>(MOST_REQUESTS, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Long, List<SentColour>> eldest) {
                    return size() > MOST_REQUESTS;
                }
            };

    SentSizes(Requests requests, String run, Predicate<SentColour> which) {
        this.requests = requests;
        this.run = run;
        this.which = which;
        for (long number : requests.numbers(run)) {
            SortedSet<Integer> products = new TreeSet<>();
            requests.colours(run, number).stream()
                    .filter(which)
                    .forEach(each -> products.add(each.product()));
            products.forEach(id -> numbers.merge(id, new long[] {number}, SentSizes::both));
        }
    }

    private static long[] both(long[] some, long[] more) {
        long[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }

    public boolean isEmpty() {
        return numbers.isEmpty();
    }

    public SortedSet<Integer> products() {
        return new TreeSet<>(numbers.keySet());
    }

    public void retain(Collection<Integer> products) {
        numbers.keySet().retainAll(products);
    }

    /** What the run did to the sizes of a product; empty if it sent none. */
    public SortedMap<SizeKey, Undoing.Done> of(int product) {
        SortedMap<SizeKey, Undoing.Done> done = new TreeMap<>();
        for (long number : numbers.getOrDefault(product, new long[0])) {
            for (SentColour colour : recent.computeIfAbsent(number, this::colours)) {
                if (colour.product() == product) {
                    add(colour, done);
                }
            }
        }
        return done;
    }

    private List<SentColour> colours(long number) {
        return requests.colours(run, number).stream().filter(which).toList();
    }

    private static void add(SentColour colour, SortedMap<SizeKey, Undoing.Done> done) {
        colour.sent()
                .values()
                .forEach(
                        (size, stock) ->
                                done.merge(
                                        new SizeKey(colour.key(), size),
                                        new Undoing.Done(
                                                colour.sent().before().get(size),
                                                stock,
                                                colour.isOpen()),
                                        Undoing.Done::then));
    }
}
