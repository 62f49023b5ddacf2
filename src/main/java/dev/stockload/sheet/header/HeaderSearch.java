package dev.stockload.sheet.header;

import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Size;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds the header of a sheet: the first row, near the top, that names the required columns. */
public final class HeaderSearch {
    public static final int ROWS = 30;

    /** The advice for a header over several rows or columns. */
    public static final String ONE_ROW =
            "write one header row with a name for each column; where sizes are columns, such as 36,"
                    + " 37 and 38, there is no size and no stock column";

    private static final int POINTS_PER_EARLIER_ROW = 1000;

    private final String sheet;
    private final Map<HeaderField, String> named;
    private Candidate best;
    private int late;

    /**
     * @param sheet its name; may be null
     * @param named the headers that a person named; each of them must be there
     */
    public HeaderSearch(String sheet, Map<HeaderField, String> named) {
        this.sheet = sheet;
        this.named = named;
    }

    public Optional<Header> in(RowBlock block) {
        for (int row = 0; row < block.size(); row++) {
            Candidate candidate = new Candidate(block, row);
            boolean isHeader = candidate.missing().isEmpty();
            if (isHeader && block.number(row) <= ROWS) {
                Header header = candidate.header();
                refuseSizesBelow(header, block, row + 1);
                return Optional.of(header);
            }
            if (isHeader) {
                late = block.number(row);
                break;
            }
            if (block.number(row) <= ROWS
                    && (best == null || candidate.closeness() > best.closeness())) {
                best = candidate;
            }
        }
        return Optional.empty();
    }

