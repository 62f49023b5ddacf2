package dev.stockload.sheet.rows;

import dev.stockload.stock.SafeText;

import org.apache.poi.ss.util.CellReference;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Some rows of a sheet with their non-empty cells, in a few arrays instead of an object per cell: a
 * handful of blocks is reused for a million rows.
 *
 * <p>Cells are numbered through the block; those of row {@code i} are {@code first(i)} to {@code
 * first(i + 1) - 1}, in the order of their columns. Blank texts are left out.
 */
public final class RowBlock {
    private static final int ROWS = 512;

    /** The rows that may hold the header must be in one block, however wide they are. */
    private static final int FEWEST_ROWS = 32;

    private static final int CELLS = 1 << 14;
    private static final int FIRST_CELLS = 64;
    private static final CellKind[] KINDS = CellKind.values();
    private static final char QUOTE = '\'';
    private static final byte TEXT = (byte) CellKind.TEXT.ordinal();
    private static final byte NUMBER = (byte) CellKind.NUMBER.ordinal();

    /** Days from the start of the 1900 date system to that of the 1904 system. */
    private static final int DAYS_1904 = 1462;

    /** In place of the digits of a format, which a text has not. */
    private static final int MEANT = 1;

    private int size;
    private int cells;
    private boolean isUnordered;
    private final int[] numbers;
    private final int[] firsts;
    private int[] columns = new int[FIRST_CELLS];
    private byte[] kinds = new byte[FIRST_CELLS];
    private byte[] pads = new byte[FIRST_CELLS];
    private double[] values = new double[FIRST_CELLS];
    private String[] texts = new String[FIRST_CELLS];

    /** Texts that need no trimming. */
    private boolean[] plains = new boolean[FIRST_CELLS];

    public RowBlock() {
        this(ROWS);
    }

    public RowBlock(int rows) {
        numbers = new int[rows];
        firsts = new int[rows + 1];
    }

    public int size() {
        return size;
    }

    /** The number of a row in a spreadsheet program. */
    public int number(int row) {
        return numbers[row];
    }

    /** The first cell of a row; for the index after the last row, the number of cells. */
    public int first(int row) {
        return firsts[row];
    }

    /** The column of a cell, from 0. */
    public int column(int cell) {
        return columns[cell];
    }

    /** The cell of a row in a column; -1 if there is none. */
    public int cell(int row, int column) {
        for (int cell = firsts[row]; cell < firsts[row + 1]; cell++) {
            if (columns[cell] == column) {
                return cell;
            }
        }
        return -1;
    }

    public CellKind kind(int cell) {
        return KINDS[kinds[cell]];
    }

    /** The value of a number, the days of a date since the end of 1899, or 0 or 1 for a boolean. */
    public double value(int cell) {
        return values[cell];
    }

    /** The minimum number of digits of a format of zeros only, 0 for any other format. */
    public int pad(int cell) {
        return pads[cell];
    }

    /** The text of a cell; numbers with all digits and without trailing zeros. */
    public String text(int cell) {
        return switch (kind(cell)) {
            case TEXT -> isDigits(cell) ? Long.toString((long) values[cell]) : texts[cell];
            case ERROR -> texts[cell];
            case NUMBER -> NumberText.unformatted(values[cell]);
            case DATE -> NumberText.date(values[cell]);
            case BOOLEAN -> values[cell] == 0 ? "FALSE" : "TRUE";
            case UNCALCULATED -> "";
        };
    }

    /** The text of a cell as a person sees it; see {@link PlainText}. */
    public String trimmed(int cell) {
        return plains[cell] ? text(cell) : PlainText.of(text(cell));
    }

    /** Whether a text is at most 15 digits without leading zeros; {@link #value} has them. */
    public boolean isDigits(int cell) {
        return kinds[cell] == TEXT && texts[cell] == null;
    }

    /** The text of a cell with the leading zeros that its format shows. */
    public String paddedText(int cell) {
        String text = text(cell);
        int missing = pads[cell] - text.length();
        return missing > 0 && values[cell] >= 0 && text.indexOf('.') < 0
                ? "0".repeat(missing) + text
                : text;
    }

