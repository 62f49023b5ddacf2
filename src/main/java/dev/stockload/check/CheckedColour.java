package dev.stockload.check;

import dev.stockload.stock.ColourState;
import dev.stockload.stock.ProductRef;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** One colour of a sheet with its good lines. */
public final class CheckedColour {
    private final SheetContent content;
    private final int number;

    public record Line(Size size, Stock stock, int row) {}

    CheckedColour(SheetContent content, int number) {
        this.content = content;
        this.number = number;
    }

    public ProductRef product() {
        return content.colours().productRef(number);
    }

    public String name() {
        return content.colours().name(number);
    }

    /** The rows of the good lines, ascending, created each time. */
    public int[] rows() {
        Lines lines = content.lines();
        int[] good = lines.of(number);
        int count = 0;
        for (int each : good) {
            int row = lines.row(each);
            if (!content.findings().isBad(row) && (count == 0 || good[count - 1] != row)) {
                good[count++] = row;
            }
        }
        return Arrays.copyOf(good, count);
    }

    /** How many rows it has that are bad. */
    public int badRows() {
        Lines lines = content.lines();
        return content.colours().unreadRows(number)
                + (int)
                        IntStream.of(lines.of(number))
                                .map(lines::row)
                                .filter(content.findings()::isBad)
                                .distinct()
                                .count();
    }

    /** Its first row with a problem; 0 if it has none. */
    public int badRow() {
        return content.colours().badRow(number);
    }

    public ColourState state() {
        return badRow() == 0 ? ColourState.READY : state(badRow(), rows().length);
    }

    /** Ready, held or rejected, as far as the sheet alone decides. */
    static ColourState state(int badRow, int goodRows) {
        if (badRow == 0) {
            return ColourState.READY;
        }
        return goodRows > 0 ? ColourState.HELD : ColourState.REJECTED;
    }

    /** The good lines in the order of the sheet, created each time: there may be a million. */
    public List<Line> lines() {
        Lines lines = content.lines();
        List<Line> good = new ArrayList<>();
        for (int each : lines.of(number)) {
            Line line = lines.line(each);
            if (!content.findings().isBad(line.row())) {
                good.add(line);
            }
        }
        return good;
    }
}
