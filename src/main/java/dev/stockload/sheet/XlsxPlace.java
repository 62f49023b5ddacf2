package dev.stockload.sheet;

/**
 * The row and column of the cell at hand, from the attributes of its tags. Rows and cells that do
 * not name their place stand behind the one before.
 */
final class XlsxPlace {
    private static final int LAST_COLUMN = 16_383;
    private static final int LARGEST_NUMBER = 100_000_000;

    private final SheetXml xml;
    private int above;
    private int row;
    private int column;
    private boolean isRowNamed;

    XlsxPlace(SheetXml xml) {
        this.xml = xml;
    }

    int row() {
        return row;
    }

    int column() {
        return column;
    }

    /** Goes to the next row; its tag may name another. */
    void nextRow() {
        above = row++;
        column = -1;
        isRowNamed = false;
    }

    /** Takes the number of the row from the attribute at hand. */
    void nameRow() {
        int given = number();
        isRowNamed = given > 0;
        row = isRowNamed ? given : row;
        expectBelow();
    }

    /** Goes to the next cell of the row; its tag may name another. */
    void nextCell() {
        column++;
    }

    /**
     * Takes the column, and the row where it is not known, from a reference such as BC17, bc17 or
     * $BC$17.
     */
    void nameCell() {
        int letters = 0;
        int digits = 0;
        for (int i = 0; i < xml.valueLength(); i++) {
            int c = xml.value(i);
            int letter = (c & ~0x20) - 'A';
            if (c >= '0' && c <= '9') {
                digits = Math.min(digits * 10 + c - '0', LARGEST_NUMBER);
            } else if (letter >= 0 && letter < 26) {
                letters = Math.min(letters * 26 + letter + 1, LAST_COLUMN + 2);
            } else if (c != '$') {
                break;
            }
        }
        if (letters > 0) {
            column = letters - 1;
        }
        if (digits > 0 && digits != row) {
            moveTo(digits);
        }
        isRowNamed |= digits > 0;
    }

    private void moveTo(int named) {
        if (isRowNamed) {
            throw new UnusableSheetException(
                    "is damaged: row %d has a cell labelled as one of row %d; open it in Excel and save it again"
                            .formatted(row, named));
        }
        row = named;
        expectBelow();
    }

    private void expectBelow() {
        if (row <= above) {
            throw new UnusableSheetException(
                    "has its rows out of order from row %d on; open it in Excel and save it again"
                            .formatted(row));
        }
    }

    void expectInSheet() {
        if (column > LAST_COLUMN) {
            throw new UnusableSheetException(
                    "is damaged: row %d has a cell beyond the last column that a sheet can have"
                            .formatted(row));
        }
    }

    /** The number in the attribute at hand, 0 where it is none or no row or style can have it. */
    int number() {
        int number = 0;
        for (int i = 0; i < xml.valueLength(); i++) {
            int digit = xml.value(i) - '0';
            if (digit < 0 || digit > 9 || number > LARGEST_NUMBER / 10) {
                return 0;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /** The place in words. */
    @Override
    public String toString() {
        return "row %d, column %s".formatted(row, Header.letters(column));
    }
}
