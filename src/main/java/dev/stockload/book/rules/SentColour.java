package dev.stockload.book.rules;

import dev.stockload.book.rules.ProductEntry.Changes;
import dev.stockload.stock.Colour;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;
import dev.stockload.stock.StoredLetter;

import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A colour of a request, from before that leaves until its outcome is known.
 *
 * @param request the number of its request; 0 before there is one
 * @param position its position in its run
 * @param key identifies it among the colours of its product
 * @param name the name under which it is sent
 * @param strangers entries other than plain sizes in the last list before; null if there was none
 */
public record SentColour(
        long request,
        int position,
        int product,
        String key,
        String name,
        SortedMap<Size, SentSize> sizes,
        SortedSet<String> strangers,
        DeliveryResult result) {
    /**
     * What is sent of a size.
     *
     * @param before what was there before
     * @param isRecent whether it had another request within the time of doubt before
     */
    public record SentSize(Stock stock, StockFact before, boolean isRecent) {}

    /** What became of a colour that was sent. */
    public enum DeliveryResult implements StoredLetter {
        OPEN('o', null),
        ACCEPTED('a', Changes.Cause.ACCEPTED),
        /** The service has it, according to a look. */
        READ_BACK('b', Changes.Cause.READ_BACK),
        /** The service has it, according to a person. */
        TAKEN_AS_SENT('t', Changes.Cause.TAKEN_AS_SENT),
        NOT_SENT('n', null),
        /** Still unknown when a newer run named it, or when its run expired. */
        ENDED('e', null);

        private final char letter;
        private final Changes.Cause cause;

        DeliveryResult(char letter, Changes.Cause cause) {
            this.letter = letter;
            this.cause = cause;
        }

        @Override
        public char letter() {
            return letter;
        }

        /** How it is known that it arrived; null if it did not, or nobody knows. */
        Changes.Cause cause() {
            return cause;
        }

        public boolean hasArrived() {
            return cause != null;
        }
    }

    /** A colour that is still to be sent; what is there before is found out when it is. */
    public static SentColour toSend(
            int position, int product, String key, String name, Map<Size, Stock> values) {
        SortedMap<Size, SentSize> sizes = new TreeMap<>();
        values.forEach(
                (size, stock) -> sizes.put(size, new SentSize(stock, StockFact.UNKNOWN, false)));
        return new SentColour(0, position, product, key, name, sizes, null, DeliveryResult.OPEN);
    }

    SentColour inRequest(
            long number, SortedMap<Size, SentSize> withBefore, SortedSet<String> others) {
        return new SentColour(number, position, product, key, name, withBefore, others, result);
    }

    /** As it is sent to the service. */
    public Colour content() {
        SortedMap<Size, Stock> values = new TreeMap<>();
        sizes.forEach((size, sent) -> values.put(size, sent.stock()));
        return new Colour(product, name, values);
    }

    public boolean isOpen() {
        return result == DeliveryResult.OPEN;
    }

    public boolean mayHaveArrived() {
        return isOpen() || result.hasArrived();
    }

    public void write(PackedWriter out) {
        out.letter(result.letter());
        out.number(position);
        out.number(product);
        out.text(key);
        out.text(name);
        out.number(sizes.size());
        sizes.forEach(
                (size, sent) -> {
                    out.number(size.from());
                    out.number(size.to());
                    out.number(sent.stock().pieces());
                    out.digits(sent.stock().barcode());
                    sent.before().write(out);
                    out.number(sent.isRecent() ? 1 : 0);
                });
        out.number(strangers == null ? 0 : strangers.size() + 1);
        if (strangers != null) {
            strangers.forEach(out::text);
        }
    }

    public static SentColour read(long request, PackedReader in) {
        DeliveryResult result = StoredLetter.of(in.letter(), DeliveryResult.values());
        int position = in.number();
        int product = in.number();
        String key = in.text();
        String name = in.text();
        SortedMap<Size, SentSize> sizes = new TreeMap<>();
        for (int left = in.number(); left > 0; left--) {
            Size size = new Size(in.number(), in.number());
            Stock stock = new Stock(in.number(), in.digits());
            sizes.put(size, new SentSize(stock, StockFact.read(in), in.number() == 1));
        }
        int count = in.number();
        SortedSet<String> strangers = count == 0 ? null : new TreeSet<>();
        for (int left = count - 1; left > 0; left--) {
            strangers.add(in.text());
        }
        return new SentColour(request, position, product, key, name, sizes, strangers, result);
    }

    public SentColour with(DeliveryResult other) {
        return new SentColour(request, position, product, key, name, sizes, strangers, other);
    }
}
