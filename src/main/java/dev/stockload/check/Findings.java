package dev.stockload.check;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.RowPlace;
import dev.stockload.problem.SheetRows;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.rows.PlainText;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** The problems found in a sheet, in arrays; their sentences are created when they are read. */
final class Findings {
    static final int WHOLE_ROW = -1;
    private static final ProblemCode[] CODES = ProblemCode.values();

    /** As many as corrections can be given. */
    private static final int MOST_GROUPS = 10_000;

    private static final int ROWS_OF_A_GROUP = 100;

    /** Their cell is empty, or only one of several at fault. */
    private static final Set<ProblemCode> OF_NO_CELL =
            EnumSet.of(
                    ProblemCode.CELL_MERGED,
                    ProblemCode.ROW_TOTAL,
                    ProblemCode.SIZE_DUPLICATE,
                    ProblemCode.SIZE_OVERLAP);

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
        int[] order = byRow();
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

    private int[] byRow() {
        return IntStream.range(0, count)
                .mapToLong(finding -> (long) rows[finding] << Integer.SIZE | finding)
                .sorted()
                .mapToInt(sorted -> (int) sorted)
                .toArray();
    }

    /** The most frequent first, of at most ten thousand; held rows are no problems of their own. */
    List<ProblemGroup> groups(Header header, SheetRows sheets) {
        record Key(byte code, int column, String found) {}
        Map<Key, List<Integer>> first = new LinkedHashMap<>();
        Map<Key, Integer> counts = new HashMap<>();
        for (int finding = 0; finding < count; finding++) {
            Key key = new Key(codes[finding], columns[finding], found[finding]);
            boolean isGroup =
                    CODES[key.code] != ProblemCode.COLOUR_HELD
                            && (first.size() < MOST_GROUPS || first.containsKey(key));
            if (isGroup && counts.merge(key, 1, Integer::sum) <= ROWS_OF_A_GROUP) {
                first.computeIfAbsent(key, unused -> new ArrayList<>()).add(finding);
            }
        }
        Comparator<Map.Entry<Key, ?>> byCount =
                Comparator.comparing(each -> counts.get(each.getKey()));
        return first.entrySet().stream()
                .sorted(byCount.reversed())
                .map(each -> group(each.getValue(), counts.get(each.getKey()), header, sheets))
                .toList();
    }

    private ProblemGroup group(List<Integer> some, int all, Header header, SheetRows sheets) {
        Problem problem = problem(some.get(0), header, sheets);
        return new ProblemGroup(
                problem.code(),
                field(problem.code(), columns[some.get(0)], header),
                problem.column(),
                PlainText.of(problem.found()),
                problem.advice(),
                problem.offered().orElse(null),
                all,
                some.stream().map(finding -> sheets.place(rows[finding])).toList());
    }

    private static HeaderField field(ProblemCode code, int column, Header header) {
        if (column < 0 || OF_NO_CELL.contains(code)) {
            return null;
        }
        return switch (header.at(column).role()) {
            case SIZE -> HeaderField.STOCK;
            case BAD_SIZE -> HeaderField.SIZE;
            default -> header.at(column).field();
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
