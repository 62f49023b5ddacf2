package dev.stockload.web;

import dev.stockload.imports.Balance;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.Tally;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What became of the rows of a run: parts that add up to all of them, as numbers and as a bar. */
record BalanceView(List<Part> parts, int colours, int rows) {
    static final int WIDTH = 1000;
    private static final double THINNEST = 6;

    /** A part of the whole; {@code x} and {@code width} are its place in the bar. */
    record Part(String key, String name, int colours, int rows, double x, double width) {
        public String words() {
            // An undo has colours and no rows.
            return (rows == 0 ? Count.of(colours, "colour") : Count.of(rows))
                    + " "
                    + name.toLowerCase(Locale.ROOT);
        }
    }

    /** Even the smallest part can be seen; the large ones give way. */
    static BalanceView of(Tally tally, RunState state) {
        Balance balance = Balance.of(tally, state);
        boolean rows = balance.rows() > 0;
        int all = rows ? balance.rows() : balance.colours();
        ToDoubleFunction<Balance.Part> wanted =
                part -> width(rows ? part.rows() : part.colours(), all);
        double total = balance.parts().stream().mapToDouble(wanted).sum();
        List<Part> parts = new ArrayList<>();
        double x = 0;
        for (Balance.Part part : balance.parts()) {
            double width = total == 0 ? 0 : wanted.applyAsDouble(part) * WIDTH / total;
            parts.add(
                    new Part(
                            key(part.kind()),
                            part.kind().words(),
                            part.colours(),
                            part.rows(),
                            rounded(x),
                            rounded(width)));
            x += width;
        }
        return new BalanceView(parts, balance.colours(), balance.rows());
    }

    /** As a style knows it. */
    private static String key(Balance.Kind kind) {
        return switch (kind) {
            case LEFT_OUT -> "unchanged";
            case IN_DOUBT -> "doubt";
            default -> kind.name().toLowerCase(Locale.ROOT);
        };
    }

    /** The parts that hold anything. */
    public List<Part> shown() {
        return parts.stream().filter(part -> part.colours() > 0 || part.rows() > 0).toList();
    }

    /** The whole in one sentence, for those who cannot see the bar. */
    public String sentence() {
        return rows == 0 && colours == 0
                ? "No rows yet"
                : (rows == 0 ? Count.of(colours, "colour") : Count.of(rows, "row"))
                        + ": "
                        + String.join(", ", shown().stream().map(Part::words).toList());
    }

    private static double width(int size, int all) {
        return size == 0 ? 0 : Math.max(THINNEST, (double) size * WIDTH / all);
    }

    private static double rounded(double place) {
        return Math.round(place * 100) / 100.0;
    }
}
