package dev.stockload.check;

import dev.stockload.sheet.Header;
import dev.stockload.sheet.Layout;
import dev.stockload.sheet.SheetFacts;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What was understood of a file, for a person to compare with what they meant. */
public final class SheetSummary {
    private SheetSummary() {}

    /**
     * Facts by their names, in the order in which they are told; those that do not apply are out.
     */
    public static Map<String, String> of(CheckedSheet checked) {
        SheetFacts facts = checked.facts();
        Header header = checked.header();
        Map<String, String> summary = new LinkedHashMap<>();
        summary.put("Kind", facts.kind());
        summary.put("Sheet", facts.sheet());
        summary.put("Encoding", facts.encoding());
        summary.put("Delimiter", facts.delimiterName());
        summary.put("Header", "row " + header.row());
        summary.put("Layout", header.layout().toString());
        summary.put(
                "Columns",
                header.columnNames().entrySet().stream()
                        .map(e -> "%s = '%s'".formatted(e.getKey().words(), e.getValue()))
                        .collect(Collectors.joining(", ")));
        if (header.layout() == Layout.MATRIX) {
            summary.put("Sizes", String.join(", ", header.sizeNames()));
        }
        summary.values().removeIf(value -> value == null);
        return summary;
    }
}
