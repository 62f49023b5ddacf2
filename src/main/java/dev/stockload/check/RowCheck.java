package dev.stockload.check;

import static dev.stockload.sheet.header.HeaderField.BARCODE;
import static dev.stockload.sheet.header.HeaderField.COLOUR;
import static dev.stockload.sheet.header.HeaderField.ITEM;
import static dev.stockload.sheet.header.HeaderField.PRODUCT;
import static dev.stockload.sheet.header.HeaderField.SIZE;
import static dev.stockload.sheet.header.HeaderField.STOCK;

import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.StockSheet;
import dev.stockload.sheet.header.Column;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.LaterHeaders;
import dev.stockload.sheet.header.SizeSteps;
import dev.stockload.sheet.header.TotalWords;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.ProductRef;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Checks the rows one by one: a row becomes lines of its colour, or findings. */
final class RowCheck {
    private static final int NO_CELL = -1;

    private final Header header;
    private final LaterHeaders headers;
    private final boolean matrix;
    private final Column[] columns;
    private final boolean strictWidth;
    private final Colours colours;
    private final Lines lines;
    private final Findings findings;
    private final Unread unread;
    private final CellReader cells;

    private final int[] cellOf = new int[HeaderField.values().length];
    private int otherHeader;

    /** Rows that are headers if their names are nowhere else, and whether of one product. */
    private final Map<Integer, LaterHeaders.Kind> likeHeaders = new HashMap<>();

    /** The last row, if it has numbers and no names: a header if rows follow, else a total. */
    private int nameless;

    private int findingsBefore;
    private boolean isNamelessHeader;
    private int linesBefore;
    private int row;
    private int product;
    private String item;
    private boolean sized;
    private int pending;
    private final int[] pendingSizes;
    private final int[] pendingStocks;

    RowCheck(StockSheet sheet, SheetContent content) {
        this.header = sheet.header();
        this.headers = new LaterHeaders(header);
        this.matrix = header.isMatrix();
        this.strictWidth = sheet.facts().delimiter() != null;
        this.colours = content.colours();
        this.lines = content.lines();
        this.findings = content.findings();
        this.unread = content.unread();
        this.cells = new CellReader(headers, content);
        this.columns = header.columns().toArray(Column[]::new);
        this.pendingSizes = new int[columns.length];
        this.pendingStocks = new int[columns.length];
    }

    void check(RowBlock block, int index) {
        if (nameless > 0) {
            passNameless();
        }
        row = block.number(index);
        cells.row(row);
        int before = findings.count();
        takeCells(block, index);
        boolean known = product(block);
        String colour =
                isThere(COLOUR, ProblemCode.COLOUR_MISSING)
                        ? cells.colour(block, cell(COLOUR))
                        : null;
        long barcode =
                cell(BARCODE) == NO_CELL ? Lines.NO_BARCODE : cells.barcode(block, cell(BARCODE));
        if (!matrix) {
            sizeAndStock(block);
        } else if (!sized) {
            fault(Findings.WHOLE_ROW, ProblemCode.ROW_EMPTY, "");
        }
        boolean good = findings.count() == before;
        if (!good && isTotal(block)) {
            total(before);
            return;
        }
        if (mayBeHeader(before) && isHeader(block, index, before)) {
            return;
        }
        if (known && colour != null) {
            keep(colours.find(product, item, colour, row), barcode, good);
        } else if (known) {
            unread.addRow(row, new ProductRef(product, item));
        }
        if (!known || !good && findings.mayHideRows(before)) {
            unread.addRow(row, null);
        }
    }

    private void takeCells(RowBlock block, int index) {
        sized = false;
        pending = 0;
        Arrays.fill(cellOf, NO_CELL);
        for (int cell = block.first(index); cell < block.first(index + 1); cell++) {
            int place = block.column(cell);
            if (place < columns.length) {
                take(block, cell, columns[place]);
            } else if (strictWidth) {
                fault(Findings.WHOLE_ROW, ProblemCode.ROW_LONG, block.text(cell));
            } else {
                unread.addValue(place, row);
            }
        }
    }

