package dev.stockload.check;

import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.header.TotalWords;
import dev.stockload.sheet.rows.SheetBudget;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.ProductRef;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds rows that are totals of the rows above them, by their name or by their numbers. */
final class TotalRows {
    /** The most rows that are searched for a sum. */
    private static final int MOST_COLOURS = 10_000;

    /** The deepest totals of totals. */
    private static final int MOST_ROUNDS = 16;

    /** Bits of evidence required beyond those that chance gives with this many colours. */
    private static final double SURE = 4;

    private static final int NONE = -1;

    private final Colours colours;
    private final Lines lines;
    private final Findings findings;
    private final int column;
    private final BitSet totals = new BitSet();

    /** The colours by their names. */
    private Map<Named, List<Integer>> named;

    private record Named(ProductRef product, String key) {}

    TotalRows(SheetContent content, int colourColumn) {
        this.colours = content.colours();
        this.lines = content.lines();
        this.findings = content.findings();
        this.column = colourColumn;
    }

    void findByName() {
        Map<String, Boolean> known = new HashMap<>();
        Map<String, String> ofWhat = new HashMap<>();
        for (int colour = 0; colour < colours.count(); colour++) {
            String item = colours.item(colour);
            String of = ofWhat.computeIfAbsent(colours.name(colour), TotalWords::ofWhat);
            if (known.computeIfAbsent(colours.name(colour), TotalWords::isTotal)
                    || item != null && known.computeIfAbsent(item, TotalWords::isTotal)
                    || !of.isEmpty() && isTotalOfOne(colour, ColourKey.of(of))) {
                report(colour, 0);
            }
        }
    }

    /** Total Red with the numbers of Red is its total; with others it is a colour. */
    private boolean isTotalOfOne(int colour, String wanted) {
        if (named == null) {
            named =
                    IntStream.range(0, colours.count())
                            .boxed()
                            .collect(
                                    Collectors.groupingBy(
                                            each ->
                                                    new Named(
                                                            colours.productRef(each), key(each))));
        }
        return named.getOrDefault(new Named(colours.productRef(colour), wanted), List.of()).stream()
                .anyMatch(each -> stocks(each).equals(stocks(colour)));
    }

    private Map<Integer, Integer> stocks(int colour) {
        Map<Integer, Integer> stocks = new HashMap<>();
        for (int line : lines.of(colour)) {
            stocks.put(lines.size(line), lines.stock(line));
        }
        return stocks;
    }

    /** Repeats without the totals that were found, since totals of totals show only then. */
    void findSums(ColourStates states) {
        boolean found = true;
        for (int round = 0; round < MOST_ROUNDS && found; round++) {
            found = findMoreSums(states);
        }
    }

    private boolean findMoreSums(ColourStates states) {
        Map<String, Double> evidence = new HashMap<>();
        int[] from = new int[colours.count()];
        for (int colour = 0; colour < from.length; colour++) {
            if (colour % 1024 == 0) {
                SheetBudget.ask();
            }
            from[colour] =
                    isOpen(colour) && states.pieces(colour) > 0 ? sumFrom(colour, states) : NONE;
            if (from[colour] != NONE && isOfSeveral(from[colour], colour, states)) {
                evidence.merge(key(colour), evidence(colour), Double::sum);
            }
        }
        double enough = SURE + Math.log(from.length) / Math.log(2);
        evidence.values().removeIf(sure -> sure < enough);
        Set<String> names = new HashSet<>(evidence.keySet());
        for (int colour = 0; colour < from.length && !names.isEmpty(); colour++) {
            if (isOpen(colour) && from[colour] == NONE && states.pieces(colour) > 0) {
                names.remove(key(colour));
            }
        }
        boolean found = false;
        for (int colour = 0; colour < from.length && !names.isEmpty(); colour++) {
            if (from[colour] != NONE && names.contains(key(colour))) {
                report(colour, colours.firstRow(from[colour]));
                found = true;
            }
        }
        return found;
    }

    private String key(int colour) {
        return ColourKey.of(colours.name(colour));
    }

    private boolean isOpen(int colour) {
        return !totals.get(colour) && colours.badRow(colour) == 0;
    }

    /** The first colour of its product or sheet from which the pieces add up to this one. */
    private int sumFrom(int colour, ColourStates states) {
        long sum = 0;
        Rest rest = null;
        int end = Math.max(0, colour - MOST_COLOURS);
        for (int first = colour - 1; first >= end && sum <= states.pieces(colour); first--) {
            if (!totals.get(first)) {
                sum += states.pieces(first);
            }
            if (sum != states.pieces(colour)) {
                continue;
            }
            // Rows without pieces may follow: the sizes of the others are summed once.
            if (rest == null) {
                rest = new Rest();
                rest.add(colour, -1);
                for (int each = first + 1; each < colour; each++) {
                    rest.add(each, 1);
                }
            }
            rest.add(first, 1);
            boolean begins =
                    first == 0
                            || totals.get(first - 1)
                            || colours.product(first - 1) != colours.product(first)
                            || !String.valueOf(colours.item(first - 1))
                                    .equals(String.valueOf(colours.item(first)));
            if (begins && rest.isNone()) {
                return first;
            }
        }
        return NONE;
    }

    private boolean isOfSeveral(int first, int colour, ColourStates states) {
        int several = 0;
        for (int each = first; each < colour && several < 2; each++) {
            several += !totals.get(each) && states.pieces(each) > 0 ? 1 : 0;
        }
        return several > 1;
    }

    /** What is left of each size when a total is taken from the rows that it may be of. */
    private final class Rest {
        private final Map<Integer, Long> sizes = new HashMap<>();
        private int unequal;

        private void add(int colour, int sign) {
            for (int line : totals.get(colour) ? new int[0] : lines.of(colour)) {
                long stock = (long) sign * lines.stock(line);
                long after = sizes.merge(lines.size(line), stock, Long::sum);
                unequal += (after == 0 ? 0 : 1) - (after == stock ? 0 : 1);
            }
        }

        private boolean isNone() {
            return unequal == 0;
        }
    }

    /** How unlikely equal numbers are by chance, in bits; 0 if only one size has stock. */
    private double evidence(int colour) {
        double bits = 0;
        int stocked = 0;
        for (int line : lines.of(colour)) {
            int stock = lines.stock(line);
            bits += Math.log(1.0 + stock) / Math.log(2);
            stocked += stock > 0 ? 1 : 0;
        }
        return stocked > 1 ? bits : 0;
    }

    /** Reports all rows of a colour: by its name, or as the sum of the rows from this one on. */
    private void report(int colour, int firstRow) {
        totals.set(colour);
        report(colour, colours.firstRow(colour), firstRow);
        for (int line : lines.of(colour)) {
            if (!findings.isBad(lines.row(line))) {
                report(colour, lines.row(line), firstRow);
            }
        }
    }

    private void report(int colour, int row, int firstRow) {
        findings.add(row, column, ProblemCode.ROW_TOTAL, colours.name(colour), firstRow);
        colours.markBad(colour, row);
    }
}
