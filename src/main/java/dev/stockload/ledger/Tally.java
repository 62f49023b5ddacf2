package dev.stockload.ledger;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

import java.util.Arrays;
import java.util.StringJoiner;

/**
 * The balance of a run: how many colours, and how many rows of the sheet, are in each state. Every
 * row is in exactly one, so the rows always add up to the rows that were read.
 */
public final class Tally {
    public static final Tally NONE = new Tally(new int[states()], new int[states()]);

    private final int[] colours;
    private final int[] rows;

    private Tally(int[] colours, int[] rows) {
        this.colours = colours;
        this.rows = rows;
    }

    public int colours(ColourState state) {
        return colours[state.ordinal()];
    }

    public int rows(ColourState state) {
        return rows[state.ordinal()];
    }

    public int colours() {
        return Arrays.stream(colours).sum();
    }

    public int rows() {
        return Arrays.stream(rows).sum();
    }

    public Tally plus(ColourState state, int moreColours, int moreRows) {
        Tally sum = new Tally(colours.clone(), rows.clone());
        sum.colours[state.ordinal()] += moreColours;
        sum.rows[state.ordinal()] += moreRows;
        return sum;
    }

    public Tally move(ColourState from, ColourState to, int movedColours, int movedRows) {
        if (colours(from) < movedColours || rows(from) < movedRows) {
            throw new IllegalStateException(
                    "%d colours with %d rows cannot leave %s of %s"
                            .formatted(movedColours, movedRows, from, this));
        }
        return plus(from, -movedColours, -movedRows).plus(to, movedColours, movedRows);
    }

    /** Reads what {@link #toString} wrote. */
    @JsonCreator
    public static Tally parse(String text) {
        Tally tally = NONE;
        for (String part : text.isEmpty() ? new String[0] : text.split(",")) {
            String[] numbers = part.substring(1).split("/");
            tally =
                    tally.plus(
                            ColourState.of(part.charAt(0)),
                            Integer.parseInt(numbers[0]),
                            Integer.parseInt(numbers[1]));
        }
        return tally;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tally tally
                && Arrays.equals(colours, tally.colours)
                && Arrays.equals(rows, tally.rows);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(colours) + Arrays.hashCode(rows);
    }

    /** Colours and rows by the letter of the state, such as {@code s300/1800,r20/120}. */
    @JsonValue
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(",");
        for (ColourState state : ColourState.values()) {
            if (colours(state) != 0 || rows(state) != 0) {
                text.add(state.letter() + "" + colours(state) + "/" + rows(state));
            }
        }
        return text.toString();
    }

    private static int states() {
        return ColourState.values().length;
    }
}
