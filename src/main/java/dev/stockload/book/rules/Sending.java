package dev.stockload.book.rules;

import dev.stockload.book.rules.ProductEntry.Changes;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a run still has to send, and what its requests change in the book (rules 6 to 8). */
public final class Sending {
    private Sending() {}

    /**
     * One colour of a request: what is sent for each size, and what was there before.
     *
     * @param recent the sizes that had another request within the time of doubt before
     */
    public record Sent(
            String colour,
            SortedMap<Size, Stock> values,
            SortedMap<Size, StockFact> before,
            Set<Size> recent) {}

    /**
     * What to send of a colour that this run has not sent yet: all sizes that the run still names
     * with a value, if at least one of them needs sending; otherwise nothing, as of a product that
     * is hidden. A check of the store sends what differs instead.
     */
    public static SortedMap<Size, Stock> toSend(
            ProductEntry product, String key, RunView run, RunFacts runs) {
        ColourEntry colour = product.colours.get(key);
        if (product.isHidden()) {
            return new TreeMap<>();
        }
        if (run.checksStore()) {
            return StoreDifference.toSend(product, colour, run, runs);
        }
        SortedMap<Size, Stock> values = stillNamed(colour, run, runs);
        boolean isNeeded =
                values.keySet().stream().anyMatch(size -> isNeeded(colour.sizes.get(size), run));
        values.keySet().removeIf(size -> !isNeeded || colour.sizes.get(size).isDoneZero());
        return values;
    }

    private static boolean isNeeded(SizeEntry size, RunView run) {
        return !size.isAsWanted() || run.sendsUnchanged() && !size.naming.isMissingZero();
    }

    public static SortedMap<Size, Stock> stillNamed(
            ColourEntry colour, RunView run, RunFacts runs) {
        SortedMap<Size, Stock> values = new TreeMap<>();
        if (runs.isOvertaken(run) || colour.isNamedByNewer(run, runs)) {
            return values;
        }
        for (Map.Entry<Size, SizeEntry> entry : colour.sizes.entrySet()) {
            SizeEntry size = entry.getValue();
            if (size.naming.isWantedBy(run.number()) && !isTakenZero(size)) {
                values.put(entry.getKey(), size.naming.wanted());
            }
        }
        return values;
    }

    /**
     * How many sizes each newer run has taken over from this one since it settled the colour (rule
     * 5).
     *
     * @param settled how many sizes it had to send then
     * @param values what it still has of them
     */
    public static SortedMap<Long, Integer> leftToNewer(
            ColourEntry colour,
            int settled,
            SortedMap<Size, Stock> values,
            RunView run,
            RunFacts runs) {
        SortedMap<Long, Integer> newer = new TreeMap<>();
        int left = run.hasSheet() ? settled - values.size() : 0;
        for (Map.Entry<Size, SizeEntry> entry : colour.sizes.entrySet()) {
            long namer = entry.getValue().naming.run();
            if (left > 0 && runs.isNewer(namer, run) && !values.containsKey(entry.getKey())) {
                newer.merge(namer, 1, Integer::sum);
                left--;
            }
        }
        if (left > 0 && colour.isNamedByNewer(run, runs)) {
            newer.merge(colour.namedBy.get(run.job()), left, Integer::sum);
        }
        return newer;
    }

    /** A zero for missing is not sent once another job's newest sheet has the size. */
    static boolean isTakenZero(SizeEntry size) {
        String zeroOf = size.naming.zeroOf();
        return zeroOf != null && size.jobs.stream().anyMatch(job -> !job.equals(zeroOf));
    }

    /** Marks a colour that is about to be sent in a request as in doubt. */
    public static Sent begin(
            String key,
            ColourEntry colour,
            SortedMap<Size, Stock> values,
            long request,
            RunFacts runs) {
        SortedMap<Size, StockFact> before = new TreeMap<>();
        Set<Size> recent = new TreeSet<>();
        for (Size size : values.keySet()) {
            SizeEntry entry = colour.sizes.get(size);
            before.put(size, before(size, colour));
            if (runs.isRecent(entry.stock.lastRequest())) {
                recent.add(size);
            }
            entry.stock = entry.stock.inDoubtBy(request);
        }
        return new Sent(key, values, before, recent);
    }

    /** A range that replaces single sizes was there before in another form. */
    private static StockFact before(Size size, ColourEntry colour) {
        StockFact before = colour.sizes.get(size).stock.before();
        boolean inParts =
                colour.sizes.entrySet().stream()
                        .filter(each -> !each.getKey().equals(size) && size.contains(each.getKey()))
                        .anyMatch(each -> each.getValue().stock.before().isThere());
        return inParts && !before.isThere() ? StockFact.UNKNOWN : before;
    }

    /** How many of the sent sizes are zeros for missing. */
    public static int zeros(ColourEntry colour, Sent sent, long run) {
        return (int)
                sent.values().keySet().stream()
                        .map(colour.sizes::get)
                        .filter(size -> size != null && size.naming.isWantedBy(run))
                        .filter(size -> size.naming.isMissingZero())
                        .count();
    }

    /**
     * Enters the outcome of a request for a colour, for the sizes that it still has in doubt: a
     * newer naming may have ended the doubt of others, and a look has seen them since.
     */
    public static void verdict(
            ColourEntry colour, Sent sent, RequestOutcome verdict, long request, Changes changes) {
        for (Map.Entry<Size, Stock> entry : sent.values().entrySet()) {
            SizeEntry size = colour.sizes.get(entry.getKey());
            if (size == null || !size.stock.isInDoubtBy(request)) {
                continue;
            }
            if (verdict.arrived()) {
                changes.add(
                        new ProductEntry.SizeKey(sent.colour(), entry.getKey()),
                        verdict.cause(),
                        size.stock.known().stock(),
                        entry.getValue());
                size.stock = size.stock.arrived(entry.getValue(), verdict.run());
            } else {
                size.stock = size.stock.notArrived();
            }
        }
    }

    /** A request that never reached the service, or was put off, makes no list look late. */
    public static void neverTaken(ColourEntry colour, Sent sent) {
        for (Size size : sent.values().keySet()) {
            if (!sent.recent().contains(size)) {
                SizeEntry entry = colour.sizes.get(size);
                entry.stock = entry.stock.withoutRequest();
            }
        }
    }

    /** The outcome of a request of this run; {@code cause} is null if it did not arrive. */
    public record RequestOutcome(long run, Changes.Cause cause) {
        boolean arrived() {
            return cause != null;
        }
    }

    /** Ends the doubt of a request without a verdict; the stock becomes unknown (rule 12). */
    public static void forget(ColourEntry colour, Sent sent, long request, long run) {
        for (Size each : sent.values().keySet()) {
            SizeEntry size = colour.sizes.get(each);
            if (size != null && size.stock.isInDoubtBy(request)) {
                size.stock = size.stock.withoutVerdict(run);
            }
        }
    }
}
