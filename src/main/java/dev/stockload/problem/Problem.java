package dev.stockload.problem;

import dev.stockload.stock.SafeText;

import java.util.Optional;

/**
 * Why a row cannot be imported, in words its author can act on, or a warning.
 *
 * @param column the header of the column; empty for the whole row
 * @param other the row that this one collides with or waits for; may be null
 * @param sentence the message; null if it follows from the code
 */
public record Problem(
        RowPlace place,
        String column,
        String found,
        ProblemCode code,
        RowPlace other,
        String sentence) {
    private static final int LONGEST = 80;

    /** A problem that the sheet alone does not show, with its own message. */
    public Problem(int row, String column, String found, ProblemCode code, String sentence) {
        this(new RowPlace(null, row), column, found, code, null, sentence);
    }

    public static Problem ofFile(ProblemCode code, String sentence) {
        return new Problem(0, "", "", code, sentence);
    }

    public int row() {
        return place.row();
    }

    public boolean isOfFile() {
        return row() == 0;
    }

    public boolean isHeld() {
        return code == ProblemCode.COLOUR_HELD;
    }

    /** The end of the sentence that begins with the value. */
    public String advice() {
        return sentence == null ? code.advice(found, other) : sentence;
    }

    /** What is likely meant in place of the value. */
    public Optional<String> offered() {
        return code.offered(found);
    }

    /** What is wrong and what to do, without the place. */
    public String message() {
        if (isOfFile()) {
            return advice();
        }
        if (found.isEmpty()) {
            return (column.isEmpty() ? "The row " : "The cell ") + advice();
        }
        // Not formatted: there may be very many, and format is slow.
        return "'" + SafeText.cut(found, LONGEST) + "' " + advice();
    }

    @Override
    public String toString() {
        if (isOfFile()) {
            return message();
        }
        return (column.isEmpty() ? place.toString() : place + ", column " + column)
                + ": "
                + message();
    }
}
