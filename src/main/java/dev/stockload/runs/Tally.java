package dev.stockload.runs;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import dev.stockload.stock.ColourState;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The balance of a run: how many colours and how many rows of the sheet are in each state. Every
 * row is in exactly one state, so the rows always add up to the rows that were read.
 *
 * @param counts without states that have neither colours nor rows
 * @param leftToNewer how many sizes are not sent because newer runs have named them, by the numbers
 *     of those
 */
public record Tally(
        Map<ColourState, InState> counts,
        Missing missing,
        SortedMap<Long, Integer> leftToNewer,
        Stock stock) {
    public static final Tally NONE =
            new Tally(Map.of(), Missing.NONE, Collections.emptySortedMap(), Stock.NONE);
    private static final char MISSING = 'm';
    private static final char NEWER = 'w';
    private static final char STOCK = 'p';

    record InState(int colours, int rows) {
        private static final InState NONE = new InState(0, 0);
    }

    public Tally {
        counts = Collections.unmodifiableMap(counts);
    }

    /**
     * Sizes that the job sent before and its sheet no longer has.
     *
     * @param colours colours of which sizes are missing
     * @param pieces the stock that the service still has of these sizes
     * @param zeroed how many of the sizes this run has sent with stock 0
     */
    public record Missing(int colours, int sizes, long pieces, int zeroed) {
        public static final Missing NONE = new Missing(0, 0, 0, 0);
    }

    /**
     * The stock of the whole account that the newest sheets want once this run has settled.
     *
     * @param sizes how many sizes have a wanted stock; 0 if the run did not count them
     * @param atZero how many of them are wanted as 0
     * @param soldOut how many of these were above 0 before this run
     */
    public record Stock(long pieces, int sizes, int atZero, int soldOut) {
        public static final Stock NONE = new Stock(0, 0, 0, 0);
    }

    private InState count(ColourState state) {
        return counts.getOrDefault(state, InState.NONE);
    }

    public int colours(ColourState state) {
        return count(state).colours;
    }

    public int rows(ColourState state) {
        return count(state).rows;
    }

    /** Rows that people have to correct: rejected rows, and good rows held because of them. */
    public int rowsToCorrect() {
        return rows(ColourState.REJECTED) + rows(ColourState.HELD);
    }

    public int colours() {
        return counts.values().stream().mapToInt(InState::colours).sum();
    }

    public int rows() {
        return counts.values().stream().mapToInt(InState::rows).sum();
    }

    public Tally with(Missing found) {
        return new Tally(counts, found, leftToNewer, stock);
    }

    public int sizesLeftToNewer() {
        return leftToNewer.values().stream().mapToInt(sizes -> sizes).sum();
    }

    public Tally leftToNewer(Map<Long, Integer> more) {
        SortedMap<Long, Integer> sum = new TreeMap<>(leftToNewer);
        more.forEach((run, sizes) -> sum.merge(run, sizes, Integer::sum));
        return new Tally(counts, missing, sum, stock);
    }

    public Tally with(Stock counted) {
        return new Tally(counts, missing, leftToNewer, counted);
    }

    public Tally zeroed(int more) {
        return with(
                new Missing(
                        missing.colours,
                        missing.sizes,
                        missing.pieces,
                        Math.min(missing.sizes, missing.zeroed + more)));
    }

    public Tally plus(ColourState state, int moreColours, int moreRows) {
        InState sum = new InState(colours(state) + moreColours, rows(state) + moreRows);
        Map<ColourState, InState> sums = new EnumMap<>(ColourState.class);
        sums.putAll(counts);
        if (sum.equals(InState.NONE)) {
            sums.remove(state);
        } else {
            sums.put(state, sum);
        }
        return new Tally(sums, missing, leftToNewer, stock);
    }

    public Tally move(ColourState from, ColourState to, int movedColours, int movedRows) {
        if (colours(from) < movedColours || rows(from) < movedRows) {
            throw new IllegalStateException(
                    "%d colours with %d rows cannot leave %s of %s"
                            .formatted(movedColours, movedRows, from, this));
        }
        return plus(from, -movedColours, -movedRows).plus(to, movedColours, movedRows);
    }

    @JsonCreator
    public static Tally parse(String text) {
        Tally tally = NONE;
        for (String part : text.isEmpty() ? new String[0] : text.split(",")) {
            long[] n = Stream.of(part.substring(1).split("/")).mapToLong(Long::parseLong).toArray();
            tally =
                    switch (part.charAt(0)) {
                        case MISSING ->
                                tally.with(new Missing((int) n[0], (int) n[1], n[2], (int) n[3]));
                        case STOCK ->
                                tally.with(new Stock(n[0], (int) n[1], (int) n[2], (int) n[3]));
                        case NEWER -> tally.leftToNewer(Map.of(n[0], (int) n[1]));
                        default ->
                                tally.plus(ColourState.of(part.charAt(0)), (int) n[0], (int) n[1]);
                    };
        }
        return tally;
    }

    /**
     * Colours and rows by the letter of their state, such as {@code s300/1800,r20/120}, then the
     * counts of missing sizes and of the stock.
     */
    @JsonValue
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(",");
        counts.forEach((state, count) -> text.add(part(state.letter(), count.colours, count.rows)));
        if (!missing.equals(Missing.NONE)) {
            text.add(part(MISSING, missing.colours, missing.sizes, missing.pieces, missing.zeroed));
        }
        leftToNewer.forEach((run, sizes) -> text.add(part(NEWER, run, sizes)));
        if (!stock.equals(Stock.NONE)) {
            text.add(part(STOCK, stock.pieces, stock.sizes, stock.atZero, stock.soldOut));
        }
        return text.toString();
    }

    private static String part(char letter, long... counts) {
        return letter
                + LongStream.of(counts).mapToObj(Long::toString).collect(Collectors.joining("/"));
    }
}
