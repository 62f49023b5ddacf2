package dev.stockload.check;

import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.header.Column;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.rows.RowSource.MergedCells;
import dev.stockload.sheet.rows.SheetBudget;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

    /** For each column, and the place after the last, how many columns of values are left of it. */
    private final int[] valuesBefore;

    MergedCellsCheck(Header header, SheetContent content) {
        this.header = header;
        this.content = content;
        this.colourOfRow = coloursOfRows(content.lines());
        this.valuesBefore = new int[header.columns().size() + 1];
        for (int at = 0; at < valuesBefore.length - 1; at++) {
            valuesBefore[at + 1] = valuesBefore[at] + (isValue(header.columns().get(at)) ? 1 : 0);
        }
    }

    /** A row is visited once for each column at most, however many merged cells cover it. */
    void report(List<MergedCells> merged) {
        List<MergedCells> values = merged.stream().filter(this::hasValues).toList();
        for (MergedCells rows : joined(values)) {
            reportAll(rows);
        }
        List<MergedCells> names =
                merged.stream()
                        .filter(cells -> !hasValues(cells) && cells.lastRow() > cells.firstRow())
                        .toList();
        for (Column column : header.columns()) {
            if (column.isName() && !names.isEmpty()) {
                List<MergedCells> over =
                        names.stream().filter(cells -> isOver(cells, column)).toList();
                joined(over).forEach(rows -> reportHiddenNames(rows, column));
            }
        }
    }

    private static boolean isValue(Column column) {
        return column.role() != Column.Role.UNREAD && !column.isName();
    }

    private static boolean isOver(MergedCells cells, Column column) {
        return cells.firstColumn() <= column.place() && column.place() <= cells.lastColumn();
    }

    /** Whether more than one cell of sizes, stocks or barcodes is covered. */
    private boolean hasValues(MergedCells cells) {
        int columns = valuesBefore.length - 1;
        int covered =
                valuesBefore[Math.min(cells.lastColumn() + 1, columns)]
                        - valuesBefore[Math.min(cells.firstColumn(), columns)];
        int rows = cells.lastRow() - Math.max(cells.firstRow(), header.row() + 1) + 1;
        return covered * (long) rows > 1;
    }

    /** By rows; those that overlap, which only damaged files have, are one. */
    private static List<MergedCells> joined(List<MergedCells> some) {
        List<MergedCells> joined = new ArrayList<>();
        for (MergedCells next :
                some.stream().sorted(Comparator.comparingInt(MergedCells::firstRow)).toList()) {
            int last = joined.size() - 1;
            if (last >= 0 && next.firstRow() <= joined.get(last).lastRow()) {
                joined.set(last, joined.get(last).extendedTo(next.lastRow()));
            } else {
                joined.add(next);
            }
        }
        return joined;
    }

    private void reportAll(MergedCells cells) {
        int column = cells.firstColumn();
        while (!isValue(header.at(column))) {
            column++;
        }
        for (int row = cells.firstRow();
                row <= cells.lastRow() && row < colourOfRow.length;
                row++) {
            report(row, column);
        }
    }

    /** Reports rows whose name is hidden under the top cell and differs from it. */
    private void reportHiddenNames(MergedCells cells, Column column) {
        SheetBudget.ask();
        for (int row = cells.firstRow() + 1;
                row <= cells.lastRow() && row < colourOfRow.length;
                row++) {
            if (differ(column, colourOfRow[cells.firstRow()], colourOfRow[row])) {
                report(cells.firstRow(), column.place());
                report(row, column.place());
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
