package dev.stockload.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The rows that all readers get: six sizes a colour, the rows of a colour far apart, one row in
 * fifty bad, at most one mistake a colour. The same each time, made as they are asked for.
 */
final class BigSheet {
    static final List<String> HEADER = List.of("Product ID", "Colour", "Size", "Stock", "Barcode");

    private static final int SIZES = 6;
    private static final int COLOURS_A_PRODUCT = 8;
    private static final int FIRST_PRODUCT = 100_000;
    private static final int MISTAKE_EVERY = 50;
    private static final long FIRST_BARCODE = 6_901_230_000_000L;
    private static final List<String> COLOURS = colourNames();

    /** What a cell holds: an Integer or Long, a Double, a text, or null for an empty cell. */
    private static final List<Consumer<Object[]>> MISTAKES =
            List.of(
                    row -> row[0] = "SL-17",
                    row -> row[0] = 0,
                    row -> row[1] = null,
                    row -> row[2] = "XL",
                    row -> row[2] = 36.5,
                    row -> row[2] = "36–40",
                    row -> row[2] = null,
                    row -> row[3] = -3,
                    row -> row[3] = 2.5,
                    row -> row[3] = "few",
                    row -> row[3] = null,
                    row -> row[4] = "6.90123E+12");

    private final int rows;
    private final int colours;

    BigSheet(int rows) {
        this.rows = rows;
        this.colours = (rows + SIZES - 1) / SIZES;
    }

    int rows() {
        return rows;
    }

    Object[] row(int index) {
        int colour = index % colours;
        int pass = index / colours;
        Object[] row = {
            FIRST_PRODUCT + colour / COLOURS_A_PRODUCT,
            COLOURS.get(colour * 7 % COLOURS.size()),
            size(colour, pass),
            index * 31L % 97,
            FIRST_BARCODE + index
        };
        if (index % MISTAKE_EVERY == 7) {
            int kind = index / MISTAKE_EVERY % (MISTAKES.size() + 1);
            if (kind < MISTAKES.size()) {
                MISTAKES.get(kind).accept(row);
            } else {
                row[2] = size(colour, (pass + 1) % SIZES);
            }
        }
        return row;
    }

    /** Singles for three colours of four; the fourth has ranges of two. */
    private static Object size(int colour, int pass) {
        int from = 34 + colour % 5;
        return colour % 4 != 3
                ? (Object) (from + pass)
                : "%d-%d".formatted(from + 2 * pass, from + 2 * pass + 1);
    }

    /** Their number shares no factor with the step through them, so a product never repeats one. */
    private static List<String> colourNames() {
        var names = new ArrayList<String>();
        for (String shade : List.of("", "Dark ", "Light ", "Pale ", "Deep ", "Matt ", "Soft ")) {
            for (String name : List.of("Blue", "Red", "Green", "Rosé", "Sand", "Grey", "黑色")) {
                for (String sole : List.of("", "/white", "/black", ", gum sole")) {
                    names.add(shade + name + sole);
                }
            }
        }
        names.add("Undyed");
        return names;
    }
}
