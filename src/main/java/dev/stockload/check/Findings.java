package dev.stockload.check;

import dev.stockload.sheet.header.Header;
import dev.stockload.stock.Place;
import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;
import dev.stockload.stock.SheetRows;

import java.util.Arrays;
import java.util.BitSet;

/** What was found wrong, in few arrays; the sentences are made when somebody reads them. */
final class Findings {
    /** The column of a finding that concerns the whole row. */
    static final int WHOLE_ROW = -1;

    private static final ProblemCode[] CODES = ProblemCode.values();

    private int count;
    private long characters;
    private int[] rows = new int[64];
    private int[] columns = new int[64];
    private byte[] codes = new byte[64];
    private int[] others = new int[64];
    private String[] found = new String[64];
    private final BitSet badRows = new BitSet();

    /** Adds a finding; the other row is the one that it collides with, 0 where there is none. */
    void add(int row, int column, ProblemCode code, String value, int other) {
        if (count == rows.length) {
            int length = count * 2;
            rows = Arrays.copyOf(rows, length);
            columns = Arrays.copyOf(columns, length);
            codes = Arrays.copyOf(codes, length);
            others = Arrays.copyOf(others, length);
            found = Arrays.copyOf(found, length);
        }
        rows[count] = row;
        columns[count] = column;
        codes[count] = (byte) code.ordinal();
        others[count] = other;
        found[count] = value;
        characters += value.length();
        count++;
        if (code != ProblemCode.COLOUR_HELD) {
            badRows.set(row);
        }
    }

    /** Takes back what was found from here on, all in one row, which is then good. */
    void removeFrom(int first, int row) {
        Arrays.fill(found, first, count, null);
        count = first;
        badRows.clear(row);
    }

    int count() {
        return count;
    }

    /** How long all values are together. */
    long characters() {
        return characters;
    }

    /**
     * The findings by their rows, those of a row in the order in which they were made: counted,
     * which takes a part of the time of sorting where there are many.
     */
    int[] byRow() {
        int last = Arrays.stream(rows, 0, count).max().orElse(0);
        int[] next = new int[last + 2];
        for (int i = 0; i < count; i++) {
            next[rows[i] + 1]++;
        }
        for (int row = 0; row <= last; row++) {
            next[row + 1] += next[row];
        }
        int[] ordered = new int[count];
        for (int i = 0; i < count; i++) {
            ordered[next[rows[i]]++] = i;
        }
        return ordered;
    }

    /** How many rows have a problem of their own. */
    int badRowCount() {
        return badRows.cardinality();
    }

    boolean isBad(int row) {
        return badRows.get(row);
    }

    Problem problem(int finding, Header header, SheetRows sheets) {
        ProblemCode code = CODES[codes[finding]];
        String column = columns[finding] == WHOLE_ROW ? "" : header.at(columns[finding]).label();
        Place other = others[finding] == 0 ? null : sheets.place(others[finding]);
        return new Problem(sheets.place(rows[finding]), column, found[finding], code, other, null);
    }
}
