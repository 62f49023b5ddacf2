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
    /** What fits into any terminal. */
    public static final int USUAL_WIDTH = 80;

    private static final String GAP = "  ";

    private static final Map<String, Style> COLOURS =
            Map.ofEntries(
                    Map.entry("Finished", Style.fg_green),
                    Map.entry("Failed", Style.fg_red),
                    Map.entry("Stopped", Style.fg_yellow),
                    Map.entry("Waiting", Style.fg_yellow),
                    Map.entry("Running", Style.fg_blue),
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

    /** A row for each item. */
    @SafeVarargs
    public static <T> Table of(Collection<T> items, Column<T>... columns) {
        List<Column<T>> all = List.of(columns);
        Table table = new Table(Column.headings(all).toArray(String[]::new));
        items.forEach(item -> table.add(Column.cells(all, item).toArray()));
        return table;
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
        print(out, Integer.MAX_VALUE);
    }

    /** Leaves out the columns on the right that do not fit into this width. */
    public void print(CommandOutput out, int width) {
        print(out, width, Ansi.AUTO.enabled());
    }

    void print(CommandOutput out, int width, boolean inColour) {
        List<Integer> widths = new ArrayList<>();
        int used = -GAP.length();
        for (int i = 0; i < rightAligned.size(); i++) {
            int column = i;
            int widest = rows.stream().mapToInt(row -> width(row.get(column))).max().orElse(0);
            used += GAP.length() + widest;
            if (i > 0 && used > width) {
                break;
            }
            widths.add(widest);
        }
        // Without rows there is nothing to show.
        for (List<String> row : rows.size() == 1 ? List.<List<String>>of() : rows) {
            boolean isHeading = row == rows.get(0);
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.size(); i++) {
                String space = " ".repeat(widths.get(i) - width(row.get(i)));
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
