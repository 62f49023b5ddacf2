package dev.stockload.check;

import dev.stockload.sheet.Field;
import dev.stockload.sheet.Header;
import dev.stockload.sheet.Layout;
import dev.stockload.sheet.RowBlock;
import dev.stockload.stock.Code;
import dev.stockload.stock.ProductRef;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Checks the rows of a sheet one by one: a row becomes lines of its colour, or all its faults are
 * noted.
 */
final class RowCheck {
    private static final int NO_CELL = -1;

    /** How a date reads that stands at the head of a column. */
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d( .*)?");

    /** Marks columns that are none of the fields. */
    private static final byte OTHER = -1;

    private static final byte SIZE_COLUMN = -2;
    private static final byte BEYOND = -3;

    private final Header header;
    private final boolean matrix;
    private final byte[] roles;
    private final boolean strictWidth;
    private final Colours colours;
    private final Lines lines;
    private final Findings findings;
    private final CellReader cells;

    private final int[] cellOf = new int[Field.values().length];
    private int row;
    private int product;
    private String item;
    private boolean good;
    private boolean sized;
    private int pending;
    private int[] pendingSizes = new int[16];
    private int[] pendingStocks = new int[16];

    RowCheck(
            Header header,
            boolean strictWidth,
            Colours colours,
            Lines lines,
            Barcodes barcodes,
            Findings findings) {
        this.header = header;
        this.matrix = header.layout() == Layout.MATRIX;
        this.strictWidth = strictWidth;
        this.colours = colours;
        this.lines = lines;
        this.findings = findings;
        this.cells = new CellReader(barcodes);
        this.roles = roles(header);
    }

    private static byte[] roles(Header header) {
        byte[] roles = new byte[header.names().size()];
        Arrays.fill(roles, OTHER);
        header.fields().forEach((field, column) -> roles[column] = (byte) field.ordinal());
        for (int column = 0; column < roles.length; column++) {
            if (header.sizes().get(column) != 0) {
                roles[column] = SIZE_COLUMN;
            }
        }
        return roles;
    }

    void check(RowBlock block, int index) {
        row = block.number(index);
        good = true;
        sized = false;
        pending = 0;
        Arrays.fill(cellOf, NO_CELL);
        for (int cell = block.first(index); cell < block.first(index + 1); cell++) {
            int column = block.column(cell);
            byte role = column < roles.length ? roles[column] : BEYOND;
            if (role >= 0) {
                cellOf[role] = cell;
            } else if (role == SIZE_COLUMN) {
                sizeColumn(block, cell);
            } else if (role == BEYOND && strictWidth) {
                fault(Findings.WHOLE_ROW, Code.ROW_LONG, block.text(cell));
            }
        }
        boolean known = product(block);
        String colour = colour(block);
        long barcode = barcode(block);
        if (matrix) {
            if (!sized) {
                fault(Findings.WHOLE_ROW, Code.ROW_EMPTY, "");
            }
        } else {
            sizeAndStock(block);
        }
        if (known && colour != null) {
            keep(colours.find(product, item, colour), barcode);
        }
    }

    private void keep(int colour, long barcode) {
        if (!good) {
            colours.markBad(colour, row);
            return;
        }
        for (int i = 0; i < pending; i++) {
            int line =
                    lines.add(
                            colours.lastLine(colour),
                            row,
                            pendingSizes[i],
                            pendingStocks[i],
                            barcode);
            colours.append(colour, line);
        }
    }

    /** Reads the product into {@link #product} and {@link #item}; false where there is none. */
    private boolean product(RowBlock block) {
        int idCell = cellOf[Field.PRODUCT.ordinal()];
        int itemCell = cellOf[Field.ITEM.ordinal()];
        product = ProductRef.NO_ID;
        item = null;
        if (idCell == NO_CELL && itemCell == NO_CELL) {
            fault(
                    header.column(header.column(Field.PRODUCT) >= 0 ? Field.PRODUCT : Field.ITEM),
                    Code.PRODUCT_MISSING,
                    "");
            return false;
        }
        boolean known = true;
        if (idCell != NO_CELL) {
            product = cells.productId(block, idCell);
            known = noted();
        }
        if (itemCell != NO_CELL) {
            item = cells.item(block, itemCell);
            known &= noted();
        }
        return known;
    }

    /** The name of the colour, null where there is none. */
    private String colour(RowBlock block) {
        int cell = cellOf[Field.COLOUR.ordinal()];
        if (cell == NO_CELL) {
            fault(header.column(Field.COLOUR), Code.COLOUR_MISSING, "");
            return null;
        }
        String colour = cells.colour(block, cell);
        noted();
        return colour;
    }

    private long barcode(RowBlock block) {
        int cell = cellOf[Field.BARCODE.ordinal()];
        if (cell == NO_CELL) {
            return Barcodes.NONE;
        }
        long barcode = cells.barcode(block, cell);
        noted();
        return barcode;
    }

    private void sizeAndStock(RowBlock block) {
        int sizeCell = cellOf[Field.SIZE.ordinal()];
        int size = 0;
        if (sizeCell == NO_CELL) {
            fault(header.column(Field.SIZE), Code.SIZE_MISSING, "");
        } else {
            size = cells.size(block, sizeCell);
            noted();
        }
        int stockCell = cellOf[Field.STOCK.ordinal()];
        if (stockCell == NO_CELL) {
            fault(header.column(Field.STOCK), Code.STOCK_MISSING, "");
        } else {
            stock(block, stockCell, size);
        }
    }

    /** A cell of a matrix: the stock of the size at the head of its column. */
    private void sizeColumn(RowBlock block, int cell) {
        sized = true;
        int size = header.sizes().get(block.column(cell));
        if (size == Header.NO_SIZE) {
            String name = header.name(block.column(cell));
            boolean isDate = DATE.matcher(name).matches();
            fault(block.column(cell), isDate ? Code.SIZE_DATE : Code.SIZE_FORMAT, name);
        } else {
            stock(block, cell, size);
        }
    }

    private void stock(RowBlock block, int cell, int size) {
        int stock = cells.stock(block, cell);
        if (!noted()) {
            return;
        }
        if (pending == pendingSizes.length) {
            pendingSizes = Arrays.copyOf(pendingSizes, pending * 2);
            pendingStocks = Arrays.copyOf(pendingStocks, pending * 2);
        }
        pendingSizes[pending] = size;
        pendingStocks[pending] = stock;
        pending++;
    }

    /** Notes the fault that the cell reader just found; true where there is none. */
    private boolean noted() {
        if (cells.code() == null) {
            return true;
        }
        fault(cells.column(), cells.code(), cells.found());
        return false;
    }

    private void fault(int column, Code code, String found) {
        good = false;
        findings.add(row, column, code, found, 0);
    }
}
