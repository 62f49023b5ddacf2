package dev.stockload.compare;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.stockload.stock.Sha256;
import dev.stockload.stock.Size;

import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.io.Writer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * What would change at the service, size by size, with totals. The changes are kept in arrays,
 * since there may be hundreds of thousands; they become objects when they are read.
 */
public final class StockDiff {
    /** No value. */
    private static final int NONE = -1;

    private static final ObjectWriter JSON =
            JsonMapper.shared()
                    .writer()
                    .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
                    .without(SerializationFeature.WRAP_EXCEPTIONS);

    /**
     * What the diff compares with.
     *
     * @param from {@code ledger} or {@code service}
     * @param at the time of that stock; null if nothing is known yet
     */
    public record Base(String from, Instant at) {
        public static final String LEDGER = "ledger";
        public static final String SERVICE = "service";

        public Base {
            at = at == null ? null : at.truncatedTo(ChronoUnit.MILLIS);
        }
    }

    public record Key(int product, String colour) {}

    /**
     * A size that would change.
     *
     * @param before null if it is not there
     * @param sent what we sent last, if the service shows something else now; otherwise null
     */
    public record Change(
            int pid,
            String item,
            String color,
            String size,
            Integer before,
            int after,
            @JsonInclude(JsonInclude.Include.NON_NULL) Integer sent) {}

    /** The output of {@code diff --json}; the changes are made while they are written. */
    private record Document(Base base, DiffTotals totals, Iterator<Change> changes) {}

    private final Base base;
    private final DiffTotals totals;
    private final List<Key> colours;
    private final int sending;
    private final IntFunction<String> items;
    private final int[] lines;
    private final Integer[] order;

    private StockDiff(Builder builder, Base base, DiffTotals totals) {
        this.base = base;
        this.totals = totals;
        this.colours = builder.colours;
        this.sending = builder.sending;
        this.items = builder.items;
        this.lines = Arrays.copyOf(builder.lines, builder.count * Builder.WIDTH);
        this.order = new Integer[builder.count];
        Arrays.setAll(order, i -> i);
        Arrays.sort(
                order, Comparator.<Integer>comparingLong(i -> -loss(i)).thenComparingInt(i -> i));
    }

    private long loss(int line) {
        int at = line * Builder.WIDTH;
        return (long) Math.max(0, lines[at + 2]) - lines[at + 3];
    }

    public Base base() {
        return base;
    }

    public DiffTotals totals() {
        return totals;
    }

    /** How many sizes would change. */
    public int size() {
        return order.length;
    }

    /** How many colours would be sent, whether their stock changes or not. */
    public int sending() {
        return sending;
    }

    /** The changes, the largest loss first. */
    public Stream<Change> changes() {
        return Arrays.stream(order).map(this::change);
    }

    private Change change(int line) {
        int at = line * Builder.WIDTH;
        Key colour = colours.get(lines[at]);
        return new Change(
                colour.product(),
                items.apply(colour.product()),
                colour.colour(),
                Size.ofPacked(lines[at + 1]).toString(),
                boxed(lines[at + 2]),
                lines[at + 3],
                boxed(lines[at + 4]));
    }

    private static Integer boxed(int number) {
        return number == NONE ? null : number;
    }

    /** A hash of what the diff shows, so that exactly what was shown can be sent. */
    public String fingerprint() {
        Sha256 hash = new Sha256();
        changes().forEach(change -> hash.add(change.toString()));
        hash.add(totals.toString());
        return hash.hex();
    }

    /** Writes the output of {@code diff --json}. */
    public void write(Writer out) {
        JSON.writeValue(out, new Document(base, totals, changes().iterator()));
    }

    /** Collects the sizes of one colour after the other. */
    public static final class Builder {
        private static final int WIDTH = 5;

        private final IntFunction<String> items;
        private final List<Key> colours = new ArrayList<>();
        private int sending;
        private int[] lines = new int[1000 * WIDTH];
        private int count;
        private long more;
        private long fewer;
        private int toZero;
        private int added;
        private int unchanged;

        /**
         * @param items returns the item number of a product
         */
        public Builder(IntFunction<String> items) {
            this.items = items;
        }

        /** A builder that only counts: its diff has totals and no changes. */
        public static Builder ofTotals() {
            return new Builder(null);
        }

        private boolean onlyCounts() {
            return items == null;
        }

        /** Starts a colour that is sent; the next sizes belong to it. */
        public void colour(Key colour) {
            unsentColour(colour);
            sending++;
        }

        /** Starts a colour that is not sent; the next sizes belong to it. */
        public void unsentColour(Key colour) {
            if (!onlyCounts()) {
                colours.add(colour);
            }
        }

        /**
         * Adds a size that stays as the service shows it, if that differs from what we sent.
         *
         * @param now null if it is not there
         */
        public void changedThere(Size size, Integer now, int sent) {
            if (now == null || now != sent) {
                line(size, now, now == null ? 0 : now, sent);
            }
        }

        /**
         * @param before null if it is not there
         * @param sent what we sent last; null if that is unknown
         */
        public void size(Size size, Integer before, int after, Integer sent) {
            if (before != null && before == after) {
                unchanged(1);
                return;
            }
            int was = before == null ? 0 : before;
            more += Math.max(0, after - was);
            fewer += Math.max(0, was - after);
            added += before == null ? 1 : 0;
            toZero += before != null && after == 0 ? 1 : 0;
            line(size, before, after, sent);
        }

        private void line(Size size, Integer before, int after, Integer sent) {
            if (onlyCounts()) {
                return;
            }
            if ((count + 1) * WIDTH > lines.length) {
                lines = Arrays.copyOf(lines, lines.length * 2);
            }
            int at = count++ * WIDTH;
            lines[at] = colours.size() - 1;
            lines[at + 1] = size.packed();
            lines[at + 2] = before == null ? NONE : before;
            lines[at + 3] = after;
            lines[at + 4] = sent == null || sent.equals(before) ? NONE : sent;
        }

        public void unchanged(int sizes) {
            unchanged += sizes;
        }

        public StockDiff build(Base base, int missing, int leftOut) {
            DiffTotals totals =
                    new DiffTotals(more, fewer, toZero, added, unchanged, missing, leftOut);
            return new StockDiff(this, base, totals);
        }
    }
}