    /** In rows of sizes, a header has a word for the size and one for the stock at least. */
    private boolean mayBeHeader(int before) {
        return matrix
                ? findings.count() > before
                        || pending > 0 && SizeSteps.of(pendingStocks, pending).oneWay()
                : findings.count() > before + 1 || cells.hasHeaderWord();
    }

    /**
     * Whether it is a header for sure, or may be one and is decided on when another row follows.
     */
    private boolean isHeader(RowBlock block, int index, int before) {
        LaterHeaders.Kind kind =
                headers.kind(block, index, !lacks(COLOUR) && !lacks(PRODUCT, ITEM));
        if (kind == LaterHeaders.Kind.SAME) {
            findings.removeFrom(before, row);
            fault(Findings.WHOLE_ROW, ProblemCode.ROW_HEADER, "");
            return true;
        }
        if (matrix && lacks(PRODUCT, ITEM, COLOUR)) {
            nameless = row;
            findingsBefore = before;
            isNamelessHeader = kind == LaterHeaders.Kind.OTHER;
            return true;
        }
        if (kind == LaterHeaders.Kind.OTHER && otherHeader == 0) {
            otherHeader = row;
        } else if (kind != LaterHeaders.Kind.NO_HEADER) {
            likeHeaders.put(row, kind);
        }
        return false;
    }

    /** Whether the row has no cell of any of these fields. */
    private boolean lacks(HeaderField... fields) {
        for (HeaderField field : fields) {
            if (cell(field) != NO_CELL) {
                return false;
            }
        }
        return true;
    }

    private int cell(HeaderField field) {
        return cellOf[field.ordinal()];
    }

    /** Decides on a row without names when another one follows. */
    private void passNameless() {
        if (isNamelessHeader && otherHeader == 0) {
            otherHeader = nameless;
        }
        unread.addRow(nameless, null);
        nameless = 0;
    }

    /** Call it after the last row: numbers without names at the end are totals. */
    void finish() {
        if (nameless > 0) {
            row = nameless;
            total(findingsBefore);
        }
    }

    private void total(int before) {
        findings.removeFrom(before, row);
        fault(Findings.WHOLE_ROW, ProblemCode.ROW_TOTAL, "");
        linesBefore = lines.count();
    }

    /** A row that lacks a name or all of them, and says that it is a total, or adds up to one. */
    private boolean isTotal(RowBlock block) {
        if (!lacks(PRODUCT, ITEM) && !lacks(COLOUR)) {
            return false;
        }
        for (int cell : cellOf) {
            String text = cell == NO_CELL || block.isDigits(cell) ? "" : block.trimmed(cell);
            if (TotalWords.isTotal(text) || lacks(COLOUR) && !TotalWords.ofWhat(text).isEmpty()) {
                return true;
            }
        }
        return lacks(PRODUCT, ITEM, COLOUR)
                && (matrix ? pending > 0 && (isSumFrom(linesBefore) || isSumFrom(0)) : lacks(SIZE));
    }

    private boolean isSumFrom(int first) {
        Map<Integer, Long> rest = new HashMap<>();
        for (int line = first; line < lines.count(); line++) {
            rest.merge(lines.size(line), (long) lines.stock(line), Long::sum);
        }
        for (int i = 0; i < pending; i++) {
            rest.merge(pendingSizes[i], (long) -pendingStocks[i], Long::sum);
        }
        return first < lines.count() && rest.values().stream().allMatch(each -> each == 0);
    }

    private void take(RowBlock block, int cell, Column column) {
        switch (column.role()) {
            case FIELD -> cellOf[column.field().ordinal()] = cell;
            case SIZE -> {
                sized = true;
                stock(block, cell, column.size());
            }
            case BAD_SIZE -> {
                sized = true;
                fault(column.place(), headFault(column), column.name());
            }
            case UNREAD -> unread.addValue(column.place(), row);
            case NOTE, UNUSED -> {}
        }
    }

