package dev.stockload.check;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.SheetRows;
import dev.stockload.sheet.header.Column;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.stock.Count;
import dev.stockload.stock.ProductRef;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What of a sheet is not read: the columns with values, for a warning, and the rows whose colour
 * cannot be read or that may have swallowed others. What these may name must not count as missing.
 */
public final class Unread {
    private static final int FIRST_ROWS = 3;
    private static final int MOST_LISTED = 12;

    /** For each column, the number of its values and their first rows. */
    private int[][] values = new int[32][];

    private final Set<ProductRef> products = new HashSet<>();
    private boolean anyProduct;
    private int first;

    void addValue(int column, int row) {
        if (column >= values.length) {
            values = Arrays.copyOf(values, Math.max(column + 1, values.length * 2));
        }
        if (values[column] == null) {
            values[column] = new int[1 + FIRST_ROWS];
        }
        int count = ++values[column][0];
        if (count <= FIRST_ROWS) {
            values[column][count] = row;
        }
    }

    Optional<Problem> warning(Header header, SheetRows sheets) {
        List<Integer> unread =
                IntStream.range(0, values.length).filter(c -> values[c] != null).boxed().toList();
        if (unread.isEmpty()) {
            return Optional.empty();
        }
        List<String> listed =
                unread.stream()
                        .limit(MOST_LISTED)
                        .map(column -> words(column, header, sheets))
                        .toList();
        int more = unread.size() - listed.size();
        boolean isExplained = unread.stream().anyMatch(c -> !reason(c, header).isEmpty());
        String words =
                "%s read%s: %s%s"
                        .formatted(
                                unread.size() == 1
                                        ? "A column with values was not"
                                        : unread.size() + " columns with values were not",
                                isExplained ? "" : ", because the header is not understood",
                                String.join("; ", listed),
                                more > 0 ? "; and %d more".formatted(more) : "");
        return Optional.of(Problem.ofFile(ProblemCode.COLUMN_UNREAD, words));
    }

    private String words(int column, Header header, SheetRows sheets) {
        String name = header.at(column).name();
        int count = values[column][0];
        boolean isOneSheet = sheets.place(values[column][1]).sheet() == null;
        String rows =
                Arrays.stream(values[column], 1, 1 + Math.min(count, FIRST_ROWS))
                        .mapToObj(sheets::place)
                        .map(place -> isOneSheet ? String.valueOf(place.row()) : place.toString())
                        .collect(Collectors.joining(", "));
        return "%s %s (%s in %s%s%s%s)"
                .formatted(
                        RowBlock.letters(column),
                        name.isEmpty() ? "without a header" : "'" + name + "'",
                        Count.of(count, "value"),
                        isOneSheet ? count == 1 ? "row " : "rows " : "",
                        rows,
                        count > FIRST_ROWS ? ", …" : "",
                        reason(column, header));
    }

    /** Why a column is not read although its header is understood. */
    private static String reason(int place, Header header) {
        Column column = header.at(place);
        if (column.field() == HeaderField.BARCODE) {
            return "; a barcode belongs to one size, not to a row of sizes";
        }
        return column.size() > 0 ? "; a sheet with a stock column has its sizes in rows" : "";
    }

    /** Adds a row by its product; null if it may be of any product. */
    void addRow(int row, ProductRef product) {
        first = first == 0 ? row : first;
        if (product == null) {
            anyProduct = true;
        } else {
            products.add(product);
        }
    }

    public Set<ProductRef> products() {
        return products;
    }

    /** The first of these rows; 0 if there is none. */
    public int first() {
        return first;
    }

    /** Whether there is a row whose product cannot be read. */
    public boolean haveAnyProduct() {
        return anyProduct;
    }
}
