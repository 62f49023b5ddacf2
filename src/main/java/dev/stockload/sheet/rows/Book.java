package dev.stockload.sheet.rows;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** A file opened for reading: one or several sheets, the rows of each to be read from the top. */
public interface Book extends Closeable {
    /** One sheet; a CSV file is a single one without a name. */
    record Tab(String name, boolean visible) {}

    List<Tab> tabs();

    default String name(int tab) {
        return tabs().get(tab).name();
    }

    default List<Integer> visible() {
        return IntStream.range(0, tabs().size())
                .filter(tab -> tabs().get(tab).visible())
                .boxed()
                .toList();
    }

    /** The rows of a sheet. One sheet is open at a time. */
    RowSource rows(int tab) throws IOException;

    /** What is known of the file apart from the sheet that is chosen, with its warnings. */
    SheetFacts facts();
}