    public static String letters(int place) {
        return CellReference.convertNumToColString(place);
    }

    /** The place of a column by its letters. */
    public static int place(String letters) {
        return CellReference.convertColStringToIndex(letters);
    }

    public StoredCell stored(int cell) {
        return new StoredCell(kind(cell), values[cell], pads[cell], paddedText(cell));
    }

    public boolean isFull() {
        return size == numbers.length || size >= FEWEST_ROWS && firsts[size] >= CELLS;
    }

    public void clear() {
        Arrays.fill(texts, 0, cells, null);
        size = 0;
        cells = 0;
        isUnordered = false;
        firsts[0] = 0;
    }

    /** Removes the rows up to and including the header with this row number. */
    public void dropTo(int number) {
        int rows = 0;
        while (rows < size && numbers[rows] <= number) {
            rows++;
        }
        System.arraycopy(numbers, rows, numbers, 0, size - rows);
        System.arraycopy(firsts, rows, firsts, 0, size - rows + 1);
        size -= rows;
    }

    /** Numbers the rows on from those of the sheets before. */
    public void countOn(int before) {
        for (int row = 0; before > 0 && row < size; row++) {
            numbers[row] += before;
        }
    }

    /** The columns whose cells are all in single quotes. */
    public BitSet quotedColumns() {
        BitSet quoted = new BitSet();
        BitSet others = new BitSet();
        for (int cell = first(0); cell < cells; cell++) {
            (isQuoted(cell) ? quoted : others).set(columns[cell]);
        }
        quoted.andNot(others);
        return quoted;
    }

    private boolean isQuoted(int cell) {
        String text = kinds[cell] == TEXT ? texts[cell] : null;
        return text != null
                && text.length() > 2
                && text.charAt(0) == QUOTE
                && text.charAt(text.length() - 1) == QUOTE;
    }

    /** Takes the single quotes off the cells of these columns. */
    public void unquote(BitSet quoted) {
        for (int cell = first(0); cell < cells && !quoted.isEmpty(); cell++) {
            if (quoted.get(columns[cell]) && isQuoted(cell)) {
                String text = texts[cell];
                retype(cell, text.substring(1, text.length() - 1).replace("''", "'"));
            }
        }
    }

    /** Replaces a cell by a text that a person gave; it may be meant, whatever it looks like. */
    public void replace(int cell, String text, boolean isMeant) {
        retype(cell, text);
        pads[cell] = (byte) (isMeant ? MEANT : 0);
    }

    /** Adds a text that a person gave. */
    public void addGiven(int column, String text, boolean isMeant) {
        addPlain(column, text);
        replace(cells - 1, text, isMeant);
    }

    public boolean isMeant(int cell) {
        return kinds[cell] == TEXT && pads[cell] == MEANT;
    }

    /** Makes a cell what it is if a person types this text. */
    private void retype(int cell, String text) {
        char[] chars = text.toCharArray();
        long number = chars.length == 0 ? -1 : NumberText.wholeNumber(chars, 0, chars.length);
        kinds[cell] = TEXT;
        values[cell] = number;
        pads[cell] = 0;
        texts[cell] = number >= 0 ? null : text;
        plains[cell] = number >= 0;
    }

    public void addText(int column, String text) {
        addDecoded(column, SafeText.repaired(text));
    }

    /** Adds a text without halves of surrogate pairs, such as one that was decoded from bytes. */
    public void addDecoded(int column, String text) {
        if (!PlainText.isBlank(text)) {
            add(column, CellKind.TEXT, 0, 0, text);
        }
    }

    /** Adds a text that needs no trimming. */
    public void addPlain(int column, String text) {
        add(column, CellKind.TEXT, 0, 0, text);
        plains[cells - 1] = true;
    }

    /** Adds a text of at most 15 digits without leading zeros. */
    public void addDigits(int column, long number) {
        add(column, CellKind.TEXT, number, 0, null);
        plains[cells - 1] = true;
    }

    public void addNumber(int column, double value) {
        add(column, CellKind.NUMBER, value, 0, null);
    }

