package dev.stockload.imports.read;

import static dev.stockload.stock.ColourState.READY;

import dev.stockload.book.rules.ColourNames;
import dev.stockload.check.CheckedColour;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.ColourState;

import java.util.List;

/** A colour of a sheet with its product, which is 0 if it was not found. */
record SheetColour(
        ColourState state, int product, String key, List<CheckedColour> colours, int[] rows) {
    static SheetColour of(int product, CheckedColour colour) {
        return new SheetColour(
                colour.state(),
                product,
                ColourKey.of(colour.name()),
                List.of(colour),
                colour.rows());
    }

    String name() {
        return colours.get(0).name();
    }

    List<CheckedColour.Line> lines() {
        return colours.size() == 1
                ? colours.get(0).lines()
                : colours.stream().flatMap(colour -> colour.lines().stream()).toList();
    }

    /** How many rows it has that are bad by themselves. */
    int badRows() {
        return state == READY ? 0 : colours.stream().mapToInt(CheckedColour::badRows).sum();
    }

    /** The row that explains why it is not sent: its first bad one, or else its first. */
    int rowOfProblem() {
        int badRow = colours.get(0).badRow();
        return badRow > 0 || rows.length == 0 ? badRow : rows[0];
    }

    SheetColour in(ColourState other) {
        return new SheetColour(other, product, key, colours, rows);
    }

    /** With the key of the colour that the service shows under this name, if it shows one. */
    SheetColour namedBy(ColourNames names) {
        return withKey(names.keyOf(name(), key).orElse(key));
    }

    SheetColour withKey(String other) {
        return new SheetColour(state, product, other, colours, rows);
    }
}
