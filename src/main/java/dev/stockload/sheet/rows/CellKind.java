package dev.stockload.sheet.rows;

import java.util.regex.Pattern;

/** What a cell holds, as stored in the file and not as displayed. */
public enum CellKind {
    TEXT,
    NUMBER,
    DATE,
    BOOLEAN,
    ERROR,
    /** A formula of which the file has no result. */
    UNCALCULATED;

    /** What spreadsheet programs of many languages show for an error, or for want of width. */
    private static final Pattern SHOWN_ERROR =
            Pattern.compile("#[\\p{L}\\d¡/]+[!?]|#N/[AD]|#NV|#GETTING_DATA|#{2,}|Err:\\d{3}");

    private static final int LONGEST_ERROR = 40;

    /** Whether a text is what a spreadsheet program shows in place of a value. */
    public static boolean isError(String text) {
        return !text.isEmpty()
                && (text.charAt(0) == '#' || text.charAt(0) == 'E')
                && text.length() < LONGEST_ERROR
                && SHOWN_ERROR.matcher(text).matches();
    }
}
