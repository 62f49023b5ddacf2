package dev.stockload.sheet.header;

import static dev.stockload.sheet.header.HeaderField.COLOUR;
import static dev.stockload.sheet.header.HeaderField.ITEM;
import static dev.stockload.sheet.header.HeaderField.SIZE;
import static dev.stockload.sheet.header.HeaderField.STOCK;

import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Size;
import dev.stockload.stock.WrittenSize;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One row, read as a header. */
final class HeaderCandidate {
    /** Steps between sizes; where a person chose the columns, wider ones are of a row of stock. */
    private static final int WIDEST_STEP = 12;

    /** Sizes of children end with 13, and those of adults go on with 1. */
    private static final int SMALL = 2;

    /**
     * A name and a value with the same number, as in {@code Option1 Name}, {@code Option1 Value}.
     */
    private static final Pattern OPTION =
            Pattern.compile("(.*\\d) ?(name|value(?:\\(s\\))?)", Pattern.CASE_INSENSITIVE);

    private final Map<HeaderField, String> named;
    private final Map<String, String> sizes;
    private final int row;
    private final List<Column> columns = new ArrayList<>();
    private final Map<HeaderField, Column> fields = new EnumMap<>(HeaderField.class);
    private final Map<HeaderField, Column> twins = new EnumMap<>(HeaderField.class);
    private final Set<HeaderField> exact = EnumSet.noneOf(HeaderField.class);
    private final Map<Integer, String> below = new HashMap<>();
    private int repeated;

    /** Whether sizes are to the left of the product or the colour. */
    private boolean sizesBefore;

    HeaderCandidate(
            Map<HeaderField, String> named, Map<String, String> sizes, RowBlock block, int index) {
        int cells = block.first(index + 1);
        this.named = named.isEmpty() ? Header.carried(block.trimmed(cells - 1)) : named;
        this.sizes = sizes;
        row = block.number(index);
        for (int cell = block.first(index); cell < block.first(index + 1); cell++) {
            add(block, cell);
        }
        if (index > 0) {
            compareWith(block, index - 1);
        }
        if (index + 1 < block.size()) {
            compareWith(block, index + 1);
            for (int cell = block.first(index + 1); cell < block.first(index + 2); cell++) {
                below.put(block.column(cell), block.trimmed(cell));
            }
            addOptions();
        }
        dropSizesBefore();
    }

    /** A shop program names the colour and the size beside their values, in each row. */
    private void addOptions() {
        Map<String, String> names = new HashMap<>();
        for (Column column : List.copyOf(columns)) {
            Matcher option = OPTION.matcher(column.name());
            if (!option.matches()) {
                continue;
            }
            if (option.group(2).equalsIgnoreCase("name")) {
                names.put(option.group(1), below.getOrDefault(column.place(), ""));
            } else {
                HeaderField.ofHeader(names.getOrDefault(option.group(1), ""))
                        .ifPresent(field -> addAlso(column, field));
            }
        }
        for (Column column : names.isEmpty() ? List.<Column>of() : List.copyOf(columns)) {
            if (column.name().equalsIgnoreCase("handle")) {
                addAlso(column, HeaderField.ITEM);
            } else if (column.name().matches("(?i)available( \\(not editable\\))?")) {
                addAlso(column, HeaderField.STOCK);
            }
        }
    }

    private void addAlso(Column column, HeaderField field) {
        if (!fields.containsKey(field) && !named.containsKey(field)) {
            Column read = new Column(column.place(), column.name(), Column.Role.FIELD, field, 0);
            columns.set(column.place(), read);
            fields.put(field, read);
        }
    }

    /** Sizes stand to the right; numbers to the left are those of rows. */
    private void dropSizesBefore() {
        int product =
                Stream.of(HeaderField.PRODUCT, HeaderField.ITEM)
                        .filter(fields::containsKey)
                        .mapToInt(field -> fields.get(field).place())
                        .min()
                        .orElse(0);
        Column colour = fields.get(HeaderField.COLOUR);
        int last = colour == null ? 0 : Math.max(product, colour.place());
        for (Column column : columns.subList(0, last)) {
            if (column.isSize()) {
                sizesBefore |= column.role() == Column.Role.SIZE;
                columns.set(column.place(), unread(column.place(), column.name()));
            }
        }
    }

    private static Column unread(int place, String name) {
        return Column.other(place, name, Column.Role.UNREAD);
    }

