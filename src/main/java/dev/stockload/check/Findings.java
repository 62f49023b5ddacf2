package dev.stockload.check;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.RowPlace;
import dev.stockload.problem.SheetRows;
import dev.stockload.sheet.header.Header;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The problems found in a sheet, in arrays; their sentences are created when they are read. */
final class Findings {
    static final int WHOLE_ROW = -1;
    private static final ProblemCode[] CODES = ProblemCode.values();

    /** With a quote too few or too many, a cell contains other rows, or a row other cells. */
    private static final Set<ProblemCode> HIDING =
            EnumSet.of(ProblemCode.ROW_LONG, ProblemCode.CELL_CONTROL);

    private int count;
    private long characters;
    private int[] rows = new int[64];
    private int[] columns = new int[64];
    private byte[] codes = new byte[64];
    private int[] others = new int[64];
    private String[] found = new String[64];
    private final BitSet badRows = new BitSet();

    /** Adds a finding; {@code other} is the row that it collides with, or 0. */
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

    /** Removes the findings from this one on, all of the same row, which is good then. */
    void removeFrom(int first, int row) {
        Arrays.fill(found, first, count, null);
        count = first;
        badRows.clear(row);
    }

    /** Whether a finding from this one on is of a text that may contain other rows. */
    boolean mayHideRows(int first) {
        return IntStream.range(first, count).anyMatch(i -> HIDING.contains(CODES[codes[i]]));
    }

    int count() {
        return count;
    }

    long characters() {
        return characters;
    }

    int badRowCount() {
        return badRows.cardinality();
    }

    boolean isBad(int row) {
        return badRows.get(row);
    }

    /**
     * The problems sorted by row, those of a row in the order in which they were added. Each is
     * created when it is read.
     */
    List<Problem> problems(Header header, SheetRows sheets) {
        long[] sorted = new long[count];
        Arrays.setAll(sorted, finding -> (long) rows[finding] << 32 | finding);
        Arrays.sort(sorted);
        int[] order = Arrays.stream(sorted).mapToInt(each -> (int) each).toArray();
        return new AbstractList<>() {
            @Override
            public Problem get(int index) {
                return problem(order[index], header, sheets);
            }

            @Override
            public int size() {
                return order.length;
            }
        };
    }

    private Problem problem(int finding, Header header, SheetRows sheets) {
        String column = columns[finding] == WHOLE_ROW ? "" : header.at(columns[finding]).label();
        RowPlace other = others[finding] == 0 ? null : sheets.place(others[finding]);
        return new Problem(
                sheets.place(rows[finding]),
                column,
                found[finding],
                CODES[codes[finding]],
                other,
                null);
    }
}
