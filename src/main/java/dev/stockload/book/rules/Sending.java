package dev.stockload.book.rules;

import dev.stockload.stock.Size;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a run still has to send, and what becomes of it (rules 6 to 8). */
public final class Sending {
    private Sending() {}

    /**
     * One colour of a request, with its own values and what was there before.
     *
     * @param values what is sent of each size
     * @param before what was there of them
     */
    public record Sent(
            String colour, SortedMap<Size, Stock> values, SortedMap<Size, StockFact> before) {}

    /**
     * What goes out of a colour if it was not sent by this run yet: all sizes that the run still
     * names with a value, if there is reason to send one of them; else nothing.
     */
    public static SortedMap<Size, Stock> toSend(ColourEntry colour, RunView run, RunFacts runs) {
        SortedMap<Size, Stock> values = new TreeMap<>();
        if (runs.isOvertaken(run) || colour.isNamedByNewer(run)) {
            return values;
        }
        boolean needed = false;
        for (Map.Entry<Size, SizeEntry> each : colour.sizes.entrySet()) {
            SizeEntry size = each.getValue();
            if (size.isWantedBy(run.number()) && !size.isInDoubt() && !isTakenZero(size)) {
                values.put(each.getKey(), size.wanted);
                needed |= !size.known.is(size.wanted);
                needed |= run.sendsUnchanged() && size.zeroOf == null;
            }
        }
        return needed ? values : new TreeMap<>();
    }

    /** A zero for what left one sheet is not sent once another job's newest sheet has it. */
    private static boolean isTakenZero(SizeEntry size) {
        return size.zeroOf != null && size.jobs.stream().anyMatch(job -> !job.equals(size.zeroOf));
    }

    /** Notes that a colour is about to leave in a request: it is doubtful from now on. */
    public static Sent begin(
            String key, ColourEntry colour, SortedMap<Size, Stock> values, long request) {
        SortedMap<Size, StockFact> before = new TreeMap<>();
        for (Size size : values.keySet()) {
            SizeEntry entry = colour.sizes.get(size);
            before.put(size, before(size, colour));
            entry.doubt = request;
            entry.fresh = false;
        }
        return new Sent(key, values, before);
    }

    /** A range that has taken the place of single sizes was there in another form. */
    private static StockFact before(Size size, ColourEntry colour) {
        StockFact before = colour.sizes.get(size).before();
        boolean inParts =
                colour.sizes.entrySet().stream()
                        .filter(each -> !each.getKey().equals(size) && size.contains(each.getKey()))
                        .anyMatch(each -> each.getValue().before().isThere());
        return inParts && !before.isThere() ? StockFact.UNKNOWN : before;
    }

    /** How many of the sizes that were sent are zeros for what left the run's sheet. */
    public static int zeros(ColourEntry colour, Sent sent, long run) {
        return (int)
                sent.values().keySet().stream()
                        .map(colour.sizes::get)
                        .filter(size -> size != null && size.isWantedBy(run) && size.zeroOf != null)
                        .count();
    }

    /**
     * The verdict on a colour of a request. What is known changes by it only where it arrived, and
     * never by a request with a lower number than the last.
     */
    public static void verdict(
            ColourEntry colour, Sent sent, Verdict verdict, long request, Changes changes) {
        for (Map.Entry<Size, Stock> each : sent.values().entrySet()) {
            SizeEntry size = colour.sizes.get(each.getKey());
            if (size.doubt == request) {
                size.doubt = 0;
                size.fresh = false;
            }
            if (verdict.arrived() && request > size.knownBy) {
                changes.add(
                        new ProductEntry.Place(sent.colour(), each.getKey()),
                        verdict.cause(),
                        size.known.stock(),
                        each.getValue());
                size.known = StockFact.of(each.getValue());
                size.knownBy = request;
                size.bringer = verdict.run();
            }
        }
    }

    /**
     * What became of a request.
     *
     * @param run the run that sent it
     * @param cause how that is known; null where it did not arrive
     */
    public record Verdict(long run, Changes.Cause cause) {
        boolean arrived() {
            return cause != null;
        }
    }

    /** The doubt of a request ends without a verdict, and nobody knows what is there (rule 12). */
    public static void forget(ColourEntry colour, Sent sent, long request, long run) {
        for (Size each : sent.values().keySet()) {
            SizeEntry size = colour.sizes.get(each);
            if (size.doubt == request) {
                size.endDoubt(run);
            }
        }
    }
}
