package dev.stockload.sheet.header;

import dev.stockload.sheet.rows.SheetFacts;
import dev.stockload.stock.SafeText;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a sheet is laid out: its layout, which column each field is read from, other columns that
 * name stock, and what is only shown. The sizes of a matrix and the order of columns are no part.
 */
public record SheetShape(Map<String, String> parts) {
    /** What is shown with a change, and is none by itself: the same words were read. */
    private static final List<String> SHOWN = List.of("encoding", "delimiter", "sheets");

    private static final int LONGEST = 100;

    public static SheetShape of(Header header, SheetFacts facts, int sheets) {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("layout", header.isMatrix() ? "a row per colour" : "a row per size");
        header.columnNames().forEach((field, name) -> parts.put(field.label(), name));
        parts.put(
                "other stock columns",
                header.columns().stream()
                        .filter(column -> column.role() == Column.Role.UNREAD)
                        .map(Column::name)
                        .filter(SheetShape::namesStock)
                        .sorted()
                        .collect(Collectors.joining(", ")));
        parts.put("encoding", Objects.requireNonNullElse(facts.encoding(), ""));
        parts.put("delimiter", Objects.requireNonNullElse(facts.delimiterName(), ""));
        parts.put("sheets", String.valueOf(sheets));
        parts.replaceAll(
                (part, text) -> SafeText.cut(text.replaceAll("[\\r\\n=]", " ").strip(), LONGEST));
        return new SheetShape(parts);
    }

    private static boolean namesStock(String name) {
        return Arrays.stream(name.split("[^\\p{L}]+"))
                .anyMatch(
                        word -> HeaderField.ofHeader(word).equals(Optional.of(HeaderField.STOCK)));
    }

    public static SheetShape parse(String text) {
        Map<String, String> parts = new LinkedHashMap<>();
        text.lines().map(line -> line.split("=", 2)).forEach(each -> parts.put(each[0], each[1]));
        return new SheetShape(parts);
    }

    public String text() {
        return parts.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining("\n"));
    }

    /** Whether nothing that matters differs. */
    public boolean isLike(SheetShape other) {
        return meaning().equals(other.meaning());
    }

    private Map<String, String> meaning() {
        Map<String, String> meaning = new LinkedHashMap<>(parts);
        meaning.keySet().removeAll(SHOWN);
        meaning.replaceAll((part, text) -> HeaderField.bare(text));
        meaning.values().removeIf(String::isEmpty);
        return meaning;
    }

    /** What became of an earlier shape, in words. */
    public String changeFrom(SheetShape before) {
        Map<String, String> all = new LinkedHashMap<>(before.parts);
        parts.forEach(all::putIfAbsent);
        List<String> changes = new ArrayList<>();
        for (String part : all.keySet()) {
            String was = before.parts.getOrDefault(part, "");
            String is = parts.getOrDefault(part, "");
            if (!HeaderField.bare(was).equals(HeaderField.bare(is))) {
                changes.add("%s was %s and is %s".formatted(part, shown(was), shown(is)));
            }
        }
        return String.join("; ", changes);
    }

    private static String shown(String text) {
        return text.isEmpty() ? "none" : "'" + text + "'";
    }
}
