package dev.stockload.sheet.rows;

import java.util.regex.Pattern;

/** What a cell holds, as stored in the file and not as displayed. */
public enum CellKind {
    TEXT,
    NUMBER,
    DATE,
    BOOLEAN,
    ERROR,
    /** A formula without a stored result. */
    UNCALCULATED;

    /**
     * Errors as spreadsheet programs of all languages show them: letters after a #, or a word and a
     * number above 500, and ### for narrow columns; but not the number or the code of a colour.
     */
    private static final Pattern SHOWN_ERROR =
            Pattern.compile(
                    "#(?!(?:[A-Fa-f]{3}){1,2}$)[\\p{L}/_]+|#[\\p{L}\\d¡/_]+[!?]|#{2,}|\\p{L}+"
                            + " ?:5\\d\\d");

    private static final int LONGEST_ERROR = 40;

    public static boolean isError(String text) {
        int length = text.length();
        return length > 1
                && (text.charAt(0) == '#' || length > 4 && text.charAt(length - 4) == ':')
                && length < LONGEST_ERROR
                && SHOWN_ERROR.matcher(text).matches();
    }
}
