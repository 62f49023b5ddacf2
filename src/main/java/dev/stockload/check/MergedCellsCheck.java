package dev.stockload.check;

import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.header.Column;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.rows.RowSource.MergedCells;
import dev.stockload.sheet.rows.SheetBudget;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Reports rows whose value is in merged cells: one stock for several sizes, or a colour that the
 * cell above hides. Runs after all rows, since files list merged cells at their end.
 */
final class MergedCellsCheck {
    private static final int NONE = -1;

    private final Header header;
    private final SheetContent content;
    private final int[] colourOfRow;

    /** The columns of sizes, stocks and barcodes. */
    private final BitSet values = new BitSet();

    MergedCellsCheck(Header header, SheetContent content) {
        this.header = header;
        this.content = content;
        this.colourOfRow = coloursOfRows(content.lines());
        for (Column column : header.columns()) {
            values.set(column.place(), column.role() != Column.Role.UNREAD && !column.isName());
        }
    }

    /** A row is visited once for each column at most, however many merged cells cover it. */
    void report(List<MergedCells> merged) {
        BitSet seen = new BitSet();
        for (MergedCells cells : merged) {
            if (hasValues(cells)) {
                int column = values.nextSetBit(cells.firstColumn());
                visit(cells.firstRow(), cells, seen, row -> report(row, column));
            }
        }
        for (Column column : header.columns()) {
            if (column.isName()) {
                reportHiddenNames(merged, column);
            }
        }
    }

    /** Whether more than one cell of sizes, stocks or barcodes is covered. */
    private boolean hasValues(MergedCells cells) {
        int covered = values.get(cells.firstColumn(), cells.lastColumn() + 1).cardinality();
        int rows = cells.lastRow() - Math.max(cells.firstRow(), header.row() + 1) + 1;
        return covered * (long) rows > 1;
    }

    /** Reports rows whose name is hidden under the top cell and differs from it. */
    private void reportHiddenNames(List<MergedCells> merged, Column column) {
        BitSet seen = new BitSet();
        for (MergedCells cells : merged) {
            int top = cells.firstRow();
            if (cells.firstColumn() <= column.place()
                    && column.place() <= cells.lastColumn()
                    && top < colourOfRow.length
                    && !hasValues(cells)) {
                visit(
                        top + 1,
                        cells,
                        seen,
                        row -> {
                            if (differ(column, colourOfRow[top], colourOfRow[row])) {
                                report(top, column.place());
                                report(row, column.place());
                            }
                        });
            }
        }
    }

    private void visit(int first, MergedCells cells, BitSet seen, IntConsumer visitor) {
        SheetBudget.ask();
        int end = Math.min(cells.lastRow() + 1, colourOfRow.length);
        for (int row = seen.nextClearBit(first); row < end; row = seen.nextClearBit(row)) {
            seen.set(row);
            visitor.accept(row);
        }
    }

    private boolean differ(Column column, int top, int colour) {
        Colours colours = content.colours();
        if (top == NONE || colour == NONE || top == colour) {
            return false;
        }
        return switch (column.field()) {
            case PRODUCT -> colours.product(top) != colours.product(colour);
            case ITEM -> !String.valueOf(colours.item(top)).equals(colours.item(colour));
            default -> !colours.name(top).equals(colours.name(colour));
        };
    }

    private void report(int row, int column) {
        int colour = colourOfRow[row];
        if (colour != NONE && !content.findings().isBad(row)) {
            content.findings().add(row, column, ProblemCode.CELL_MERGED, "", 0);
            content.colours().markBad(colour, row);
        }
    }

    private static int[] coloursOfRows(Lines lines) {
        int[] colours = new int[lines.count() == 0 ? 1 : lines.row(lines.count() - 1) + 1];
        Arrays.fill(colours, NONE);
        for (int line = 0; line < lines.count(); line++) {
            colours[lines.row(line)] = lines.colour(line);
        }
        return colours;
    }
}
