package dev.stockload.book.rules;

import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a run still has to send (rules 6 to 8). */
public record SendRules(RunView run, RunFacts runs) {
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
     * @param settled how many single sizes it had to send then: ranges may be opened since
     * @param values which it still has of them
     */
    public SortedMap<Long, Integer> leftToNewer(ColourEntry colour, int settled, Set<Size> values) {
        SortedMap<Long, Integer> newer = new TreeMap<>();
        int left = run.hasSheet() ? settled - Size.singles(values) : 0;
        for (SizeEntry size : colour.sizes.values()) {
            long namer = size.naming.run();
            if (left > 0 && runs.isNewer(namer, run) && !values.contains(size.size)) {
                newer.merge(namer, 1, Integer::sum);
                left -= Size.singles(List.of(size.size));
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
}
