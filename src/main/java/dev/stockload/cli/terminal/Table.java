package dev.stockload.cli.terminal;

import dev.stockload.sheet.TableFile.Column;

import org.jline.utils.WCWidth;

import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A table with headings, whose columns are as wide as their widest text. */
public final class Table {
    private static final String GAP = "  ";

    private static final Map<String, Style> COLOURS =
            Map.ofEntries(
                    Map.entry("COMPLETED", Style.fg_green),
                    Map.entry("FAILED", Style.fg_red),
                    Map.entry("STOPPED", Style.fg_yellow),
                    Map.entry("WAITING", Style.fg_yellow),
                    Map.entry("RUNNING", Style.fg_blue),
                    Map.entry("missing", Style.fg_red),
                    Map.entry("different", Style.fg_red),
                    Map.entry("extra", Style.fg_yellow),
                    Map.entry("cannot be used, see below", Style.fg_red));

    private final List<List<String>> rows = new ArrayList<>();
    private final List<Boolean> rightAligned;

    /** A heading that starts with {@code >} right-aligns its column. */
    public Table(String... headings) {
        rightAligned = List.of(headings).stream().map(text -> text.startsWith(">")).toList();
        rows.add(List.of(headings).stream().map(text -> text.replaceFirst("^>", "")).toList());
    }

    /** Prints a row for each item, and nothing if there are none. */
    @SafeVarargs
    public static <T> void print(CommandOutput out, Collection<T> items, Column<T>... columns) {
        List<Column<T>> all = List.of(columns);
        Table table = new Table(Column.headings(all).toArray(String[]::new));
        items.forEach(item -> table.add(Column.cells(all, item).toArray()));
        if (!items.isEmpty()) {
            table.print(out);
        }
    }

    public void add(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(cell == null ? "" : presentable(cell.toString()));
        }
        rows.add(row);
    }

    /** In colour, unless the output is a file or a pipe, or {@code NO_COLOR} is set. */
    public void print(CommandOutput out) {
        print(out, Ansi.AUTO.enabled() && !"dumb".equals(System.getenv("TERM")));
    }

    void print(CommandOutput out, boolean inColour) {
        int columns = rightAligned.size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        for (List<String> row : rows) {
            boolean isHeading = row == rows.get(0);
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String space = " ".repeat(widths[i] - width(row.get(i)));
                String cell = inColour ? painted(row.get(i), isHeading) : row.get(i);
                line.append(i == 0 ? "" : GAP)
                        .append(rightAligned.get(i) ? space + cell : cell + space);
            }
            out.writer().println(line.toString().stripTrailing());
        }
    }

    private static String painted(String text, boolean isHeading) {
        Style style = isHeading ? Style.bold : COLOURS.get(text.strip());
        return style == null || text.isBlank() ? text : style.on() + text + Style.reset.on();
    }

    /** The width of a text on a terminal, where Chinese characters take two columns. */
    static int width(String text) {
        return text.codePoints().map(letter -> Math.max(0, WCWidth.wcwidth(letter))).sum();
    }

    /** Text from sheets and services must not move the cursor or change colours. */
    private static String presentable(String text) {
        return text.replaceAll("[\\p{Cntrl}\\x{80}-\\x{9f}\\p{Cf}]", "\uFFFD");
    }
}
