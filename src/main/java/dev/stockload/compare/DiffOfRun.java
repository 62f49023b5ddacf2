package dev.stockload.compare;

import static dev.stockload.ledger.ColourState.LEFT_OUT;
import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.UNCHANGED;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** Compares the settled colours of a run with what is there. */
public final class DiffOfRun {
    private static final int PRODUCTS_AT_A_TIME = 200;

    private DiffOfRun() {}

    /**
     * @param missing how many sizes left the sheet
     * @param items the item number of a product
     */
    public static StockDiff of(
            List<LedgerColour> colours,
            int missing,
            StockBase stock,
            StockDiff.Base base,
            IntFunction<String> items,
            ProductProgress progress) {
        StockDiff.Builder diff = new StockDiff.Builder(items);
        Map<Integer, List<LedgerColour>> looked = new HashMap<>();
        int leftOut = 0;
        for (LedgerColour colour : colours) {
            if (colour.state() == READY) {
                looked.computeIfAbsent(colour.product(), id -> new ArrayList<>(1)).add(colour);
            } else if (colour.state() == UNCHANGED) {
                diff.unchanged(colour.sizes().count());
                if (stock.isFresh()) {
                    looked.computeIfAbsent(colour.product(), id -> new ArrayList<>(1)).add(colour);
                }
            } else if (colour.state() == LEFT_OUT) {
                leftOut += colour.sizes().count();
            }
        }
        List<Integer> products = looked.keySet().stream().sorted().toList();
        for (int from = 0; from < products.size(); from += PRODUCTS_AT_A_TIME) {
            progress.at(from, products.size());
            List<Integer> some =
                    products.subList(from, Math.min(products.size(), from + PRODUCTS_AT_A_TIME));
            StockBase.Products there = stock.of(some, looked);
            for (int product : some) {
                for (LedgerColour colour : looked.get(product)) {
                    if (colour.state() == READY) {
                        compare(colour, there, diff);
                    } else {
                        changedThere(colour, there, diff);
                    }
                }
            }
        }
        return diff.build(base, missing, leftOut);
    }

    private static void compare(
            LedgerColour colour, StockBase.Products there, StockDiff.Builder diff) {
        AcknowledgedStock.Key key = KnownColours.key(colour);
        List<SizeStock> before = there.sizes(key);
        List<SizeStock> sent = there.sent(key);
        List<SizeStock> all = colour.sizes().unpack();
        List<SizeStock> others =
                before.stream().filter(each -> stock(each.size(), all).isEmpty()).toList();
        diff.colour(key);
        for (SizeStock wanted : all) {
            Size size = wanted.size();
            Optional<Integer> exact = stock(size, before);
            List<SizeStock> inside =
                    others.stream().filter(each -> size.contains(each.size())).toList();
            boolean split = stock(size, sent).isPresent() && !inside.isEmpty();
            if (exact.isPresent() || !split) {
                boolean shown = there.isShown(colour.product());
                diff.size(
                        size,
                        exact.orElseGet(() -> shown ? null : around(size, others)),
                        wanted.stock(),
                        stock(size, sent).orElse(null));
            } else {
                // A range that the service keeps as its single sizes.
                inside.forEach(
                        each ->
                                diff.size(
                                        each.size(),
                                        each.stock(),
                                        wanted.stock(),
                                        stock(each.size(), sent).orElse(null)));
            }
        }
    }

    /** A colour that is not sent, since it is as it was sent last; not so at the service. */
    private static void changedThere(
            LedgerColour colour, StockBase.Products there, StockDiff.Builder diff) {
        List<SizeStock> shown = there.sizes(KnownColours.key(colour));
        diff.left(KnownColours.key(colour));
        for (SizeStock sent : colour.sizes().unpack()) {
            List<SizeStock> now =
                    shown.stream().filter(each -> sent.size().contains(each.size())).toList();
            Optional<Integer> exact = stock(sent.size(), now);
            if (exact.isPresent() || now.isEmpty()) {
                diff.changedThere(sent.size(), exact.orElse(null), sent.stock());
            } else {
                now.forEach(each -> diff.changedThere(each.size(), each.stock(), sent.stock()));
            }
        }
    }

    private static Optional<Integer> stock(Size size, List<SizeStock> sizes) {
        return sizes.stream()
                .filter(each -> each.size().equals(size))
                .findFirst()
                .map(SizeStock::stock);
    }

    /** The stock of a range that a size is a part of; null where there is none. */
    private static Integer around(Size size, List<SizeStock> sizes) {
        return sizes.stream()
                .filter(each -> each.size().contains(size))
                .findFirst()
                .map(SizeStock::stock)
                .orElse(null);
    }
}
