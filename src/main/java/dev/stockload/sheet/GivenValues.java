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
        options.values()
                .forEach(
                        (field, texts) -> {
                            counts.put(field, new TreeMap<>());
                            texts.keySet().forEach(found -> counts.get(field).put(found, 0));
                        });
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
        counts.forEach(
                (field, texts) ->
                        texts.forEach(
                                (found, count) -> {
                                    String what = "%s '%s'".formatted(field.label(), found);
                                    String value = options.values(field).get(found);
                                    if (count == 0) {
                                        idle.add(what);
                                    } else {
                                        words.add(
                                                "The %s was read as '%s' in %s"
                                                        .formatted(
                                                                what,
                                                                value,
                                                                Count.of(count, "cell")));
                                    }
                                }));
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
