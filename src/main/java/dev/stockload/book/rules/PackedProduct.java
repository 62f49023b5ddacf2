package dev.stockload.book.rules;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The binary format of a product in the book. The newest named run of a job is written as such
 * instead of by its number: a product that a job's sheet has every night keeps the same bytes and
 * is not stored again.
 */
public final class PackedProduct {
    private static final int HAS_VALUE = 1;
    private static final int BY_HAND = 2;
    private static final int FRESH = 4;
    private static final int OWN_RANK = 8;
    private static final int OWN_REQUEST = 16;
    private static final int LATEST = 32;

    /** Before a name that only a sheet has so far. */
    private static final String WRITTEN = "\0";

    private final RunFacts runs;
    private final List<String> jobs = new ArrayList<>();

    private PackedProduct(RunFacts runs) {
        this.runs = runs;
    }

    public static byte[] write(ProductEntry product, RunFacts runs) {
        return new PackedProduct(runs).write(product);
    }

    public static ProductEntry read(int id, byte[] bytes, RunFacts runs) {
        ProductEntry product = new ProductEntry(id);
        product.stored = bytes;
        return new PackedProduct(runs).read(product, new PackedReader(bytes));
    }

    private byte[] write(ProductEntry product) {
        PackedWriter out = new PackedWriter();
        run(product.unlisted, product.unlisted == 0 ? "" : runs.jobOf(product.unlisted), out);
        out.number(product.colours.size());
        product.colours.values().forEach(colour -> write(colour, out));
        PackedWriter head = new PackedWriter();
        texts(jobs, head);
        number(product.unread, head);
        head.number(product.absent);
        head.number(product.strangers == null ? 0 : 1);
        if (product.strangers != null) {
            texts(product.strangers, head);
        }
        number(product.history, head);
        head.text(product.item.isEmpty() ? null : product.item);
        head.append(out);
        return head.bytes();
    }

    private ProductEntry read(ProductEntry product, PackedReader in) {
        jobs.addAll(texts(in));
        product.unread = in.number();
        product.absent = in.number();
        if (in.number() == 1) {
            product.strangers = new TreeSet<>(texts(in));
        }
        product.history = in.number();
        product.item = Objects.requireNonNullElse(in.text(), "");
        product.unlisted = run(in);
        for (int left = in.number(); left > 0; left--) {
            read(product.colour(in.text()), in);
        }
        return product;
    }

    private void write(ColourEntry colour, PackedWriter out) {
        out.text(colour.key);
        out.text(
                colour.name != null || colour.written == null
                        ? colour.name
                        : WRITTEN + colour.written);
        number(colour.held, out);
        jobs(colour.heldBy, out);
        out.number(colour.namedBy.size());
        colour.namedBy.forEach(
                (job, run) -> {
                    out.number(index(job));
                    run(run, job, out);
                });
        out.number(colour.sizes.size());
        colour.sizes.values().forEach(size -> write(size, out));
    }

    private void read(ColourEntry colour, PackedReader in) {
        String name = in.text();
        if (name != null && name.startsWith(WRITTEN)) {
            colour.written = name.substring(WRITTEN.length());
        } else {
            colour.name = name;
        }
        colour.held = in.number();
        jobs(colour.heldBy, in);
        for (int left = in.number(); left > 0; left--) {
            colour.namedBy.put(jobs.get(in.number()), run(in));
        }
        for (int left = in.number(); left > 0; left--) {
            Size size = new Size(in.number(), in.number());
            SizeEntry entry = new SizeEntry(colour, size, 0, Set.of());
            read(entry, in);
            colour.sizes.put(size, entry);
        }
    }

    private void write(SizeEntry entry, PackedWriter out) {
        out.number(entry.size.from());
        out.number(entry.size.to());
        Naming naming = entry.naming;
        StockState stock = entry.stock;
        boolean hasOwnRank = naming.rank() != naming.run();
        boolean hasOwnRequest = stock.lastRequest() != stock.knownBy();
        out.number(
                (naming.hasValue() ? HAS_VALUE : 0)
                        | (entry.byHand ? BY_HAND : 0)
                        | (stock.look().isFresh() ? FRESH : 0)
                        | (stock.look().isLatest() ? LATEST : 0)
                        | (hasOwnRank ? OWN_RANK : 0)
                        | (hasOwnRequest ? OWN_REQUEST : 0));
        run(naming.run(), naming.isNamed() ? runs.jobOf(naming.run()) : "", out);
        if (hasOwnRank) {
            number(naming.rank(), out);
        }
        number(naming.previousRank(), out);
        out.number(naming.isMissingZero() ? index(naming.zeroOf()) + 1 : 0);
        jobs(entry.jobs, out);
        Stock wanted = naming.wanted();
        (wanted == null ? StockFact.UNKNOWN : StockFact.of(wanted)).write(out);
        stock.known().write(out);
        number(stock.knownBy(), out);
        number(stock.sentByRun(), out);
        number(stock.doubt(), out);
        if (hasOwnRequest) {
            number(stock.lastRequest(), out);
        }
        stock.shown().write(out);
    }

    private void read(SizeEntry entry, PackedReader in) {
        int flags = in.number();
        entry.byHand = (flags & BY_HAND) != 0;
        long run = run(in);
        long rank = (flags & OWN_RANK) == 0 ? run : in.number();
        long previousRank = in.number();
        int zeroOf = in.number();
        jobs(entry.jobs, in);
        entry.naming =
                new Naming(
                        run,
                        rank,
                        previousRank,
                        StockFact.read(in).stock(),
                        (flags & HAS_VALUE) != 0,
                        zeroOf == 0 ? null : jobs.get(zeroOf - 1));
        StockFact known = StockFact.read(in);
        long knownBy = in.number();
        entry.stock =
                new StockState(
                        known,
                        knownBy,
                        in.number(),
                        in.number(),
                        (flags & OWN_REQUEST) == 0 ? knownBy : in.number(),
                        new StockState.Look(
                                StockFact.read(in), (flags & LATEST) != 0, (flags & FRESH) != 0));
    }

    /** Odd: the newest run of a job, by its index. Even: a run by its number. */
    private void run(long run, String job, PackedWriter out) {
        boolean isNewest = run != 0 && runs.newestOf(job) == run;
        out.number(isNewest ? index(job) << 1 | 1 : Math.toIntExact(run << 1));
    }

    private long run(PackedReader in) {
        int written = in.number();
        return (written & 1) == 1 ? runs.newestOf(jobs.get(written >> 1)) : written >> 1;
    }

    private static void number(long value, PackedWriter out) {
        out.number(Math.toIntExact(value));
    }

    private int index(String job) {
        int at = jobs.indexOf(job);
        if (at < 0) {
            at = jobs.size();
            jobs.add(job);
        }
        return at;
    }

    private void jobs(Collection<String> some, PackedWriter out) {
        out.number(some.size());
        for (String job : some) {
            out.number(index(job));
        }
    }

    private void jobs(Collection<String> into, PackedReader in) {
        for (int left = in.number(); left > 0; left--) {
            into.add(jobs.get(in.number()));
        }
    }

    private static void texts(Collection<String> texts, PackedWriter out) {
        out.number(texts.size());
        texts.forEach(out::text);
    }

    private static List<String> texts(PackedReader in) {
        List<String> texts = new ArrayList<>();
        for (int left = in.number(); left > 0; left--) {
            texts.add(in.text());
        }
        return texts;
    }
}
