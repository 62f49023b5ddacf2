package dev.stockload.sheet;

import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** Looks into a sheet that is not read: where it has a header too, or a table, that is told. */
final class OtherSheet {
    /** Rows are counted so far; a sheet with more is large, and that is enough to know. */
    private static final int MOST_COUNTED = 10_000;

    private static final int CELLS_OF_A_TABLE = 3;

    private OtherSheet() {}

    static Optional<Problem> warning(Book book, int tab, SheetOptions options) throws IOException {
        String name = book.tabs().get(tab).name();
        boolean isVisible = book.tabs().get(tab).visible();
        try (RowSource source = book.rows(tab)) {
            RowBlock block = new RowBlock();
            boolean more = source.fill(block);
            Optional<Header> header = new HeaderSearch(name, options.columns()).in(block);
            if (header.isEmpty()) {
                return isVisible && isTable(block)
                        ? Optional.of(withoutHeader(name))
                        : Optional.empty();
            }
            block.dropTo(header.get().row());
            int rows = block.size();
            while (more && rows <= MOST_COUNTED) {
                block.clear();
                more = source.fill(block);
                rows += block.size();
            }
            return rows == 0
                    ? Optional.empty()
                    : Optional.of(
                            Problem.ofFile(
                                    ProblemCode.SHEET_OTHER,
                                    unread(name, counted(rows), isVisible, options)));
        } catch (UnusableSheetException e) {
            return Optional.of(
                    Problem.ofFile(
                            ProblemCode.SHEET_OTHER,
                            "Sheet '%s' was not read; the file %s"
                                    .formatted(name, e.getMessage())));
        }
    }

    /** A page that goes on without a header looks so; a note does not. */
    private static boolean isTable(RowBlock block) {
        for (int row = 0; row < block.size(); row++) {
            if (block.first(row + 1) - block.first(row) >= CELLS_OF_A_TABLE) {
                return true;
            }
        }
        return false;
    }

    private static Problem withoutHeader(String name) {
        return Problem.ofFile(
                ProblemCode.SHEET_OTHER,
                "Sheet '%s' has rows of values, but no header, and was not read".formatted(name));
    }

    private static String counted(int rows) {
        return rows > MOST_COUNTED
                ? String.format(Locale.ROOT, "more than %,d rows", MOST_COUNTED)
                : rows == 1 ? "1 row" : String.format(Locale.ROOT, "%,d rows", rows);
    }

    private static String unread(
            String name, String rows, boolean isVisible, SheetOptions options) {
        if (!isVisible) {
            return "Sheet '%s' is hidden and was not read: it has a header and %s; name it to read it"
                    .formatted(name, rows);
        }
        return options.sheet().all()
                ? "Sheet '%s' was not read: it has %s, but a different header from the first"
                        .formatted(name, rows)
                : "Sheet '%s' has a header and %s too, but was not read: name it as the sheet, or read all sheets"
                        .formatted(name, rows);
    }
}
