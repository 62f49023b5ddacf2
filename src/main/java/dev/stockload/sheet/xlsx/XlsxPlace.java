package dev.stockload.sheet.xlsx;

import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.UnusableSheetException;

/**
 * The row and column of the current cell, from the attributes of its tags. Rows and cells that do
 * not name their place follow the one before.
 */
final class XlsxPlace {
    private final XmlTag tag;
    private final Reference reference = new Reference();
    private int above;
    private int row;
    private int column;
    private boolean isRowNamed;

    XlsxPlace(XmlTag tag) {
        this.tag = tag;
    }

    int row() {
        return row;
    }

    int column() {
        return column;
    }

    /** Moves to the next row; its tag may name another. */
    void nextRow() {
        above = row++;
        column = -1;
        isRowNamed = false;
    }

    void nameRow() {
        int given = tag.number();
        isRowNamed = given > 0;
        row = isRowNamed ? given : row;
        expectBelow();
    }

    /** Moves to the next cell of the row; its tag may name another. */
    void nextCell() {
        column++;
    }

    void goTo(int named) {
        column = named < 0 ? column + 1 : named;
        expectInSheet();
    }

    boolean isRowNamed() {
        return isRowNamed;
    }

    /** Sets the column, and the row if it is not known, from the current attribute. */
    void nameCell() {
        reference.read(tag, 0);
        if (reference.column >= 0) {
            column = reference.column;
        }
        int named = reference.row;
        if (named > 0 && named != row) {
            moveTo(named);
        }
        isRowNamed |= named > 0;
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
        if (column > RowSource.LAST_COLUMN) {
            throw new UnusableSheetException(
                    "is damaged: row %d has a cell beyond the last column that a sheet can have"
                            .formatted(row));
        }
    }

    @Override
    public String toString() {
        return "row %d, column %s".formatted(row, RowBlock.letters(column));
    }

    /** Parses a reference such as BC17, bc17 or $BC$17 in an attribute. */
    static final class Reference {
        private static final int LARGEST_ROW = 100_000_000;

        /** The row number in a spreadsheet program; 0 if there is none. */
        int row;

        /** From 0; -1 if there is none. */
        int column;

        /** Reads from this index of the value on; returns the end of the reference. */
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
    }
}
