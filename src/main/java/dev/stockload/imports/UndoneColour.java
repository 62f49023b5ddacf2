package dev.stockload.imports;

import dev.stockload.ledger.Acknowledged;
import dev.stockload.ledger.ReplacedColour;
import dev.stockload.merchant.StockEntry;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A colour of a run that is undone, size by size: what was there before comes back where the
 * service still shows what the run sent; what is otherwise by now stays.
 */
record UndoneColour(Acknowledged.Key key, List<Line> lines) {
    /** What becomes of a size. */
    enum Fate {
        /** What was there before comes back. */
        RESTORED,
        /** It was not there before, and the interface cannot delete. */
        ZEROED,
        /** It is otherwise than the run left it. */
        KEPT,
        /** The run did not change it. */
        SAME;

        @Override
        public String toString() {
            return this == ZEROED ? "set to 0" : name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One size.
     *
     * @param now null where the service does not show it
     * @param why the reason where it is not restored; empty where it is
     */
    record Line(Size size, Integer now, int after, String barcode, Fate fate, String why) {}

    /**
     * @param last what was acknowledged last of the colour
     * @param run the run that is undone
     * @param shown the stock entries of the product, under the names that we sent
     */
    static UndoneColour of(
            ReplacedColour replaced, Acknowledged.Entry last, String run, List<StockEntry> shown) {
        Map<String, Integer> entries = new HashMap<>();
        for (StockEntry entry : shown) {
            if (entry.color().equals(replaced.key().colour())) {
                entries.put(entry.size(), entry.stock());
            }
        }
        List<SizeStock> before = replaced.before() == null ? List.of() : replaced.before().unpack();
        List<Line> lines = new ArrayList<>();
        for (SizeStock sent : replaced.sent().unpack()) {
            for (Size size : asShown(sent.size(), entries)) {
                lines.add(
                        last != null && !run.equals(last.run())
                                ? keptFor(last.run(), size, sent, entries)
                                : line(size, sent, before, entries));
            }
        }
        return new UndoneColour(replaced.key(), lines);
    }

    /** A range stands there as it was sent, or as its single sizes. */
    private static List<Size> asShown(Size size, Map<String, Integer> entries) {
        if (entries.containsKey(size.toString())) {
            return List.of(size);
        }
        List<Size> singles =
                IntStream.rangeClosed(size.from(), size.to())
                        .mapToObj(number -> new Size(number, number))
                        .toList();
        return singles.stream().anyMatch(each -> entries.containsKey(each.toString()))
                ? singles
                : List.of(size);
    }

    private static Line keptFor(
            String newer, Size size, SizeStock sent, Map<String, Integer> entries) {
        Integer now = entries.get(size.toString());
        return new Line(
                size,
                now,
                now == null ? 0 : now,
                sent.barcode(),
                Fate.KEPT,
                newer == null
                        ? "a newer run has sent it since"
                        : "run %s has sent it since".formatted(newer));
    }

    private static Line line(
            Size size, SizeStock sent, List<SizeStock> before, Map<String, Integer> entries) {
        Integer now = entries.get(size.toString());
        if (now == null) {
            return new Line(size, null, 0, null, Fate.KEPT, "it is no longer there");
        }
        if (now != sent.stock()) {
            return new Line(
                    size,
                    now,
                    now,
                    sent.barcode(),
                    Fate.KEPT,
                    "sold or changed since: sent %d, now %d".formatted(sent.stock(), now));
        }
        Optional<SizeStock> was = was(size, before, entries);
        int after = was.map(SizeStock::stock).orElse(0);
        String barcode = was.map(SizeStock::barcode).orElse(sent.barcode());
        if (after == now) {
            return new Line(size, now, now, barcode, Fate.SAME, "");
        }
        return was.isPresent()
                ? new Line(size, now, after, barcode, Fate.RESTORED, "")
                : new Line(size, now, 0, barcode, Fate.ZEROED, "it had not been sent before");
    }

    /** What was there before of a size; one of a range only where the service split that. */
    private static Optional<SizeStock> was(
            Size size, List<SizeStock> before, Map<String, Integer> entries) {
        Optional<SizeStock> exact =
                before.stream().filter(each -> each.size().equals(size)).findFirst();
        return exact.isPresent()
                ? exact
                : before.stream()
                        .filter(each -> each.size().contains(size))
                        .filter(each -> !entries.containsKey(each.size().toString()))
                        .findFirst();
    }

    /** The colour as it is to be sent, whole; empty where nothing of it changes. */
    Optional<PackedSizes> wanted() {
        boolean changes =
                lines.stream()
                        .anyMatch(line -> line.fate == Fate.RESTORED || line.fate == Fate.ZEROED);
        return changes
                ? Optional.of(
                        PackedSizes.of(
                                lines.stream()
                                        .filter(line -> line.now != null)
                                        .map(
                                                line ->
                                                        new SizeStock(
                                                                line.size,
                                                                line.after,
                                                                line.barcode))
                                        .toList()))
                : Optional.empty();
    }
}
