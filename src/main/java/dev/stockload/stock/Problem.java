package dev.stockload.stock;

/**
 * Why a row cannot be imported, in words its author can act on, or what is worth a look. The column
 * is the one of the header, empty where the whole row is meant.
 *
 * @param other the row that this one collides with or waits for, null where there is none
 * @param said what the code alone does not tell, in words; null where it tells all
 */
public record Problem(
        Place place, String column, String found, ProblemCode code, Place other, String said) {
    private static final int LONGEST = 80;

    /** A problem that only shows beside other things than the sheet. */
    public Problem(int row, String column, String found, ProblemCode code, String said) {
        this(new Place(null, row), column, found, code, null, said);
    }

    /** A warning about the whole file, in a sentence of its own. */
    public static Problem ofFile(ProblemCode code, String sentence) {
        return new Problem(0, "", "", code, sentence);
    }

    /** The row that a spreadsheet program shows, 0 where the whole file is meant. */
    public int row() {
        return place.row();
    }

    public boolean isOfFile() {
        return row() == 0;
    }

    /** Whether its row is good, and only kept back by another of its colour. */
    public boolean isHeld() {
        return code == ProblemCode.COLOUR_HELD;
    }

    /** The rest of the sentence that begins with the value. */
    public String advice() {
        return said == null ? code.advice(found, other) : said;
    }

    /** What is wrong and what to do, without the place. */
    public String message() {
        if (isOfFile()) {
            return advice();
        }
        if (found.isEmpty()) {
            return (column.isEmpty() ? "The row " : "The cell ") + advice();
        }
        String shown = found.length() > LONGEST ? found.substring(0, LONGEST) + "…" : found;
        // There can be very many of these, and formatting takes its time.
        return "'" + shown + "' " + advice();
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
