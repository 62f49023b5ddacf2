package dev.stockload.check;

import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.header.Column;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.rows.RowSource.MergedCells;

import java.util.Arrays;
import java.util.List;

/**
 * Reports rows whose value is in merged cells: one stock for several sizes, or a colour that the
 * cell above hides. Runs after all rows, since files list merged cells at their end.
 */
final class MergedCellsCheck {
    private static final int NONE = -1;

    private final Header header;
    private final SheetContent content;
    private final int[] colourOfRow;

    MergedCellsCheck(Header header, SheetContent content) {
        this.header = header;
        this.content = content;
        this.colourOfRow = coloursOfRows(content.lines());
    }

    void report(List<MergedCells> merged) {
        for (MergedCells cells : merged) {
            int column = valueColumn(cells);
            if (column != NONE) {
                reportAll(cells, column);
            } else if (cells.lastRow() > cells.firstRow()) {
                reportHiddenNames(cells);
            }
        }
    }

    /** The first column of sizes, stocks or barcodes, if more than one such cell is covered. */
    private int valueColumn(MergedCells cells) {
        int first = NONE;
        int covered = 0;
        for (Column column : covered(cells)) {
            if (column.role() != Column.Role.UNREAD && !column.isName()) {
                covered++;
                first = first == NONE ? column.place() : first;
            }
        }
        int rows = cells.lastRow() - Math.max(cells.firstRow(), header.row() + 1) + 1;
        return covered * (long) rows > 1 ? first : NONE;
    }

    private List<Column> covered(MergedCells cells) {
        int columns = header.columns().size();
        return header.columns()
                .subList(
                        Math.min(cells.firstColumn(), columns),
                        Math.min(cells.lastColumn() + 1, columns));
    }

    private void reportAll(MergedCells cells, int column) {
        for (int row = cells.firstRow();
                row <= cells.lastRow() && row < colourOfRow.length;
                row++) {
            report(row, column);
        }
    }

    /** Reports rows whose name is hidden under the top cell and differs from it. */
    private void reportHiddenNames(MergedCells cells) {
        for (Column column : covered(cells)) {
            for (int row = cells.firstRow() + 1;
                    column.isName() && row <= cells.lastRow() && row < colourOfRow.length;
                    row++) {
                if (differ(column, colourOfRow[cells.firstRow()], colourOfRow[row])) {
                    report(cells.firstRow(), column.place());
                    report(row, column.place());
                }
            }
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