    /** Whether this row names the same columns in other words. */
    boolean translates(HeaderCandidate other) {
        return missing().isEmpty()
                && roles().equals(other.roles())
                && !new Header(row, columns).names().equals(new Header(row, other.columns).names());
    }

    private List<String> roles() {
        return columns.stream()
                .filter(Column::isRead)
                .map(each -> "%d %s %d".formatted(each.place(), each.field(), each.size()))
                .toList();
    }

    private void add(RowBlock block, int cell) {
        int place = block.column(cell);
        while (columns.size() < place) {
            columns.add(Column.other(columns.size(), "", Column.Role.UNREAD));
        }
        String name = block.trimmed(cell);
        Optional<HeaderField> field = field(name);
        Column column =
                field.map(own -> new Column(place, name, Column.Role.FIELD, own, 0))
                        .orElseGet(() -> sizeOrOther(block, cell, name));
        columns.add(column);
        field.ifPresent(own -> choose(column, isExact(own, name)));
    }

    private Column sizeOrOther(RowBlock block, int cell, String name) {
        int given = sizes.containsKey(name) ? Size.packed(sizes.get(name)) : 0;
        return given == 0
                ? Column.sizeOrOther(block, cell, name)
                : new Column(block.column(cell), name, Column.Role.SIZE, null, given);
    }

    /** An exact name wins over one that is only alike. */
    private void choose(Column column, boolean isExact) {
        HeaderField field = column.field();
        Column other = fields.get(field);
        boolean isFirst = other == null;
        boolean isBetter = !isFirst && isExact && !exact.contains(field);
        boolean isWorse = !isFirst && !isExact && exact.contains(field);
        if (isBetter) {
            columns.set(other.place(), unread(other.place(), other.name()));
            twins.remove(field);
        }
        if (isFirst || isBetter) {
            fields.put(field, column);
        } else if (isWorse) {
            columns.set(column.place(), unread(column.place(), column.name()));
        } else {
            twins.putIfAbsent(field, column);
        }
        if (isExact) {
            exact.add(field);
        }
    }

