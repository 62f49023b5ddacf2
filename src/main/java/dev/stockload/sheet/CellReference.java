package dev.stockload.sheet;

/** Reads a reference such as BC17, bc17 or $BC$17 from an attribute of a worksheet part. */
final class CellReference {
    private static final int LARGEST_ROW = 100_000_000;

    private int row;
    private int column;

    /** Reads from a place of the attribute's value on; where the reference ends. */
    int read(XmlTag tag, int from) {
        int letters = 0;
        int digits = 0;
        int i = from;
        for (; i < tag.valueLength(); i++) {
            int c = tag.value(i);
            int letter = (c & ~0x20) - 'A';
            if (c >= '0' && c <= '9') {
                digits = Math.min(digits * 10 + c - '0', LARGEST_ROW);
            } else if (letter >= 0 && letter < 26) {
                letters = Math.min(letters * 26 + letter + 1, RowSource.LAST_COLUMN + 2);
            } else if (c != '$') {
                break;
            }
        }
        row = digits;
        column = letters - 1;
        return i;
    }

    /** The row as a spreadsheet program shows it, 0 where the reference has none. */
    int row() {
        return row;
    }

    /** The column from 0, -1 where the reference has none. */
    int column() {
        return column;
    }
}
