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

    /** Errors as spreadsheet programs of many languages show them, and ### for narrow columns. */
    private static final Pattern SHOWN_ERROR =
            Pattern.compile("#[\\p{L}\\d¡/]+[!?]|#N/[AD]|#NV|#GETTING_DATA|#{2,}|Err:\\d{3}");

    private static final int LONGEST_ERROR = 40;

    public static boolean isError(String text) {
        return !text.isEmpty()
                && (text.charAt(0) == '#' || text.charAt(0) == 'E')
                && text.length() < LONGEST_ERROR
                && SHOWN_ERROR.matcher(text).matches();
    }
}
