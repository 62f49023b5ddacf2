package dev.stockload.check;

import dev.stockload.sheet.Header;
import dev.stockload.sheet.HeaderField;
import dev.stockload.sheet.Layout;
import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;
import dev.stockload.stock.SheetRows;
import dev.stockload.stock.Size;

import java.util.Arrays;
import java.util.List;

/**
 * What only shows when the sheet was read to its end: sizes that collide, rows that are held,
 * spellings.
 */
final class WholeSheetCheck {
    private static final CheckedColour.State[] STATES = CheckedColour.State.values();

    /** Findings in fewer than one of so many rows are few. */
    private static final int FEW = 8;

    private final Colours colours;
    private final Lines lines;
    private final Findings findings;
    private final Header header;
    private final int colourColumn;
    private final int[] order;
    private final byte[] states;
    private final int[] counts = new int[STATES.length];
    private final List<Problem> warnings;
    private long[] sorted = new long[16];
    private int heldRows;
    private long pieces;

    WholeSheetCheck(SheetContent content, Header header, SheetRows sheets) {
        this.colours = content.colours();
        this.lines = content.lines();
        this.findings = content.findings();
        this.header = header;
        this.colourColumn = header.column(HeaderField.COLOUR);
        for (int colour = 0; colour < colours.count(); colour++) {
            findCollisions(colour);
        }
        states = new byte[colours.count()];
        for (int colour = 0; colour < colours.count(); colour++) {
            CheckedColour.State state = settle(colour);
            states[colour] = (byte) state.ordinal();
            counts[state.ordinal()]++;
        }
        order = orderByRow();
        warnings = new ColourSpellings(content, header.name(HeaderField.COLOUR), sheets).warnings();
    }

    private CheckedColour.State settle(int colour) {
        if (colours.badRow(colour) == 0) {
            addPieces(colour);
            return CheckedColour.State.READY;
        }
        int before = heldRows;
        hold(colour);
        return heldRows > before ? CheckedColour.State.HELD : CheckedColour.State.REJECTED;
    }

    CheckedColour.State state(int colour) {
        return STATES[states[colour]];
    }

    int heldRows() {
        return heldRows;
    }

    int count(CheckedColour.State state) {
        return counts[state.ordinal()];
    }

    long pieces() {
        return pieces;
    }

    int[] order() {
        return order;
    }

    List<Problem> warnings() {
        return warnings;
    }

    /** Sorts the sizes of a colour; one that begins before an earlier one ends collides with it. */
    private void findCollisions(int colour) {
        int count = 0;
        for (int line = colours.firstLine(colour); line != Lines.NONE; line = lines.next(line)) {
            if (count == sorted.length) {
                sorted = Arrays.copyOf(sorted, count * 2);
            }
            sorted[count++] = (long) lines.size(line) << 32 | line;
        }
        if (count < 2) {
            return;
        }
        Arrays.sort(sorted, 0, count);
        int widest = (int) sorted[0];
        boolean noted = false;
        for (int i = 1; i < count; i++) {
            int line = (int) sorted[i];
            boolean collides = from(line) <= to(widest);
            if (collides) {
                if (!noted) {
                    collide(colour, widest, line);
                    noted = true;
                }
                collide(colour, line, widest);
            }
            if (to(line) > to(widest)) {
                widest = line;
                noted = collides;
            }
        }
    }

    private int from(int line) {
        return lines.size(line) >>> 16;
    }

    private int to(int line) {
        return lines.size(line) & 0xFFFF;
    }

    private void collide(int colour, int line, int other) {
        ProblemCode code =
                lines.size(line) == lines.size(other)
                        ? ProblemCode.SIZE_DUPLICATE
                        : ProblemCode.SIZE_OVERLAP;
        findings.add(
                lines.row(line),
                column(lines.size(line)),
                code,
                Size.ofPacked(lines.size(line)).toString(),
                lines.row(other));
        colours.markBad(colour, lines.row(line));
    }

    private int column(int size) {
        return header.layout() == Layout.LONG
                ? header.column(HeaderField.SIZE)
                : header.columnOfSize(size);
    }

    private void addPieces(int colour) {
        for (int line = colours.firstLine(colour); line != Lines.NONE; line = lines.next(line)) {
            pieces += lines.stock(line);
        }
    }

    private void hold(int colour) {
        int before = 0;
        for (int line = colours.firstLine(colour); line != Lines.NONE; line = lines.next(line)) {
            int row = lines.row(line);
            if (row != before && !findings.isBad(row)) {
                findings.add(
                        row,
                        colourColumn,
                        ProblemCode.COLOUR_HELD,
                        colours.name(colour),
                        colours.badRow(colour));
                heldRows++;
            }
            before = row;
        }
    }

    /** The findings by their rows, those of a row in the order in which they were made. */
    private int[] orderByRow() {
        int last = 0;
        for (int i = 0; i < findings.count(); i++) {
            last = Math.max(last, findings.row(i));
        }
        return last / FEW < findings.count() ? orderByCounts(last) : sorted();
    }

    /** Where there are many, counting them takes a part of the time of sorting. */
    private int[] orderByCounts(int last) {
        int[] next = new int[last + 2];
        for (int i = 0; i < findings.count(); i++) {
            next[findings.row(i) + 1]++;
        }
        for (int row = 0; row <= last; row++) {
            next[row + 1] += next[row];
        }
        int[] ordered = new int[findings.count()];
        for (int i = 0; i < ordered.length; i++) {
            ordered[next[findings.row(i)]++] = i;
        }
        return ordered;
    }

    private int[] sorted() {
        long[] keys = new long[findings.count()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (long) findings.row(i) << 32 | i;
        }
        Arrays.sort(keys);
        int[] ordered = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            ordered[i] = (int) keys[i];
        }
        return ordered;
    }
}
