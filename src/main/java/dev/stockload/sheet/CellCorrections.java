package dev.stockload.sheet;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.RowPlace;
import dev.stockload.sheet.header.Column;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads cells as a person said, and counts them; one for a row wins. */
final class CellCorrections {
    private final Header header;
    private final Map<Correction, Integer> counts = new HashMap<>();
    private final Map<HeaderField, Map<String, Correction>> ofAll = new HashMap<>();
    private final Map<RowPlace, List<Correction>> ofRows = new HashMap<>();
    private final RowBlock filledIn = new RowBlock();
    private final boolean areFilledIn;

    CellCorrections(Collection<Correction> given, Header header) {
        this.header = header;
        this.areFilledIn = given.stream().anyMatch(each -> each.found().isEmpty());
        for (Correction each : given) {
            counts.put(each, 0);
            if (each.place() == null) {
                ofAll.computeIfAbsent(each.field(), unused -> new HashMap<>())
                        .put(each.found(), each);
            } else {
                ofRows.computeIfAbsent(each.place(), unused -> new ArrayList<>()).add(each);
            }
        }
        header.sizeNames().forEach(name -> find(List.of(), HeaderField.SIZE, name));
    }

    /** {@code before} is the number of rows in the sheets before this one. */
    RowBlock apply(RowBlock block, String sheet, int before) {
        if (counts.isEmpty()) {
            return block;
        }
        RowBlock read = filledIn(block, sheet, before);
        for (int row = 0; row < read.size(); row++) {
            List<Correction> own = ofRow(read, row, sheet, before);
            for (int cell = read.first(row); cell < read.first(row + 1); cell++) {
                apply(read, cell, own);
            }
        }
        return read;
    }

    private List<Correction> ofRow(RowBlock block, int row, String sheet, int before) {
        return ofRows.isEmpty()
                ? List.of()
                : ofRows.getOrDefault(new RowPlace(sheet, block.number(row) - before), List.of());
    }

    /** Adds empty cells that a person filled in. */
    private RowBlock filledIn(RowBlock block, String sheet, int before) {
        if (!areFilledIn) {
            return block;
        }
        filledIn.copyRows(
                block,
                row -> {
                    for (Correction each : ofRow(block, row, sheet, before)) {
                        int column = header.column(each.field());
                        if (each.found().isEmpty() && column >= 0 && block.cell(row, column) < 0) {
                            filledIn.addGiven(
                                    column, each.value(), each.field() == HeaderField.COLOUR);
                            counts.put(each, 1);
                        }
                    }
                });
        return filledIn;
    }

    private void apply(RowBlock block, int cell, List<Correction> own) {
        Column column = header.at(block.column(cell));
        HeaderField field = column.role() == Column.Role.SIZE ? HeaderField.STOCK : column.field();
        if (!column.isRead() || own.isEmpty() && !ofAll.containsKey(field)) {
            return;
        }
        String found = block.trimmed(cell);
        Correction correction = find(own, field, found);
        if (correction != null) {
            // Another text for no barcode is none; the same text is a barcode.
            boolean isSame = correction.value().equals(found);
            boolean isMeant = field == HeaderField.COLOUR || field == HeaderField.BARCODE && isSame;
            block.replace(cell, correction.value(), isMeant);
        }
    }

    private Correction find(List<Correction> own, HeaderField field, String found) {
        Correction correction =
                own.stream()
                        .filter(each -> each.field() == field && each.found().equals(found))
                        .findFirst()
                        .orElseGet(() -> ofAll.getOrDefault(field, Map.of()).get(found));
        if (correction != null) {
            counts.merge(correction, 1, Integer::sum);
        }
        return correction;
    }

    /** What was replaced, and what was not found. */
    List<Problem> warnings() {
        List<String> words = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        List<String> idle = new ArrayList<>();
        new TreeMap<>(counts)
                .forEach(
                        (each, count) -> {
                            if (count == 0) {
                                idle.add(each.words());
                            } else if (each.place() == null) {
                                words.add(
                                        "The %s was read as '%s' in %s"
                                                .formatted(
                                                        each.words(),
                                                        each.value(),
                                                        Count.of(count, "cell")));
                            } else {
                                rows.add("%s as '%s'".formatted(each.words(), each.value()));
                            }
                        });
        if (!rows.isEmpty()) {
            words.add(
                    "%s read as given for one row: %s"
                            .formatted(Count.were(rows.size(), "text"), Count.some(rows)));
        }
        if (!idle.isEmpty()) {
            words.add(
                    "%s not needed: %s"
                            .formatted(Count.were(idle.size(), "correction"), Count.some(idle)));
        }
        return words.stream()
                .map(each -> Problem.ofFile(ProblemCode.VALUE_REPLACED, each))
                .toList();
    }
}
