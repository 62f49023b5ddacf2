package dev.stockload.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The rows that all readers get: six sizes a colour, the rows of a colour far apart, some of them
 * bad. The same each time, made as they are asked for.
 */
final class BigSheet {
    static final List<String> HEADER = List.of("Product ID", "Colour", "Size", "Stock", "Barcode");

    private static final int SIZES = 6;
    private static final int COLOURS_A_PRODUCT = 8;
    private static final int FIRST_PRODUCT = 100_000;
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

    /** What is odd about a sheet. */
    enum Kind {
        /** One row in fifty is bad, at most one of a colour. */
        USUAL(50),
        /** A quarter of the rows is bad. */
        PROBLEMS(4),
        /**
         * Each barcode is a text of its own, so that as many texts are shared as there are rows.
         */
        TEXTS(50);

        private final int mistakeEvery;

        Kind(int mistakeEvery) {
            this.mistakeEvery = mistakeEvery;
        }
    }

    private final int rows;
    private final Kind kind;
    private final int colours;

    BigSheet(int rows, Kind kind) {
        this.rows = rows;
        this.kind = kind;
        this.colours = (rows + SIZES - 1) / SIZES;
    }

    Kind kind() {
        return kind;
    }

    /** What files of it are called. */
    String name() {
        return "stock-%d-%s".formatted(rows, kind.name().toLowerCase(Locale.ROOT));
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
            kind == Kind.TEXTS ? "B" + (FIRST_BARCODE + index) : (Object) (FIRST_BARCODE + index)
        };
        if (index % kind.mistakeEvery == 3) {
            int mistake = index / kind.mistakeEvery % (MISTAKES.size() + 1);
            if (mistake < MISTAKES.size()) {
                MISTAKES.get(mistake).accept(row);
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
