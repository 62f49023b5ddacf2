package dev.stockload.check;

import dev.stockload.stock.ProblemCode;

/** Which colours of a sheet can be sent: a colour goes out whole, or its good rows are held. */
final class ColourStates {
    private static final CheckedColour.State[] STATES = CheckedColour.State.values();

    private final SheetContent content;
    private final byte[] states;
    private final int[] counts = new int[STATES.length];
    private int heldRows;
    private long pieces;

    /** Decides on all colours, and notes the rows that are held. */
    ColourStates(SheetContent content, int colourColumn) {
        this.content = content;
        Colours colours = content.colours();
        states = new byte[colours.count()];
        for (int colour = 0; colour < states.length; colour++) {
            CheckedColour.State state = CheckedColour.State.READY;
            if (colours.badRow(colour) > 0) {
                state =
                        hold(colour, colourColumn)
                                ? CheckedColour.State.HELD
                                : CheckedColour.State.REJECTED;
            } else {
                pieces += content.pieces(colour);
            }
            states[colour] = (byte) state.ordinal();
            counts[state.ordinal()]++;
        }
    }

    /** Notes the good rows of a colour that has a bad one; false where there are none. */
    private boolean hold(int colour, int column) {
        Colours colours = content.colours();
        Lines lines = content.lines();
        int heldBefore = heldRows;
        int before = 0;
        for (int line = colours.firstLine(colour); line != Lines.NONE; line = lines.next(line)) {
            int row = lines.row(line);
            if (row != before && !content.findings().isBad(row)) {
                content.findings()
                        .add(
                                row,
                                column,
                                ProblemCode.COLOUR_HELD,
                                colours.name(colour),
                                colours.badRow(colour));
                heldRows++;
            }
            before = row;
        }
        return heldRows > heldBefore;
    }

    CheckedColour.State state(int colour) {
        return STATES[states[colour]];
    }

    int count(CheckedColour.State state) {
        return counts[state.ordinal()];
    }

    int heldRows() {
        return heldRows;
    }

    /** The pieces of all colours that are ready. */
    long pieces() {
        return pieces;
    }
}
