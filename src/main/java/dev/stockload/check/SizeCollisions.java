package dev.stockload.check;

import dev.stockload.sheet.header.Column;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ProblemCode;
import dev.stockload.stock.Size;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Finds sizes of a colour that are named twice or overlap. */
final class SizeCollisions {
    private final Colours colours;
    private final Lines lines;
    private final Findings findings;
    private long[] sorted = new long[16];

    private final int sizeColumn;
    private final Map<Integer, Integer> columnOfSize = new HashMap<>();
    private final Map<Integer, String> texts = new HashMap<>();

    SizeCollisions(SheetContent content, Header header) {
        this.colours = content.colours();
        this.lines = content.lines();
        this.findings = content.findings();
        this.sizeColumn = header.column(HeaderField.SIZE);
        for (Column column : header.columns()) {
            if (column.role() == Column.Role.SIZE) {
                columnOfSize.putIfAbsent(column.size(), column.place());
            }
        }
    }

    /**
     * Notes the rows of a colour whose sizes collide: sorted, one begins before an earlier one
     * ends.
     */
    void find(int colour) {
        int count = 0;
        for (int at = lines.first(colour); at < lines.first(colour + 1); at++) {
            if (count == sorted.length) {
                sorted = Arrays.copyOf(sorted, count * 2);
            }
            int line = lines.ordered(at);
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
                texts.computeIfAbsent(lines.size(line), size -> Size.ofPacked(size).toString()),
                lines.row(other));
        colours.markBad(colour, lines.row(line));
    }

    private int column(int size) {
        return sizeColumn >= 0 ? sizeColumn : columnOfSize.getOrDefault(size, -1);
    }
}
