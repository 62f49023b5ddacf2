package dev.stockload.book.rules;

import dev.stockload.stock.Colour;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;
import dev.stockload.stock.StoredLetter;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A colour of a request, from before that leaves until its outcome is known, and what that changes
 * in the book (rules 6, 8 and 12).
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
        ACCEPTED('a', StockChanges.Cause.ACCEPTED),
        /** The service has it, according to a look. */
        READ_BACK('b', StockChanges.Cause.READ_BACK),
        /** The service has it, according to a person. */
        TAKEN_AS_SENT('t', StockChanges.Cause.TAKEN_AS_SENT),
        NOT_SENT('n', null),
        /** Still unknown when a newer run named it, or when its run expired. */
        ENDED('e', null);

        private final char letter;
        private final StockChanges.Cause cause;

        DeliveryResult(char letter, StockChanges.Cause cause) {
            this.letter = letter;
            this.cause = cause;
        }

        @Override
        public char letter() {
            return letter;
        }

        /** How it is known that it arrived; null if it did not, or nobody knows. */
        StockChanges.Cause cause() {
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

    /** The same about to be sent in a request, with what is there before (rule 8). */
    public SentColour begin(ProductEntry of, long number, RunFacts runs) {
        ColourEntry colour = of.colours.get(key);
        SortedMap<Size, SentSize> begun = new TreeMap<>();
        sizes.forEach(
                (size, sent) -> {
                    SizeEntry entry = colour.sizes.get(size);
                    StockFact before = before(size, colour);
                    boolean isRecent = runs.isRecent(entry.stock.lastRequest());
                    begun.put(size, new SentSize(sent.stock(), before, isRecent));
                });
        return new SentColour(number, position, product, key, name, begun, of.strangers, result);
    }

    /** A range that replaces single sizes was there before in another form. */
    private static StockFact before(Size size, ColourEntry colour) {
        StockFact before = colour.sizes.get(size).stock.before();
        boolean inParts =
                colour.sizes.values().stream()
                        .filter(each -> !each.size.equals(size) && size.contains(each.size))
                        .anyMatch(each -> each.stock.before().isThere());
        return inParts && !before.isThere() ? StockFact.UNKNOWN : before;
    }

    /** The service may have what was sent, until there is a verdict. */
    public void doubt(ProductEntry of) {
        ColourEntry colour = of.colours.get(key);
        colour.name = name;
        for (Size size : sizes.keySet()) {
            SizeEntry entry = colour.sizes.get(size);
            entry.stock = entry.stock.inDoubtBy(request);
        }
    }

    /** How many of the sizes are zeros for missing. */
    public int zeros(ColourEntry colour, long run) {
        return (int)
                sizes.keySet().stream()
                        .map(colour.sizes::get)
                        .filter(size -> size != null && size.naming.isWantedBy(run))
                        .filter(size -> size.naming.isMissingZero())
                        .count();
    }

    /**
     * Enters what became of it, for the sizes that it still has in doubt: a newer naming may have
     * ended the doubt of others, and a look has seen them since. Where the doubt has ended without
     * a verdict, the stock becomes unknown (rule 12).
     */
    public void enterResult(ColourEntry colour, long run, StockChanges changes) {
        for (Map.Entry<Size, SentSize> entry : sizesIn(colour.product).entrySet()) {
            SizeEntry size = colour.sizes.get(entry.getKey());
            if (size == null || !size.stock.isInDoubtBy(request)) {
                continue;
            }
            if (result.hasArrived()) {
                Stock stock = entry.getValue().stock();
                changes.add(size, result.cause(), size.stock.known().stock(), stock);
                size.stock = size.stock.arrived(stock, run);
            } else if (result == DeliveryResult.ENDED) {
                size.stock = size.stock.withoutVerdict(run);
            } else {
                size.stock = size.stock.notArrived();
            }
        }
    }

    /** As it is sent to the service. */
    public Colour content() {
        SortedMap<Size, Stock> values = new TreeMap<>();
        sizes.forEach((size, sent) -> values.put(size, sent.stock()));
        return new Colour(product, name, values);
    }

    /**
     * Its sizes as the book has them now: a range that a newer run has opened is its single sizes
     * (rule 14).
     */
    public SortedMap<Size, SentSize> sizesIn(ProductEntry product) {
        SortedMap<Size, SentSize> now = new TreeMap<>();
        sizes.forEach(
                (size, sent) -> {
                    boolean opened = size.isRange() && product.find(key, size) == null;
                    for (Size each : opened ? size.singles() : List.of(size)) {
                        now.put(each, sent);
                    }
                });
        return now;
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