    /**
     * Refuses a header of two rows: sizes in the size column and in an unnamed column next to it,
     * or a next row of sizes only that are also below other columns.
     */
    private static void refuseSizesBelow(Header header, RowBlock block, int below) {
        if (header.isMatrix()) {
            return;
        }
        int size = header.column(HeaderField.SIZE);
        for (int row = below; row < block.size(); row++) {
            int sizeCells = 0;
            int unread = 0;
            boolean onlySizes = row == below;
            for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
                Column above = header.at(block.column(cell));
                Column own = Column.sizeOrOther(block, cell, block.trimmed(cell));
                boolean isSize = own.role() != Column.Role.UNREAD;
                boolean unnamed = above.place() == size + 1 && above.name().isEmpty();
                sizeCells += isSize && (above.place() == size || unnamed) ? 1 : 0;
                unread += above.isRead() ? 0 : 1;
                onlySizes &= isSize && !above.isName();
            }
            if (sizeCells == 2 || onlySizes && unread > 0) {
                throw new UnusableSheetException(
                        "has a header of two rows: '%s' in row %d is above sizes in row %d: %s"
                                .formatted(
                                        header.name(HeaderField.SIZE),
                                        header.row(),
                                        block.number(row),
                                        ONE_ROW));
            }
        }
    }

    /** The index of the row that is most like a header. */
    public int closest(RowBlock block) {
        return IntStream.range(0, Math.min(block.size(), ROWS))
                .boxed()
                .max(Comparator.comparingInt(row -> new Candidate(block, row).closeness()))
                .orElse(0);
    }

    /**
     * How good a header these rows have, to choose the delimiter of a CSV file. An earlier header
     * is better: rows above a later one would be lost.
     */
    public int rank(RowBlock block) {
        int highest = 0;
        for (int row = 0; row < block.size() && block.number(row) <= ROWS; row++) {
            Candidate candidate = new Candidate(block, row);
            if (candidate.missing().isEmpty()) {
                return (ROWS + 1 - candidate.row) * POINTS_PER_EARLIER_ROW + candidate.score();
            }
            highest = Math.max(highest, candidate.score());
        }
        return highest;
    }

    public int closeness() {
        return late > 0 ? Integer.MAX_VALUE : best == null ? -1 : best.closeness();
    }

    public String failure() {
        String place =
                sheet == null
                        ? "its first %d rows".formatted(ROWS)
                        : "the first %d rows of sheet '%s'".formatted(ROWS, sheet);
        if (late > 0) {
            return "has no header in %s, but row %d is one: delete the rows above it"
                    .formatted(place, late);
        }
        if (best == null) {
            return "has no header in %s, which are empty".formatted(place);
        }
        String columns =
                best.columns.stream()
                        .filter(column -> !column.name().isEmpty())
                        .limit(20)
                        .map(column -> "'" + column.name() + "'")
                        .collect(Collectors.joining(", "));
        return "has no header in %s: row %d comes closest, but lacks %s; it has %s"
                .formatted(place, best.row, String.join(" and ", best.missing()), shorten(columns));
    }

    private static String shorten(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }

    /** One row, read as a header. */
    private final class Candidate {
        private final int row;
        private final List<Column> columns = new ArrayList<>();
        private final Map<HeaderField, Column> fields = new EnumMap<>(HeaderField.class);
        private final Map<HeaderField, Column> twins = new EnumMap<>(HeaderField.class);
        private int repeated;

        Candidate(RowBlock block, int index) {
            row = block.number(index);
            for (int cell = block.first(index); cell < block.first(index + 1); cell++) {
                add(block, cell);
            }
            if (index > 0) {
                compareWith(block, index - 1);
            }
            if (index + 1 < block.size()) {
                compareWith(block, index + 1);
            }
        }

        private void add(RowBlock block, int cell) {
            int place = block.column(cell);
            while (columns.size() < place) {
                columns.add(Column.other(columns.size(), "", Column.Role.UNREAD));
            }
            String name = block.trimmed(cell);
            Column column =
                    field(name)
                            .map(field -> new Column(place, name, Column.Role.FIELD, field, 0))
                            .orElseGet(() -> Column.sizeOrOther(block, cell, name));
            columns.add(column);
            if (column.field() != null && fields.putIfAbsent(column.field(), column) != null) {
                twins.putIfAbsent(column.field(), column);
            }
        }

        private Optional<HeaderField> field(String name) {
            String bare = HeaderField.bare(name);
            for (Map.Entry<HeaderField, String> entry : named.entrySet()) {
                if (HeaderField.bare(entry.getValue()).equals(bare)) {
                    return Optional.of(entry.getKey());
                }
            }
            return HeaderField.ofHeader(name).filter(field -> !named.containsKey(field));
        }

        private boolean isMatrix() {
            return !fields.containsKey(HeaderField.SIZE)
                    && !fields.containsKey(HeaderField.STOCK)
                    && sizes() > 0;
        }

        private int sizes() {
            return (int) columns.stream().filter(each -> each.role() == Column.Role.SIZE).count();
        }

        List<String> missing() {
            List<String> missing = new ArrayList<>();
            for (HeaderField field : HeaderField.values()) {
                if (named.containsKey(field) && !fields.containsKey(field)) {
                    missing.add("the %s column '%s'".formatted(field.words(), named.get(field)));
                }
            }
            if (lacks(HeaderField.PRODUCT) && lacks(HeaderField.ITEM)) {
                missing.add("a product id or item number column");
            }
            if (lacks(HeaderField.COLOUR)) {
                missing.add("a colour column");
            }
            if (!isMatrix()) {
                if (lacks(HeaderField.SIZE)) {
                    missing.add(
                            sizes() > 0 && fields.containsKey(HeaderField.STOCK)
                                    ? "a size column (a sheet with sizes as columns has no column '%s')"
                                            .formatted(fields.get(HeaderField.STOCK).name())
                                    : "a size column");
                }
                if (lacks(HeaderField.STOCK)) {
                    missing.add("a stock column");
                }
            }
            return missing;
        }

        /** Whether a field is missing; named ones are reported already. */
        private boolean lacks(HeaderField field) {
            return !fields.containsKey(field) && !named.containsKey(field);
        }

        int score() {
            return fields.isEmpty() ? 0 : fields.size() * 2 + Math.min(2, sizes());
        }

        /** If no row has known names, the one with most words is the likely header. */
        int closeness() {
            long words =
                    columns.stream()
                            .map(Column::name)
                            .filter(name -> !name.isEmpty() && !Character.isDigit(name.charAt(0)))
                            .count();
            return score() - 2 * repeated + (int) words;
        }

        /** Counts the fields that a neighbouring row has in the same columns, as values do. */
        private void compareWith(RowBlock block, int row) {
            int same = 0;
            for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
                int place = block.column(cell);
                same +=
                        place < columns.size()
                                        && columns.get(place).field() != null
                                        && columns.get(place).name().equals(block.trimmed(cell))
                                ? 1
                                : 0;
            }
            repeated = Math.max(repeated, same);
        }

        Header header() {
            twins.forEach((field, twin) -> refuse(fields.get(field), twin, field.words()));
            named.keySet().forEach(this::refuseValue);
            boolean matrix = isMatrix();
            if (matrix) {
                refuseTwinSizes();
            }
            List<Column> read = new ArrayList<>();
            for (Column column : columns) {
                // A barcode for a whole row of a matrix belongs to no size.
                boolean isRead =
                        matrix
                                ? column.field() != HeaderField.BARCODE
                                : column.role() == Column.Role.FIELD;
                read.add(isRead ? column : column.unread());
            }
            markNotes(read);
            return new Header(row, read);
        }

        /** Marks the columns that an earlier rejects file added. */
        private static void markNotes(List<Column> columns) {
            int size = columns.size();
            List<Column> last = columns.subList(Math.max(0, size - Header.NOTES.size()), size);
            if (size > last.size()
                    && last.stream().map(Column::name).toList().equals(Header.NOTES)) {
                last.replaceAll(each -> Column.other(each.place(), each.name(), Column.Role.NOTE));
            }
        }

        /** Refuses a row of stock as the header: its stock would be lost. */
        private void refuseValue(HeaderField field) {
            String name = fields.get(field).name();
            boolean value =
                    switch (field) {
                        case PRODUCT, STOCK -> name.matches("\\d+");
                        case SIZE -> Size.parse(name).isPresent();
                        case ITEM, COLOUR, BARCODE -> false;
                    };
            if (value) {
                throw new UnusableSheetException(
                        "has no header: the %s column is named '%s', but row %d is a row of stock and would be lost. Put a row with the names of the columns above it"
                                .formatted(field.words(), name, row));
            }
        }

        private void refuseTwinSizes() {
            Map<Integer, Column> bySize = new HashMap<>();
            for (Column column : columns) {
                if (column.role() == Column.Role.SIZE) {
                    Column first = bySize.putIfAbsent(column.size(), column);
                    if (first != null) {
                        refuse(first, column, "size " + Size.ofPacked(column.size()));
                    }
                }
            }
        }

        private void refuse(Column one, Column other, String meaning) {
            throw new UnusableSheetException(
                    "has two columns with the same meaning in its header, row %d: '%s' and '%s' both name the %s; rename or delete one"
                            .formatted(row, one.name(), other.name(), meaning));
        }
    }
}
