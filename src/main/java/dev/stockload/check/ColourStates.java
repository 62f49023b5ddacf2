package dev.stockload.check;

import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.header.Column;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Size;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Decides which colours can be sent: a colour is sent whole, or its good rows are held. */
final class ColourStates {
    private final Colours colours;
    private final Lines lines;
    private final Findings findings;
    private final int column;

    /** The pieces of each colour; 0 if it has a bad row. */
    private final long[] pieces;

    private final int[] counts = new int[ColourState.values().length];
    private final int sizeColumn;
    private final Map<Integer, Integer> columnOfSize = new HashMap<>();
    private final Map<Integer, String> texts = new HashMap<>();
    private int heldRows;

    ColourStates(SheetContent content, Header header) {
        this.colours = content.colours();
        this.lines = content.lines();
        this.findings = content.findings();
        this.column = header.column(HeaderField.COLOUR);
        this.sizeColumn = header.column(HeaderField.SIZE);
        for (Column each : header.columns()) {
            if (each.role() == Column.Role.SIZE) {
                columnOfSize.putIfAbsent(each.size(), each.place());
            }
        }
        this.pieces = new long[colours.count()];
        for (int line = 0; line < lines.count(); line++) {
            pieces[lines.colour(line)] += lines.stock(line);
        }
        for (int colour = 0; colour < pieces.length; colour++) {
            findCollisions(colour);
            pieces[colour] = colours.badRow(colour) == 0 ? pieces[colour] : 0;
        }
    }

    /** In sorted order, reports sizes that start before an earlier one ends. */
    private void findCollisions(int colour) {
        int widest = 0;
        int reach = 0;
        boolean noted = false;
        for (long sized : lines.bySize(colour)) {
            int line = (int) sized;
            boolean collides = (int) (sized >>> 48) <= reach;
            if (collides) {
                if (!noted) {
                    collide(colour, widest, line);
                    noted = true;
                }
                collide(colour, line, widest);
            }
            int to = (int) (sized >>> 32) & 0xFFFF;
            if (to > reach) {
                widest = line;
                reach = to;
                noted = collides;
            }
        }
    }

    private void collide(int colour, int line, int other) {
        ProblemCode code =
                lines.size(line) == lines.size(other)
                        ? ProblemCode.SIZE_DUPLICATE
                        : ProblemCode.SIZE_OVERLAP;
        findings.add(
                lines.row(line),
                columnOfSize.getOrDefault(lines.size(line), sizeColumn),
                code,
                texts.computeIfAbsent(lines.size(line), size -> Size.ofPacked(size).toString()),
                lines.row(other));
        colours.markBad(colour, lines.row(line));
    }

    /** Holds the good rows of colours that have a bad row, and counts what became of each. */
    void decide() {
        int[] held = new int[pieces.length];
        int before = 0;
        for (int line = 0; line < lines.count(); line++) {
            int row = lines.row(line);
            int badRow = colours.badRow(lines.colour(line));
            if (badRow > 0 && row != before && !findings.isBad(row)) {
                held[lines.colour(line)]++;
                String name = colours.name(lines.colour(line));
                findings.add(row, column, ProblemCode.COLOUR_HELD, name, badRow);
                heldRows++;
            }
            before = row;
        }
        for (int colour = 0; colour < held.length; colour++) {
            int badRow = colours.badRow(colour);
            pieces[colour] = badRow == 0 ? pieces[colour] : 0;
            counts[CheckedColour.state(badRow, held[colour]).ordinal()]++;
        }
    }

    int count(ColourState state) {
        return counts[state.ordinal()];
    }

    int heldRows() {
        return heldRows;
    }

    long pieces(int colour) {
        return pieces[colour];
    }

    long pieces() {
        return Arrays.stream(pieces).sum();
    }
}
