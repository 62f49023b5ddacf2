package dev.stockload.sheet.rows;

import java.io.Closeable;
import java.io.IOException;

/** The rows of one sheet of a file, top to bottom, read once. */
public interface RowSource extends Closeable {
    /** The last column that a sheet can have, from 0. */
    int LAST_COLUMN = 16_383;

    /** What a spreadsheet program takes at most in a cell. */
    int LONGEST_TEXT = 32_767;

    /**
     * Adds rows until the block is full or the sheet ends. Rows without any value are left out.
     *
     * @return false when there are no rows after those added
     * @throws UnusableSheetException where the file is broken, with a sentence for its owner
     */
    boolean fill(RowBlock block) throws IOException;

    /** What is shown otherwise than it is stored; complete after the last row. */
    default HiddenAndMerged hiddenAndMerged() {
        return new HiddenAndMerged();
    }
}