    /** The row of a second header, below which everything would be misread, or 0. */
    int otherHeader() {
        if (otherHeader > 0 || likeHeaders.isEmpty()) {
            return otherHeader;
        }
        Map<String, Integer> names = new HashMap<>();
        Map<ProductRef, Integer> products = new HashMap<>();
        for (int colour = 0; colour < colours.count(); colour++) {
            names.merge(ColourKey.of(colours.name(colour)), 1, Integer::sum);
            products.merge(colours.productRef(colour), 1, Integer::sum);
        }
        return IntStream.range(0, colours.count() - 1)
                .filter(colour -> likeHeaders.containsKey(colours.firstRow(colour)))
                .filter(colour -> names.get(ColourKey.of(colours.name(colour))) == 1)
                .filter(colour -> isNew(colour, products))
                .map(colours::firstRow)
                .findFirst()
                .orElse(0);
    }

    /** Whether the product is in no other row, or begins here and goes on in the next one. */
    private boolean isNew(int colour, Map<ProductRef, Integer> products) {
        ProductRef product = colours.productRef(colour);
        boolean isBlock =
                likeHeaders.get(colours.firstRow(colour)) == LaterHeaders.Kind.BLOCK_IF_NEW;
        return isBlock
                ? colour > 0
                        && !colours.productRef(colour - 1).equals(product)
                        && colours.productRef(colour + 1).equals(product)
                : products.get(product) == 1;
    }

    private void keep(int colour, long barcode, boolean good) {
        if (!good) {
            colours.addUnread(colour, row);
            return;
        }
        for (int i = 0; i < pending; i++) {
            lines.add(colour, row, pendingSizes[i], pendingStocks[i], barcode);
        }
    }

    /** Reads the product into {@link #product} and {@link #item}; false after a finding. */
    private boolean product(RowBlock block) {
        product = ProductRef.NO_ID;
        item = null;
        if (cell(PRODUCT) == NO_CELL && cell(ITEM) == NO_CELL) {
            isThere(header.column(PRODUCT) >= 0 ? PRODUCT : ITEM, ProblemCode.PRODUCT_MISSING);
            return false;
        }
        boolean known = true;
        if (cell(PRODUCT) != NO_CELL) {
            product = cells.productId(block, cell(PRODUCT));
            known = product > 0;
        }
        if (cell(ITEM) != NO_CELL) {
            item = cells.item(block, cell(ITEM));
            known &= item != null;
        }
        return known;
    }

    /** Whether the row has a cell of a field; adds a finding if not. */
    private boolean isThere(HeaderField field, ProblemCode missing) {
        if (cell(field) == NO_CELL) {
            fault(header.column(field), missing, "");
        }
        return cell(field) != NO_CELL;
    }

    private void sizeAndStock(RowBlock block) {
        int size = isThere(SIZE, ProblemCode.SIZE_MISSING) ? cells.size(block, cell(SIZE)) : 0;
        if (isThere(STOCK, ProblemCode.STOCK_MISSING)) {
            stock(block, cell(STOCK), size);
        }
    }

    private static ProblemCode headFault(Column column) {
        if (column.size() > 0) {
            return ProblemCode.CELL_FORMAT;
        }
        if (column.name().isEmpty()) {
            return ProblemCode.CELL_UNCALCULATED;
        }
        return CellReader.isDate(column.name()) ? ProblemCode.SIZE_DATE : ProblemCode.SIZE_FORMAT;
    }

    private void stock(RowBlock block, int cell, int size) {
        int stock = cells.stock(block, cell);
        if (stock == CellReader.BAD_STOCK) {
            return;
        }
        pendingSizes[pending] = size;
        pendingStocks[pending] = stock;
        pending++;
    }

    private void fault(int column, ProblemCode code, String found) {
        findings.add(row, column, code, found, 0);
    }
}
