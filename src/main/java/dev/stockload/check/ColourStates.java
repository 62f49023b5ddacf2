package dev.stockload.check;

import dev.stockload.stock.ProblemCode;

/** Which colours of a sheet can be sent: a colour goes out whole, or its good rows are held. */
final class ColourStates {
    private static final CheckedColour.State[] STATES = CheckedColour.State.values();

    private final Colours colours;
    private final Lines lines;
    private final Findings findings;
    private final int column;
    private final byte[] states;
    private final int[] counts = new int[STATES.length];
    private int heldRows;
    private long pieces;

    /**
     * Decides on all colours, each once and in one go: its lines may stand anywhere in memory.
     *
     * @param column the column of the colours
     */
    ColourStates(SheetContent content, SizeCollisions collisions, int column) {
        this.colours = content.colours();
        this.lines = content.lines();
        this.findings = content.findings();
        this.column = column;
        this.states = new byte[colours.count()];
        for (int colour = 0; colour < states.length; colour++) {
            collisions.find(colour);
            set(colour, colours.badRow(colour) == 0 ? count(colour) : hold(colour));
        }
    }

    private void set(int colour, CheckedColour.State state) {
        states[colour] = (byte) state.ordinal();
        counts[state.ordinal()]++;
    }

    private CheckedColour.State count(int colour) {
        long counted = 0;
        for (int at = lines.first(colour); at < lines.first(colour + 1); at++) {
            counted += lines.stock(lines.ordered(at));
        }
        colours.pieces(colour, counted);
        pieces += counted;
        return CheckedColour.State.READY;
    }

    /** Notes the good rows of a colour that has a bad one. */
    private CheckedColour.State hold(int colour) {
        int heldBefore = heldRows;
        int before = 0;
        for (int at = lines.first(colour); at < lines.first(colour + 1); at++) {
            int row = lines.row(lines.ordered(at));
            if (row != before && !findings.isBad(row)) {
                findings.add(
                        row,
                        column,
                        ProblemCode.COLOUR_HELD,
                        colours.name(colour),
                        colours.badRow(colour));
                heldRows++;
            }
            before = row;
        }
        return heldRows > heldBefore ? CheckedColour.State.HELD : CheckedColour.State.REJECTED;
    }

    /** A colour that was ready has turned out to be none. */
    void reject(int colour) {
        counts[states[colour]]--;
        pieces -= colours.pieces(colour);
        set(colour, CheckedColour.State.REJECTED);
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

    long pieces() {
        return pieces;
    }
}
