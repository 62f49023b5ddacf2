package dev.stockload.book;

import dev.stockload.book.rules.PackedProduct;
import dev.stockload.book.rules.ProductEntry.Changes;
import dev.stockload.book.rules.Sending;
import dev.stockload.book.rules.StockFact;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A colour in a request: the values sent, what was there before, and what became of it.
 *
 * @param position its position in its run
 * @param name the name that was sent
 * @param strangers entries other than plain sizes in the last list before; null if there was none
 */
public record SentColour(
        int position,
        int product,
        String name,
        Sending.Sent sent,
        SortedSet<String> strangers,
        Fate fate) {
    public enum Fate {
        OPEN(null),
        ACCEPTED(Changes.Cause.ACCEPTED),
        /** The service has it, according to a look. */
        READ_BACK(Changes.Cause.READ_BACK),
        /** The service has it, according to a person. */
        TAKEN_AS_SENT(Changes.Cause.TAKEN_AS_SENT),
        NOT_SENT(null),
        /** Still unknown when a newer run named it, or when its run expired. */
        ENDED(null);

        /** How the fates are stored, in their order. */
        private static final String LETTERS = "oabtne";

        private final Changes.Cause cause;

        Fate(Changes.Cause cause) {
            this.cause = cause;
        }

        /** How it is known that it arrived; null if it did not, or nobody knows. */
        Changes.Cause cause() {
            return cause;
        }

        public boolean hasArrived() {
            return cause != null;
        }
    }

    public String key() {
        return sent.colour();
    }

    public boolean isOpen() {
        return fate == Fate.OPEN;
    }

    SentColour with(Fate other) {
        return new SentColour(position, product, name, sent, strangers, other);
    }

    void write(PackedWriter out) {
        out.letter(Fate.LETTERS.charAt(fate.ordinal()));
        out.number(position);
        out.number(product);
        out.text(sent.colour());
        out.text(name);
        out.number(sent.values().size());
        sent.values()
                .forEach(
                        (size, stock) -> {
                            out.number(size.from());
                            out.number(size.to());
                            out.number(stock.pieces());
                            out.digits(stock.barcode());
                            PackedProduct.write(sent.before().get(size), out);
                            out.number(sent.recent().contains(size) ? 1 : 0);
                        });
        out.number(strangers == null ? 0 : strangers.size() + 1);
        if (strangers != null) {
            strangers.forEach(out::text);
        }
    }

    static SentColour read(PackedReader in) {
        Fate fate = Fate.values()[Fate.LETTERS.indexOf(in.letter())];
        int position = in.number();
        int product = in.number();
        String key = in.text();
        String name = in.text();
        SortedMap<Size, Stock> values = new TreeMap<>();
        SortedMap<Size, StockFact> before = new TreeMap<>();
        Set<Size> recent = new TreeSet<>();
        for (int left = in.number(); left > 0; left--) {
            Size size = new Size(in.number(), in.number());
            values.put(size, new Stock(in.number(), in.digits()));
            before.put(size, PackedProduct.readFact(in));
            if (in.number() == 1) {
                recent.add(size);
            }
        }
        int count = in.number();
        SortedSet<String> strangers = null;
        if (count > 0) {
            strangers = new TreeSet<>();
            for (int left = count - 1; left > 0; left--) {
                strangers.add(in.text());
            }
        }
        Sending.Sent sent = new Sending.Sent(key, values, before, recent);
        return new SentColour(position, product, name, sent, strangers, fate);
    }
}
