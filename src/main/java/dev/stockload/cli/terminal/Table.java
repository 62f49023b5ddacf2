package dev.stockload.cli.terminal;

import org.jline.utils.WCWidth;

import java.util.ArrayList;
import java.util.List;

/** A table with headings, whose columns are as wide as their widest text. */
public final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();
    private final List<Boolean> rightAligned;

    /** A heading that starts with {@code >} right-aligns its column. */
    public Table(String... headings) {
        rightAligned = List.of(headings).stream().map(text -> text.startsWith(">")).toList();
        rows.add(List.of(headings).stream().map(text -> text.replaceFirst("^>", "")).toList());
    }

    public void add(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(cell == null ? "" : presentable(cell.toString()));
        }
        rows.add(row);
    }

    public void print(CommandOutput out) {
        print(out, Paint.isWanted());
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
        return isHeading ? Paint.heading(text) : Paint.cell(text);
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
