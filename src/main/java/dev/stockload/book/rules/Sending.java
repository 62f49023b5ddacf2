package dev.stockload.book.rules;

import dev.stockload.book.rules.ProductEntry.Changes;
import dev.stockload.book.rules.SentColour.SentSize;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a run still has to send, and what its requests change in the book (rules 6 to 8). */
public record Sending(RunView run, RunFacts runs) {
    /**
     * What to send of a colour that this run has not sent yet: all sizes that the run still names
     * with a value, if at least one of them needs sending; otherwise nothing, as of a product that
     * is hidden. A check of the store sends what differs instead.
     */
    public SortedMap<Size, Stock> toSend(ColourEntry colour) {
        if (colour.product.isHidden()) {
            return new TreeMap<>();
        }
        if (run.checksStore()) {
            return StoreDifference.toSend(colour, run, runs);
        }
        SortedMap<Size, Stock> values = stillNamed(colour);
        boolean isNeeded =
                values.keySet().stream().anyMatch(size -> isNeeded(colour.sizes.get(size)));
        values.keySet().removeIf(size -> !isNeeded || colour.sizes.get(size).isDoneZero());
        return values;
    }

    /** What to send of these colours, without those of which there is nothing to send. */
    public Map<ColourEntry, SortedMap<Size, Stock>> toSend(Stream<ColourEntry> colours) {
        Map<ColourEntry, SortedMap<Size, Stock>> values = new LinkedHashMap<>();
        colours.forEach(colour -> values.put(colour, toSend(colour)));
        values.values().removeIf(Map::isEmpty);
        return values;
    }

    private boolean isNeeded(SizeEntry size) {
        return !size.isAsWanted() || run.sendsUnchanged() && !size.naming.isMissingZero();
    }

    public SortedMap<Size, Stock> stillNamed(ColourEntry colour) {
        SortedMap<Size, Stock> values = new TreeMap<>();
        if (runs.isOvertaken(run) || isNamedByNewer(colour)) {
            return values;
        }
        for (SizeEntry size : colour.sizes.values()) {
            if (size.naming.isWantedBy(run.number()) && !isTakenZero(size)) {
                values.put(size.size, size.naming.wanted());
            }
        }
        return values;
    }

    private boolean isNamedByNewer(ColourEntry colour) {
        return run.hasSheet() && runs.isNewer(colour.namedBy.getOrDefault(run.job(), 0L), run);
    }

    /** Whether the run wants sizes of it, and no newer one has taken their place. */
    public boolean isWanted(ColourEntry colour) {
        return !isNamedByNewer(colour)
                && !runs.isOvertaken(run)
                && colour.sizes.values().stream()
                        .anyMatch(size -> size.naming.isWantedBy(run.number()));
    }

    /**
     * How many sizes each newer run has taken over from this one since it settled the colour (rule
     * 5).
     *
     * @param settled how many sizes it had to send then
     * @param values which it still has of them
     */
    public SortedMap<Long, Integer> leftToNewer(ColourEntry colour, int settled, Set<Size> values) {
        SortedMap<Long, Integer> newer = new TreeMap<>();
        int left = run.hasSheet() ? settled - values.size() : 0;
        for (SizeEntry size : colour.sizes.values()) {
            long namer = size.naming.run();
            if (left > 0 && runs.isNewer(namer, run) && !values.contains(size.size)) {
                newer.merge(namer, 1, Integer::sum);
                left--;
            }
        }
        if (left > 0 && isNamedByNewer(colour)) {
            newer.merge(colour.namedBy.get(run.job()), left, Integer::sum);
        }
        return newer;
    }

    /** A zero for missing is not sent once another job's newest sheet has the size. */
    static boolean isTakenZero(SizeEntry size) {
        String zeroOf = size.naming.zeroOf();
        return zeroOf != null && size.jobs.stream().anyMatch(job -> !job.equals(zeroOf));
    }

    /** A colour that is about to be sent, with what is there before (rule 8). */
    public static SentColour begin(
            ProductEntry product, SentColour leaving, long request, RunFacts runs) {
        ColourEntry colour = product.colours.get(leaving.key());
        SortedMap<Size, SentSize> sizes = new TreeMap<>();
        leaving.sizes()
                .forEach(
                        (size, sent) -> {
                            SizeEntry entry = colour.sizes.get(size);
                            StockFact before = before(size, colour);
                            boolean isRecent = runs.isRecent(entry.stock.lastRequest());
                            sizes.put(size, new SentSize(sent.stock(), before, isRecent));
                        });
        return leaving.inRequest(request, sizes, product.strangers);
    }

    /** The service may have what was sent of a colour, until there is a verdict. */
    public static void doubt(ProductEntry product, SentColour sent) {
        ColourEntry colour = product.colours.get(sent.key());
        colour.name = sent.name();
        for (Size size : sent.sizes().keySet()) {
            SizeEntry entry = colour.sizes.get(size);
            entry.stock = entry.stock.inDoubtBy(sent.request());
        }
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

    /** How many of the sent sizes are zeros for missing. */
    public static int zeros(ColourEntry colour, SentColour sent, long run) {
        return (int)
                sent.sizes().keySet().stream()
                        .map(colour.sizes::get)
                        .filter(size -> size != null && size.naming.isWantedBy(run))
                        .filter(size -> size.naming.isMissingZero())
                        .count();
    }

    /**
     * Enters what became of a colour that this run sent, for the sizes that it still has in doubt:
     * a newer naming may have ended the doubt of others, and a look has seen them since. Where the
     * doubt has ended without a verdict, the stock becomes unknown (rule 12).
     */
    public static void verdict(ColourEntry colour, SentColour sent, long run, Changes changes) {
        for (Map.Entry<Size, SentSize> entry : sent.sizes().entrySet()) {
            SizeEntry size = colour.sizes.get(entry.getKey());
            if (size == null || !size.stock.isInDoubtBy(sent.request())) {
                continue;
            }
            if (sent.result().hasArrived()) {
                Stock stock = entry.getValue().stock();
                changes.add(size, sent.result().cause(), size.stock.known().stock(), stock);
                size.stock = size.stock.arrived(stock, run);
            } else if (sent.result() == SentColour.DeliveryResult.ENDED) {
                size.stock = size.stock.withoutVerdict(run);
            } else {
                size.stock = size.stock.notArrived();
            }
        }
    }
}
