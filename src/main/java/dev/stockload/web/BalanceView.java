package dev.stockload.web;

import static dev.stockload.ledger.ColourState.HELD;
import static dev.stockload.ledger.ColourState.IN_DOUBT;
import static dev.stockload.ledger.ColourState.LEFT_OUT;
import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.REJECTED;
import static dev.stockload.ledger.ColourState.SENDING;
import static dev.stockload.ledger.ColourState.SENT;
import static dev.stockload.ledger.ColourState.UNCHANGED;

import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.Tally;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.List;

/** What became of the rows of a run: parts that add up to all of them, as numbers and as a bar. */
record BalanceView(List<Part> parts, int colours, int rows) {
    static final int WIDTH = 1000;
    private static final double THINNEST = 6;

    /** A part of the whole; {@code x} and {@code width} are its place in the bar. */
    record Part(String key, String name, int colours, int rows, double x, double width) {
        public String words() {
            return Count.of(rows) + " " + name.toLowerCase(java.util.Locale.ROOT);
        }
    }

    static BalanceView of(Tally tally, RunState state) {
        boolean running = state == RunState.RUNNING;
        List<Part> parts = new ArrayList<>();
        parts.add(part("sent", "Sent", tally, SENT));
        parts.add(part("unchanged", "Unchanged", tally, UNCHANGED));
        parts.add(part("unchanged", "Left out", tally, LEFT_OUT));
        parts.add(
                running
                        ? part("doubt", "In doubt", tally, IN_DOUBT)
                        : part("doubt", "In doubt", tally, IN_DOUBT, SENDING));
        parts.add(part("rejected", "Rejected", tally, REJECTED));
        parts.add(part("held", "Held", tally, HELD));
        parts.add(
                running
                        ? part("waiting", "Waiting", tally, READY, SENDING)
                        : part("waiting", "Waiting", tally, READY));
        return new BalanceView(placed(parts, tally.rows()), tally.colours(), tally.rows());
    }

    /** The parts that hold anything. */
    public List<Part> shown() {
        return parts.stream().filter(part -> part.colours() > 0 || part.rows() > 0).toList();
    }

    /** The whole in one sentence, for those who cannot see the bar. */
    public String sentence() {
        return rows == 0
                ? "No rows yet"
                : Count.of(rows, "row")
                        + ": "
                        + String.join(", ", shown().stream().map(Part::words).toList());
    }

    private static Part part(String key, String name, Tally tally, ColourState... states) {
        int colours = 0;
        int rows = 0;
        for (ColourState state : states) {
            colours += tally.colours(state);
            rows += tally.rows(state);
        }
        return new Part(key, name, colours, rows, 0, 0);
    }

    /** Even the smallest part can be seen; the large ones give way. */
    private static List<Part> placed(List<Part> parts, int all) {
        double wanted = 0;
        for (Part part : parts) {
            wanted += width(part, all);
        }
        List<Part> placed = new ArrayList<>();
        double x = 0;
        for (Part part : parts) {
            double width = wanted == 0 ? 0 : width(part, all) * WIDTH / wanted;
            placed.add(
                    new Part(
                            part.key(),
                            part.name(),
                            part.colours(),
                            part.rows(),
                            rounded(x),
                            rounded(width)));
            x += width;
        }
        return placed;
    }

    private static double width(Part part, int all) {
        return part.rows() == 0 ? 0 : Math.max(THINNEST, (double) part.rows() * WIDTH / all);
    }

    private static double rounded(double place) {
        return Math.round(place * 100) / 100.0;
    }
}