    private boolean isExact(HeaderField field, String name) {
        return named.containsKey(field)
                ? named.get(field).strip().equals(name)
                : HeaderField.ofName(name).isPresent();
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

    int row() {
        return row;
    }

    List<Column> columns() {
        return columns;
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
                missing.add("a size column" + whyNoMatrix());
            }
            if (lacks(HeaderField.STOCK)) {
                missing.add("a stock column");
            }
        }
        return missing;
    }

    private String whyNoMatrix() {
        if (sizesBefore) {
            return " (a sheet with sizes as columns has them to the right of product and"
                    + " colour)";
        }
        return sizes() > 0 && fields.containsKey(HeaderField.STOCK)
                ? " (a sheet with sizes as columns has no column '%s')"
                        .formatted(fields.get(HeaderField.STOCK).name())
                : "";
    }

    /** How to name what is missing, by the headers that are not understood. */
    String command() {
        List<String> words = new ArrayList<>();
        for (HeaderField field : List.of(ITEM, COLOUR, SIZE, STOCK)) {
            boolean isThere =
                    fields.containsKey(field)
                            || field == ITEM && fields.containsKey(HeaderField.PRODUCT)
                            || named.containsKey(field)
                            || isMatrix() && (field == SIZE || field == STOCK);
            if (!isThere) {
                words.add(field.key() + "=HEADER");
            }
        }
        return words.isEmpty()
                ? ""
                : ". If it has them under other headers, name these: "
                        + commandFor(String.join(",", words));
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
            refusePairs();
            refuseOtherNumbers();
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
        if (matrix) {
            holdLikeSizes(read);
        }
        markNotes(read);
        return new Header(row, read);
    }

    /** What looks like a size beside sizes is one that is not understood. */
    private static void holdLikeSizes(List<Column> columns) {
        for (int round = 0; round < 2; round++) {
            for (int i = 1; i < columns.size(); i++) {
                holdLikeSize(columns, i, i - 1);
                holdLikeSize(columns, columns.size() - 1 - i, columns.size() - i);
            }
        }
    }

    private static void holdLikeSize(List<Column> columns, int place, int beside) {
        Column column = columns.get(place);
        Column neighbour = columns.get(beside);
        if (column.role() == Column.Role.UNREAD
                && column.field() == null
                && neighbour.isSize()
                && WrittenSize.looksLikeSizeBeside(column.name(), neighbour.name())) {
            columns.set(place, Column.other(place, column.name(), Column.Role.BAD_SIZE));
        }
    }

    private void refusePairs() {
        columns.stream()
                .filter(each -> each.role() == Column.Role.UNREAD)
                .filter(each -> HeaderField.numbered(each.name()).equals(Optional.of(STOCK)))
                .findFirst()
                .ifPresent(
                        pair -> {
                            throw new UnusableSheetException(
                                    "has numbered columns, such as '%s' and '%s', in its header, row %d: a row has one size and one stock, in columns of these names; write a row for each pair"
                                            .formatted(sizeName(), pair.name(), row));
                        });
    }

    private String sizeName() {
        return columns.stream()
                .filter(each -> each.role() == Column.Role.SIZE)
                .map(Column::name)
                .findFirst()
                .orElseThrow();
    }

    /**
     * Sizes that are plain numbers rise or fall, and may fall back once to a small one. Other
     * numbers are those of shops, or of a row of stock.
     */
    private void refuseOtherNumbers() {
        int[] sizes =
                columns.stream()
                        .filter(each -> each.role() == Column.Role.SIZE)
                        .filter(each -> each.name().matches("\\d+"))
                        .mapToInt(each -> each.size() >>> 16)
                        .toArray();
        boolean isChosen =
                named.containsKey(COLOUR)
                        || named.containsKey(ITEM)
                        || named.containsKey(HeaderField.PRODUCT);
        int rises = 0;
        int falls = 0;
        int back = 0;
        boolean areWide = false;
        for (int i = 1; i < sizes.length; i++) {
            int step = sizes[i] - sizes[i - 1];
            boolean isBack = Math.min(sizes[i], sizes[i - 1]) <= SMALL && Math.abs(step) > SMALL;
            back += isBack ? 1 : 0;
            rises += !isBack && step > 0 ? 1 : 0;
            falls += !isBack && step < 0 ? 1 : 0;
            areWide |= !isBack && Math.abs(step) > WIDEST_STEP;
        }
        if (rises > 0 && falls > 0 || back > 1 || isChosen && areWide) {
            throw new UnusableSheetException(
                    "may have no header: the numbers of its header are not in the order of sizes in row %d ('%s', …). Put a row with the names of the columns above it, or write sizes as EU 36"
                            .formatted(row, sizeName()));
        }
    }

    /** Marks the columns that an earlier rejects file added. */
    private static void markNotes(List<Column> columns) {
        int size = columns.size();
        List<Column> last = columns.subList(Math.max(0, size - Header.NOTES.size()), size);
        if (size > last.size() && Header.areNotes(last.stream().map(Column::name).toList())) {
            last.replaceAll(each -> Column.other(each.place(), each.name(), Column.Role.NOTE));
        }
    }

    /** Refuses a row of stock as the header: its stock would be lost. */
    private void refuseValue(HeaderField field) {
        Column column = fields.get(field);
        String name = column.name();
        String next = below.getOrDefault(column.place(), "");
        boolean value =
                switch (field) {
                    case PRODUCT, STOCK -> name.matches("\\d+");
                    case SIZE -> Size.parse(name).isPresent();
                    case ITEM, BARCODE ->
                            name.matches(".*\\d.*") && shape(name).equals(shape(next));
                    case COLOUR -> false;
                };
        if (value) {
            throw new UnusableSheetException(
                    "has no header: the %s column is named '%s', but row %d is a row of stock and would be lost. Put a row with the names of the columns above it"
                            .formatted(field.words(), name, row));
        }
    }

    private static String shape(String text) {
        return text.replaceAll("\\p{L}", "A").replaceAll("\\d", "9");
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
                "has two columns with the same meaning in its header, row %d: '%s' and '%s' both name the %s; rename or delete one%s"
                        .formatted(
                                row,
                                one.name(),
                                other.name(),
                                meaning,
                                other.field() == null || one.name().equals(other.name())
                                        ? ""
                                        : ", or say which one is meant: "
                                                + commandFor(column(other.field(), other.name()))));
    }

    /** How to say what the columns are, as the end of a sentence. */
    private static String commandFor(String columns) {
        return "stockload check %s --columns %s (columns: in a job)"
                .formatted(UnusableSheetException.FILE, columns);
    }

    private static String column(HeaderField field, String name) {
        boolean isWord = name.matches("[\\p{L}\\p{N}._-]+");
        return field.key() + "=" + (isWord ? name : '"' + name.replace('"', '\'') + '"');
    }
}
