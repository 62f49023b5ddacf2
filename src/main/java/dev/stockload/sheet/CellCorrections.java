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
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads cells as a person said, and counts them; one for a row wins. */
final class CellCorrections {
    /** The cells that a correction is for: those of all rows if it has no place. */
    private record Cells(HeaderField field, String found, RowPlace place) {}

    private final Header header;
    private final Map<Correction, Integer> counts = new HashMap<>();
    private final Map<Cells, Correction> ofCells = new HashMap<>();
    private final Set<HeaderField> fields = EnumSet.noneOf(HeaderField.class);
    private final boolean areOfRows;
    private final RowBlock filledIn = new RowBlock();

    CellCorrections(Collection<Correction> given, Header header) {
        this.header = header;
        this.areOfRows = given.stream().anyMatch(each -> each.place() != null);
        for (Correction each : given) {
            counts.put(each, 0);
            fields.add(each.field());
            ofCells.put(new Cells(each.field(), each.found(), each.place()), each);
        }
        header.sizeNames().forEach(name -> find(HeaderField.SIZE, name, null));
    }

    /** {@code before} is the number of rows in the sheets before this one. */
    RowBlock apply(RowBlock block, String sheet, int before) {
        if (counts.isEmpty()) {
            return block;
        }
        RowBlock read = areOfRows ? filledIn : block;
        if (areOfRows) {
            read.copyRows(block, row -> fillIn(block, row, place(block, row, sheet, before)));
        }
        for (int row = 0; row < read.size(); row++) {
            RowPlace place = areOfRows ? place(read, row, sheet, before) : null;
            for (int cell = read.first(row); cell < read.first(row + 1); cell++) {
                apply(read, cell, place);
            }
        }
        return read;
    }

    private static RowPlace place(RowBlock block, int row, String sheet, int before) {
        return new RowPlace(sheet, block.number(row) - before);
    }

    /** Adds empty cells that a person filled in. */
    private void fillIn(RowBlock block, int row, RowPlace place) {
        for (HeaderField field : fields) {
            int column = header.column(field);
            if (column >= 0 && block.cell(row, column) < 0) {
                Correction given = find(field, "", place);
                if (given != null) {
                    filledIn.addGiven(column, given.value(), field == HeaderField.COLOUR);
                }
            }
        }
    }

    private void apply(RowBlock block, int cell, RowPlace place) {
        Column column = header.at(block.column(cell));
        HeaderField field = column.role() == Column.Role.SIZE ? HeaderField.STOCK : column.field();
        if (!column.isRead() || !fields.contains(field)) {
            return;
        }
        String found = block.trimmed(cell);
        Correction correction = find(field, found, place);
        if (correction != null) {
            // Another text for no barcode is none; the same text is a barcode.
            boolean isSame = correction.value().equals(found);
            boolean isMeant = field == HeaderField.COLOUR || field == HeaderField.BARCODE && isSame;
            block.replace(cell, correction.value(), isMeant);
        }
    }

    private Correction find(HeaderField field, String found, RowPlace place) {
        Correction ofAll = ofCells.get(new Cells(field, found, null));
        Correction correction =
                place == null ? ofAll : ofCells.getOrDefault(new Cells(field, found, place), ofAll);
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
