package dev.stockload.check;

import dev.stockload.sheet.Header;
import dev.stockload.sheet.HeaderField;
import dev.stockload.sheet.Layout;
import dev.stockload.stock.ProblemCode;
import dev.stockload.stock.Size;

import java.util.Arrays;

/** Finds sizes of a colour that are named twice or overlap. */
final class SizeCollisions {
    private final Colours colours;
    private final Lines lines;
    private final Findings findings;
    private final Header header;
    private long[] sorted = new long[16];

    private SizeCollisions(SheetContent content, Header header) {
        this.colours = content.colours();
        this.lines = content.lines();
        this.findings = content.findings();
        this.header = header;
    }

    /** Notes all rows of a sheet whose sizes collide. */
    static void find(SheetContent content, Header header) {
        SizeCollisions collisions = new SizeCollisions(content, header);
        for (int colour = 0; colour < content.colours().count(); colour++) {
            collisions.find(colour);
        }
    }

    /** Sorts the sizes of a colour; one that begins before an earlier one ends collides with it. */
    private void find(int colour) {
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
}
