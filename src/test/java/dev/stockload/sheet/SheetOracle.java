package dev.stockload.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sheet.rows.NumberText;
import dev.stockload.sheet.rows.SheetText;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random cells with known content: what a writer writes, and what reading must return. */
public final class SheetOracle {
    public enum Kind {
        WHOLE,
        FRACTION,
        LONG_DIGITS,
        PADDED,
        PREFIXED,
        DATE,
        TIME,
        TEXT,
        NUMERIC_TEXT,
        WIDE_TEXT,
        BOOLEAN,
        ERROR,
        NUMBER_FORMULA,
        TEXT_FORMULA
    }

    /**
     * A cell to write.
     *
     * @param number the number, the days of a date, or 1 for true
     * @param format the format of a number; may be null
     */
    public record Cell(Kind kind, double number, String text, String format) {
        /** The cell as {@link SheetText} shows it. */
        String shown() {
            return switch (kind) {
                case WHOLE, LONG_DIGITS, FRACTION, PREFIXED, NUMBER_FORMULA ->
                        "number " + NumberText.unformatted(number);
                case PADDED -> "number %06d".formatted((long) number);
                case DATE, TIME -> "date " + text;
                case BOOLEAN -> "boolean " + (number == 1 ? "TRUE" : "FALSE");
                case ERROR -> "error " + text;
                default -> text;
            };
        }
    }

    private static final List<String> WORDS =
            List.of("Blue", "grün", "黑色", "a<b & \"c\"", "two\nlines", "👟", "O'Neill", "x  y");

    private SheetOracle() {}

    /** Rows with gaps; a missing cell is null. */
    public static List<List<Cell>> rows(Random random, int count, int width) {
        List<List<Cell>> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            List<Cell> cells = new ArrayList<>();
            for (int column = 0; column < width; column++) {
                boolean isThere = row == 0 || random.nextInt(5) > 0;
                cells.add(isThere ? cell(random, Kind.values()[(row + column) % 14]) : null);
            }
            rows.add(random.nextInt(10) == 0 && row > 0 ? new ArrayList<>() : cells);
        }
        return rows;
    }

    private static Cell cell(Random random, Kind kind) {
        String word = WORDS.get(random.nextInt(WORDS.size())) + random.nextInt(50);
        return switch (kind) {
            case WHOLE, NUMBER_FORMULA -> new Cell(kind, random.nextInt(5000) - 50, null, null);
            case FRACTION -> new Cell(kind, random.nextInt(100_000) / 8.0 + 0.1, null, "0");
            case LONG_DIGITS ->
                    new Cell(kind, 4_006_381_333_000L + random.nextInt(1000), null, null);
            case PADDED -> new Cell(kind, random.nextInt(999_999), null, "000000");
            case PREFIXED -> new Cell(kind, random.nextInt(9999), null, "\"S-\"0000");
            case DATE -> date(kind, random.nextInt(20_000) + 30_000, 0);
            case TIME -> date(kind, random.nextInt(20_000) + 30_000, random.nextInt(86_399) + 1);
            case TEXT, TEXT_FORMULA -> new Cell(kind, 0, word, null);
            case NUMERIC_TEXT -> new Cell(kind, 0, "00" + random.nextInt(9999), "@");
            case WIDE_TEXT -> new Cell(kind, 0, "库存" + "x".repeat(random.nextInt(40)), null);
            case BOOLEAN -> new Cell(kind, random.nextInt(2), null, null);
            case ERROR -> new Cell(kind, 0, random.nextBoolean() ? "#DIV/0!" : "#N/A", null);
        };
    }

    private static Cell date(Kind kind, int days, int seconds) {
        LocalDateTime moment =
                LocalDate.of(1899, 12, 30).atStartOfDay().plusDays(days).plusSeconds(seconds);
        String shown = moment.toLocalDate().toString();
        if (seconds > 0) {
            shown += moment.format(DateTimeFormatter.ofPattern(" HH:mm:ss"));
        }
        return new Cell(kind, days + seconds / 86_400.0, shown, "yyyy-mm-dd hh:mm:ss");
    }

    /** Fails with the first cell that differs. */
    public static void assertSame(String what, List<String> read, List<String> expected) {
        for (int row = 0; row < Math.min(read.size(), expected.size()); row++) {
            String[] cells = read.get(row).split(" \\| ");
            String[] others = expected.get(row).split(" \\| ");
            for (int cell = 0; cell < Math.min(cells.length, others.length); cell++) {
                assertThat(cells[cell]).as("%s, row '%s'", what, others[0]).isEqualTo(others[cell]);
            }
            assertThat(cells).as("%s, row '%s'", what, others[0]).hasSameSizeAs(others);
        }
        assertThat(read).as(what).hasSameSizeAs(expected);
    }

    /** What reading must return. */
    public static List<String> shown(List<List<Cell>> rows) {
        List<String> shown = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            List<String> cells = new ArrayList<>();
            for (int column = 0; column < rows.get(row).size(); column++) {
                Cell cell = rows.get(row).get(column);
                if (cell != null) {
                    cells.add((char) ('A' + column) + "=" + cell.shown());
                }
            }
            if (!cells.isEmpty()) {
                shown.add(row + 1 + ": " + String.join(" | ", cells));
            }
        }
        return shown;
    }
}
