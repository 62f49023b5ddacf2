package dev.stockload.sheet;

import dev.stockload.stock.Problem;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** The rows of one sheet of a file, top to bottom, read once. */
interface RowSource extends Closeable {
    /**
     * Adds rows until the block is full or the sheet ends. Rows without any value are left out.
     *
     * @return false when there are no rows after those added
     * @throws UnusableSheetException where the file is broken, with a sentence for its owner
     */
    boolean fill(RowBlock block) throws IOException;

    /** What is to be told of the rows, such as hidden ones; asked for after the last. */
    default List<Problem> warnings() {
        return List.of();
    }
}
