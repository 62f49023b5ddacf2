package dev.stockload.sheet;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.header.Column;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads cells as a person said, and counts them. In a matrix a size is that of a header. */
final class GivenValues {
    private final SheetOptions options;
    private final Header header;
    private final Map<HeaderField, Map<String, Integer>> counts = new TreeMap<>();

    GivenValues(SheetOptions options, Header header) {
        this.options = options;
        this.header = header;
        for (HeaderField field : options.values().keySet()) {
            counts.put(field, new TreeMap<>());
            options.values(field).keySet().forEach(found -> counts.get(field).put(found, 0));
        }
        header.sizeNames().forEach(name -> value(HeaderField.SIZE, name));
    }

    RowBlock apply(RowBlock block) {
        int last = counts.isEmpty() ? 0 : block.first(block.size());
        for (int cell = block.first(0); cell < last; cell++) {
            Column column = header.at(block.column(cell));
            HeaderField field =
                    column.role() == Column.Role.SIZE ? HeaderField.STOCK : column.field();
            if (column.isRead() && counts.containsKey(field)) {
                String value = value(field, block.trimmed(cell));
                if (value != null) {
                    block.replace(cell, value);
                }
            }
        }
        return block;
    }

    private String value(HeaderField field, String found) {
        String value = options.values(field).get(found);
        if (value != null) {
            counts.get(field).merge(found, 1, Integer::sum);
        }
        return value;
    }

    /** What was replaced, and what was not found. */
    List<Problem> warnings() {
        List<String> words = new ArrayList<>();
        List<String> idle = new ArrayList<>();
        for (HeaderField field : counts.keySet()) {
            for (Map.Entry<String, Integer> each : counts.get(field).entrySet()) {
                String what = "%s '%s'".formatted(field.label(), each.getKey());
                String value = options.values(field).get(each.getKey());
                String cells = Count.of(each.getValue(), "cell");
                if (each.getValue() == 0) {
                    idle.add(what);
                } else {
                    words.add("The %s was read as '%s' in %s".formatted(what, value, cells));
                }
            }
        }
        if (!idle.isEmpty()) {
            words.add(
                    "%s to replace not needed: %s"
                            .formatted(Count.of(idle.size(), "value"), Count.some(idle)));
        }
        return words.stream()
                .map(each -> Problem.ofFile(ProblemCode.VALUE_REPLACED, each))
                .toList();
    }
}