    /** Formats the number or the text in this column, if that was added last. */
    public void format(int column, FormatCode format, boolean since1904) {
        int last = cells - 1;
        if (cells == firsts[size] || columns[last] != column) {
            return;
        }
        if (kinds[last] == TEXT) {
            pads[last] = (byte) format.ofText();
        } else if (kinds[last] == NUMBER && format.ofNumber() == FormatCode.DATE) {
            kinds[last] = (byte) CellKind.DATE.ordinal();
            values[last] += since1904 ? DAYS_1904 : 0;
        } else if (kinds[last] == NUMBER) {
            pads[last] = (byte) format.ofNumber();
        }
    }

    /** Adds a date by its number in the 1900 date system. */
    public void addDate(int column, double days) {
        add(column, CellKind.DATE, days, 0, null);
    }

    public void addBoolean(int column, boolean value) {
        add(column, CellKind.BOOLEAN, value ? 1 : 0, 0, null);
    }

    public void addError(int column, String shown) {
        add(column, CellKind.ERROR, 0, 0, SafeText.repaired(shown));
    }

    /** Adds a formula without a stored result, or without a reliable one. */
    public void addUncalculated(int column) {
        add(column, CellKind.UNCALCULATED, 0, 0, null);
    }

    /** Copies all rows of a block; each may be given more cells before it ends. */
    public void copyRows(RowBlock from, IntConsumer more) {
        clear();
        for (int row = 0; row < from.size; row++) {
            for (int cell = from.first(row); cell < from.first(row + 1); cell++) {
                copy(from, cell);
            }
            more.accept(row);
            endRow(from.numbers[row]);
        }
    }

    public void copy(RowBlock from, int cell) {
        add(
                from.columns[cell],
                KINDS[from.kinds[cell]],
                from.values[cell],
                from.pads[cell],
                from.texts[cell]);
        plains[cells - 1] = from.plains[cell];
    }

    /** Ends a row; returns false and leaves it out if it has no cell. */
    public boolean endRow(int number) {
        if (cells == firsts[size]) {
            return false;
        }
        if (isUnordered) {
            sortCells(number);
            isUnordered = false;
        }
        numbers[size] = number;
        size++;
        firsts[size] = cells;
        return true;
    }

    /** Sorts the cells of a row by column; few files need this. */
    private void sortCells(int number) {
        RowBlock sorted = new RowBlock(1);
        IntStream.range(firsts[size], cells)
                .boxed()
                .sorted(Comparator.comparingInt(this::column))
                .forEach(cell -> sorted.copy(this, cell));
        cells = firsts[size];
        for (int cell = 0; cell < sorted.cells; cell++) {
            if (cell > 0 && sorted.columns[cell] == sorted.columns[cell - 1]) {
                throw new UnusableSheetException(
                        "is damaged: row %d, column %s has two values; open it in Excel and save it again"
                                .formatted(number, letters(sorted.columns[cell])));
            }
            copy(sorted, cell);
        }
    }

    private void add(int column, CellKind kind, double value, int pad, String text) {
        if (cells == columns.length) {
            if (cells - firsts[size] > RowSource.LAST_COLUMN) {
                throw new UnusableSheetException("is damaged: a row has more than 16384 cells");
            }
            int more = cells * 2;
            columns = Arrays.copyOf(columns, more);
            kinds = Arrays.copyOf(kinds, more);
            pads = Arrays.copyOf(pads, more);
            values = Arrays.copyOf(values, more);
            texts = Arrays.copyOf(texts, more);
            plains = Arrays.copyOf(plains, more);
        }
        isUnordered |= cells > firsts[size] && columns[cells - 1] >= column;
        columns[cells] = column;
        kinds[cells] = (byte) kind.ordinal();
        values[cells] = value;
        pads[cells] = (byte) pad;
        texts[cells] = text;
        plains[cells] = false;
        cells++;
    }

    /** A cell as the sheet stores it, to be written as it was read. */
    public record StoredCell(CellKind kind, double value, int pad, String text) {
        @Override
        public String toString() {
            return text;
        }
    }
}
