package dev.stockload.check;

import dev.stockload.sheet.Field;
import dev.stockload.sheet.Header;
import dev.stockload.sheet.Layout;
import dev.stockload.sheet.RowBlock;
import dev.stockload.stock.Code;

import java.util.Arrays;

/**
 * Checks the rows of a sheet one by one: a row becomes lines of its colour, or all its faults are
 * noted.
 */
final class RowCheck {
    private static final int NO_CELL = -1;

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
    private final Barcodes barcodes;
    private final Findings findings;
    private final CellReader cells;
    private final ProductAbove above;

    private final int[] cellOf = new int[Field.values().length];
    private int row;
    private boolean good;
    private int pending;
    private int[] pendingSizes = new int[16];
    private int[] pendingStocks = new int[16];

    RowCheck(
            Header header,
            boolean strictWidth,
            ProductAbove above,
            Colours colours,
            Lines lines,
            Barcodes barcodes,
            Findings findings) {
        this.header = header;
        this.matrix = header.layout() == Layout.MATRIX;
        this.strictWidth = strictWidth;
        this.above = above;
        this.colours = colours;
        this.lines = lines;
        this.barcodes = barcodes;
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
        product(block);
        String colour = colour(block);
        long barcode = barcode(block);
        if (matrix) {
            if (pending == 0 && good) {
                fault(Findings.WHOLE_ROW, Code.STOCK_MISSING, "");
            }
        } else {
            sizeAndStock(block);
        }
        keep(colour, barcode);
    }

    private void keep(String colour, long barcode) {
        if (colour == null || !above.isKnown()) {
            return;
        }
        int found = colours.find(above.id(), above.item(), colour);
        if (!good) {
            colours.markBad(found, row);
            return;
        }
        for (int i = 0; i < pending; i++) {
            colours.append(
                    found,
                    lines.add(
                            colours.lastLine(found),
                            row,
                            pendingSizes[i],
                            pendingStocks[i],
                            barcode));
        }
    }

    private void product(RowBlock block) {
        int id = cellOf[Field.PRODUCT.ordinal()];
        int item = cellOf[Field.ITEM.ordinal()];
        if (id == NO_CELL && item == NO_CELL) {
            if (!above.repeats()) {
                above.forget();
                int column =
                        header.column(
                                header.column(Field.PRODUCT) >= 0 ? Field.PRODUCT : Field.ITEM);
                fault(column, Code.PRODUCT_MISSING, "");
            } else if (!above.isKnown()) {
                fault(above.column(), above.code(), above.found());
            }
            return;
        }
        above.forget();
        if (id != NO_CELL) {
            above.id(cells.productId(block, id), cells);
        }
        if (item != NO_CELL) {
            above.item(cells.item(block, item), cells);
        }
        if (!above.isKnown()) {
            fault(above.column(), above.code(), above.found());
        }
    }

    private String colour(RowBlock block) {
        int cell = cellOf[Field.COLOUR.ordinal()];
        if (cell == NO_CELL) {
            String repeated = above.colour();
            if (repeated == null) {
                fault(header.column(Field.COLOUR), Code.COLOUR_MISSING, "");
            }
            return repeated;
        }
        String colour = cells.colour(block, cell);
        if (colour == null) {
            fault();
        }
        above.colour(colour);
        return colour;
    }

    private long barcode(RowBlock block) {
        int cell = cellOf[Field.BARCODE.ordinal()];
        if (cell == NO_CELL) {
            return Barcodes.NONE;
        }
        long barcode = cells.barcode(block, cell);
        if (cells.code() != null) {
            fault();
        }
        return barcode;
    }

    private void sizeAndStock(RowBlock block) {
        int sizeCell = cellOf[Field.SIZE.ordinal()];
        int size = 0;
        if (sizeCell == NO_CELL) {
            fault(header.column(Field.SIZE), Code.SIZE_MISSING, "");
        } else {
            size = cells.size(block, sizeCell);
            if (size == 0) {
                fault();
            }
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
        int size = header.sizes().get(block.column(cell));
        if (size == Header.NO_SIZE) {
            fault(block.column(cell), Code.SIZE_FORMAT, header.name(block.column(cell)));
        } else {
            stock(block, cell, size);
        }
    }

    private void stock(RowBlock block, int cell, int size) {
        int stock = cells.stock(block, cell);
        if (stock < 0) {
            fault();
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

    /** Notes the fault that the cell reader just found. */
    private void fault() {
        fault(cells.column(), cells.code(), cells.found());
    }

    private void fault(int column, Code code, String found) {
        good = false;
        findings.add(row, column, code, found, 0);
    }
}
