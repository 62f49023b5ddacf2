package dev.stockload.imports.run;

import dev.stockload.book.Book;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ColourNames;
import dev.stockload.book.rules.LookRules;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunFacts;
import dev.stockload.book.rules.SentColour;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;

/** Enters the stock list of a product in the book. */
public final class ShownStock {
    /** A limit on foreign entries; no service should have that many. */
    private static final int MOST_STRANGERS = 200;

    private final ProductEntry product;
    private final Map<String, Map<Size, Stock>> sizes = new HashMap<>();
    private final List<Stranger> strangers = new ArrayList<>();
    private final Set<String> strangeColours = new HashSet<>();
    private boolean hasUnreadableStock;
    private Boolean splitsRanges;

    /**
     * What a list tells beside the stock of our sizes.
     *
     * @param hasUnreadableStock whether an unreadable size has stock, which may be anybody's
     * @param splitsRanges whether it shows a range as its single sizes; null if it did not tell
     */
    public record Told(boolean hasUnreadableStock, Boolean splitsRanges) {}

    /** An entry that is not a size of ours in its plain form, or not its first. */
    private record Stranger(String key, String name, int pieces) {
        static Stranger of(StockEntry entry, String key) {
            String name = "%s / %s = ".formatted(entry.color(), entry.size());
            return new Stranger(key, name, entry.stock());
        }

        String text() {
            return name + pieces;
        }

        /**
         * Whether it is new in the list, or has become what was sent, or was that in this colour
         * before: then it shows the same whether the request arrived or not.
         */
        boolean mayBe(SentColour sent) {
            SortedSet<String> before = sent.strangers();
            return before == null
                    || before.stream().noneMatch(each -> each.startsWith(name))
                    || (!before.contains(text()) || key.equals(sent.key()))
                            && sent.sizes().values().stream()
                                    .anyMatch(size -> size.stock().pieces() == pieces);
        }
    }

    private ShownStock(ProductEntry product) {
        this.product = product;
    }

    public static ShownStock record(ProductEntry product, List<StockEntry> entries, RunFacts runs) {
        ShownStock shown = new ShownStock(product);
        ColourNames names = shown.names(entries);
        entries.forEach(entry -> shown.add(entry, names));
        shown.joinRanges(runs);
        LookRules.recordShown(
                product, shown.sizes, shown.strangers.stream().map(Stranger::text).toList(), runs);
        return shown;
    }

    public Told told() {
        return new Told(hasUnreadableStock, splitsRanges);
    }

    /**
     * Whether the list has an entry that may be what was sent, in another form: one that it did not
     * have before or that has become what was sent, one in this colour that was so before, or any
     * if it does not show a colour that it should have. That is a colour that it shows in other
     * sizes only, or one that the service has accepted before.
     */
    public boolean mayHide(SentColour sent) {
        return strangers.stream().anyMatch(each -> each.mayBe(sent))
                || !sizes.containsKey(sent.key())
                        && (strangeColours.contains(sent.key())
                                || !strangers.isEmpty() && isAccepted(sent.key()));
    }

    private boolean isAccepted(String key) {
        ColourEntry colour = product.colours().get(key);
        return colour != null
                && colour.sizes().values().stream()
                        .anyMatch(size -> size.stock().known().isThere());
    }

    private ColourNames names(List<StockEntry> entries) {
        Map<String, Set<String>> names = new TreeMap<>();
        for (StockEntry entry : entries) {
            names.computeIfAbsent(ColourKey.of(entry.color()), key -> new LinkedHashSet<>())
                    .add(entry.color());
        }
        names.forEach((key, spellings) -> ColourNames.shown(product, key, spellings));
        return ColourNames.of(product);
    }

    private void add(StockEntry entry, ColourNames names) {
        String key = names.keyOf(entry.color()).orElseThrow();
        Optional<Size> size = Size.parse(entry.size());
        hasUnreadableStock |= size.isEmpty() && entry.stock() > 0;
        if (size.isEmpty() || !isOurs(key, size.get()) || isShown(key, size.get())) {
            strangeColours.add(key);
            if (strangers.size() < MOST_STRANGERS) {
                strangers.add(Stranger.of(entry, key));
            }
        }
        size.ifPresent(
                plain ->
                        sizes.computeIfAbsent(key, same -> new TreeMap<>())
                                .merge(
                                        plain,
                                        new Stock(Math.max(0, entry.stock()), entry.barCode()),
                                        (one, other) ->
                                                one.pieces() > other.pieces() ? one : other));
    }

    /** Of two entries for one size nobody can say which is ours: the second is a stranger. */
    private boolean isShown(String key, Size size) {
        return sizes.getOrDefault(key, Map.of()).containsKey(size);
    }

    /** Whether a sheet has wanted stock of the size; one that was only held back is a stranger. */
    private boolean isOurs(String key, Size size) {
        SizeEntry entry = product.find(key, size);
        return entry != null && entry.naming().wanted() != null;
    }

    /** Some services split a range into single sizes. */
    private void joinRanges(RunFacts runs) {
        product.sizes()
                .filter(size -> size.size().isRange())
                .forEach(range -> joinRange(range, runs));
    }

    /**
     * A range that is split has as many pieces as the smallest of its sizes: more of one size may
     * have been sold than of another.
     */
    private void joinRange(SizeEntry range, RunFacts runs) {
        Map<Size, Stock> shown = sizes.getOrDefault(range.colour().key(), Map.of());
        if (shown.containsKey(range.size())) {
            noteWhetherSplit(range, false);
            return;
        }
        if (!range.isKnownRange() && isSentAsSingles(range)) {
            return;
        }
        List<Stock> singles = range.size().singles().stream().map(shown::get).toList();
        if (!singles.contains(null)) {
            // A list may be too old for a range that has just been sent beside its singles.
            if (!isSentAsSingles(range) || !runs.isRecent(range.stock().lastRequest())) {
                noteWhetherSplit(range, true);
            }
            shown.put(
                    range.size(), Collections.min(singles, Comparator.comparingInt(Stock::pieces)));
        }
    }

    /** Stores whether the store splits ranges, if these lists are the first to tell. */
    public static Optional<Boolean> recordSplitting(Collection<Told> told, Book book) {
        Optional<Boolean> splits =
                told.stream().map(Told::splitsRanges).filter(Objects::nonNull).findFirst();
        if (splits.isPresent() && book.splitsRanges().isEmpty()) {
            book.splitsRanges(splits.get());
        }
        return splits;
    }

    /** Sizes that were sent by themselves do not tell of a range that may never have arrived. */
    private static boolean isSentAsSingles(SizeEntry range) {
        return range.size().singles().stream()
                .map(range.colour().sizes()::get)
                .anyMatch(single -> single != null && single.stock().hasHadRequests());
    }

    /** After a restore it is still known that we have sent a range, though not what it has. */
    private void noteWhetherSplit(SizeEntry range, boolean split) {
        boolean isForgotten = range.stock().sentByRun() != 0 && !range.stock().known().isKnown();
        if (splitsRanges == null && (range.isKnownRange() || isForgotten)) {
            splitsRanges = split;
        }
    }
}
