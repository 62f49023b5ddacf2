package dev.stockload.sheet.rows;

import java.io.Closeable;
import java.io.IOException;

/** The rows of one sheet, read once from top to bottom. */
public interface RowSource extends Closeable {
    /** The last column that a sheet can have, from 0. */
    int LAST_COLUMN = 16_383;

    /** The longest text that a cell of a spreadsheet program can hold. */
    int LONGEST_TEXT = 32_767;

    /**
     * Adds rows until the block is full or the sheet ends. Empty rows are left out.
     *
     * @return false if there are no more rows
     * @throws UnusableSheetException if the file is damaged, with a sentence for its owner
     */
    boolean fill(RowBlock block) throws IOException;

    /** The hidden rows and columns and the merged cells; complete after the last row. */
    default HiddenAndMerged hiddenAndMerged() {
        return new HiddenAndMerged();
    }
}
