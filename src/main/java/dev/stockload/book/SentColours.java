package dev.stockload.book;

import dev.stockload.book.rules.SentColour;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a run sent that arrived or may have, product by product: only the requests that are needed
 * next are in memory, since a run may have sent a million sizes.
 */
public final class SentColours {
    /** The colours of a product are together in a few requests, and products come by their ids. */
    private static final int MOST_REQUESTS = 16;

    private final Requests requests;
    private final String run;

    /** The requests of each product. */
    private final SortedMap<Integer, long[]> numbers = new TreeMap<>();

    private final Map<Long, List<SentColour>> recent =
            new LinkedHashMap<>(MOST_REQUESTS, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Long, List<SentColour>> eldest) {
                    return size() > MOST_REQUESTS;
                }
            };

    SentColours(Requests requests, String run) {
        this.requests = requests;
        this.run = run;
        for (long number : requests.numbers(run)) {
            SortedSet<Integer> products = new TreeSet<>();
            colours(number).forEach(each -> products.add(each.product()));
            products.forEach(id -> numbers.merge(id, new long[] {number}, SentColours::both));
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

    /** The colours that it sent of a product, by their keys. */
    public SortedMap<String, SentColour> of(int product) {
        SortedMap<String, SentColour> sent = new TreeMap<>();
        for (long number : numbers.getOrDefault(product, new long[0])) {
            for (SentColour colour : recent.computeIfAbsent(number, this::colours)) {
                if (colour.product() == product) {
                    sent.put(colour.key(), colour);
                }
            }
        }
        return sent;
    }

    private List<SentColour> colours(long number) {
        return requests.colours(run, number).stream().filter(SentColour::mayHaveArrived).toList();
    }
}
