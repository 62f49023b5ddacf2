package dev.stockload.stock;

/**
 * Why a row cannot be imported, in words its author can act on, or what is worth a look. The row is
 * the one that a spreadsheet program shows, 0 where the whole file is meant; the column is the one
 * of the header, empty where the whole row is meant.
 *
 * @param otherRow the row that this one collides with or waits for, 0 where there is none
 * @param said what the code alone does not tell, in words; null where it tells all
 */
public record Problem(int row, String column, String found, Code code, int otherRow, String said) {
    private static final int LONGEST = 80;

    /** A problem that shows in the sheet; its sentence is made when somebody reads it. */
    public Problem(int row, String column, String found, Code code, int otherRow) {
        this(row, column, found, code, otherRow, null);
    }

    /** A problem that only shows beside other things than the sheet. */
    public Problem(int row, String column, String found, Code code, String said) {
        this(row, column, found, code, 0, said);
    }

    /** A warning about the whole file, in a sentence of its own. */
    public static Problem ofFile(Code code, String sentence) {
        return new Problem(0, "", "", code, sentence);
    }

    /** Whether it is about the whole file and not about one of its rows. */
    public boolean isOfFile() {
        return row == 0;
    }

    /** The rest of the sentence that begins with the value. */
    public String advice() {
        return said == null ? Advice.sentence(code, found, otherRow) : said;
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
        return "'%s' %s".formatted(shown, advice());
    }

    @Override
    public String toString() {
        if (isOfFile()) {
            return message();
        }
        String place = column.isEmpty() ? "row " + row : "row " + row + ", column " + column;
        return place + ": " + message();
    }
}
