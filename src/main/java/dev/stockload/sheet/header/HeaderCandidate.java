package dev.stockload.sheet.header;

import static dev.stockload.sheet.header.HeaderField.BARCODE;
import static dev.stockload.sheet.header.HeaderField.COLOUR;
import static dev.stockload.sheet.header.HeaderField.ITEM;
import static dev.stockload.sheet.header.HeaderField.PRODUCT;
import static dev.stockload.sheet.header.HeaderField.SIZE;
import static dev.stockload.sheet.header.HeaderField.STOCK;

import static java.util.stream.Collectors.joining;

import dev.stockload.problem.NoValue;
import dev.stockload.problem.WrittenSize;
import dev.stockload.sheet.header.HeaderOptions.Layout;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Count;
import dev.stockload.stock.Size;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One row, read as a header. */
final class HeaderCandidate {
    /** Other headers of sheets with options. */
    private static final Map<String, HeaderField> BESIDE_OPTIONS =
            Map.of("handle", ITEM, "available", STOCK, "availablenoteditable", STOCK);

    private final HeaderOptions options;
    private final Map<HeaderField, String> named;
    private final int index;
    private final int row;
    private final List<Column> columns = new ArrayList<>();
    private final Map<HeaderField, Column> fields = new EnumMap<>(HeaderField.class);
    private final Map<Integer, String> above;
    private final Map<Integer, String> below;

    /** Whether sizes are to the left of the product or the colour. */
    private boolean sizesBefore;

    HeaderCandidate(HeaderOptions options, Map<String, String> sizes, RowBlock block, int index) {
        Map<Integer, String> names = texts(block, index);
        this.options = options;
        named = new EnumMap<>(Header.namedInBrackets(List.copyOf(names.values())));
        options.columns().forEach(named::putIfAbsent);
        this.index = index;
        row = block.number(index);
        above = texts(block, index - 1);
        below = texts(block, index + 1);
        for (int cell = block.first(index); cell < block.first(index + 1); cell++) {
            add(block, cell, names, sizes);
        }
        for (HeaderField field : HeaderField.values()) {
            choose(field);
        }
        addOptions();
        dropSizesBefore();
    }

    /** In place of a header: a person names columns by their letters. */
    HeaderCandidate(HeaderOptions options) {
        this.options = options;
        named = options.columns();
        index = -1;
        row = HeaderOptions.NONE;
        above = Map.of();
        below = Map.of();
        for (Column column : options.byLetters()) {
            fillTo(column.place());
            columns.add(column);
            if (column.field() != null) {
                fields.put(column.field(), column);
            }
        }
    }

    /** The cells of a row by their columns; none if there is no such row. */
    static Map<Integer, String> texts(RowBlock block, int index) {
        Map<Integer, String> texts = new LinkedHashMap<>();
        if (index >= 0 && index < block.size()) {
            for (int cell = block.first(index); cell < block.first(index + 1); cell++) {
                texts.put(block.column(cell), block.trimmed(cell));
            }
        }
        return texts;
    }

    private void add(
            RowBlock block, int cell, Map<Integer, String> names, Map<String, String> sizes) {
        int place = block.column(cell);
        String name = names.get(place);
        fillTo(place);
        if (isUnused(place, names)) {
            columns.add(Column.other(place, name, Column.Role.UNUSED));
            return;
        }
        Optional<HeaderField> own = field(name);
        if (own.isPresent()) {
            columns.add(new Column(place, name, Column.Role.FIELD, own.get(), 0));
        } else if (sizes.containsKey(name)) {
            columns.add(Column.ofGiven(place, name, sizes.get(name)));
        } else {
            columns.add(Column.sizeOrOther(block, cell, name));
        }
    }

    private void fillTo(int place) {
        while (columns.size() < place) {
            columns.add(Column.other(columns.size(), "", Column.Role.UNREAD));
        }
    }

    /** Letters count if no header is called so. */
    private boolean isUnused(int place, Map<Integer, String> names) {
        String letters = RowBlock.letters(place);
        return options.unused().contains(names.get(place))
                || options.unused().contains(letters) && !names.containsValue(letters);
    }

    private Optional<HeaderField> field(String name) {
        String bare = HeaderField.bare(name);
        return named.keySet().stream()
                .filter(field -> HeaderField.bare(named.get(field)).equals(bare))
                .findFirst()
                .or(() -> HeaderField.ofHeader(name).filter(field -> !named.containsKey(field)));
    }

    /** An exact name wins over those that are only alike. */
    private void choose(HeaderField field) {
        List<Column> alike = columns.stream().filter(each -> each.field() == field).toList();
        List<Column> exact = alike.stream().filter(this::isExact).toList();
        for (Column column : alike) {
            if (!exact.isEmpty() && !exact.contains(column) || isOfOtherLayout(field)) {
                leaveOut(column);
            } else {
                fields.putIfAbsent(field, column);
            }
        }
    }

    private boolean isOfOtherLayout(HeaderField field) {
        return options.layout() == Layout.MATRIX && (field == SIZE || field == STOCK);
    }

    private boolean isExact(Column column) {
        String given = named.get(column.field());
        return given == null
                ? HeaderField.ofName(column.name()).isPresent()
                : given.strip().equals(column.name());
    }

    private void leaveOut(Column column) {
        columns.set(
                column.place(), Column.other(column.place(), column.name(), Column.Role.UNREAD));
    }

    /**
     * A shop program names the colour and the size beside their values, in each row, under headers
     * with the same number, such as {@code Option1 Name} and {@code Option1 Value}.
     */
    private void addOptions() {
        boolean hasOptions = false;
        for (int place = 0; place + 1 < columns.size(); place++) {
            Column values = columns.get(place + 1);
            Optional<HeaderField> field = fieldBelow(place);
            if (field.isPresent()
                    && fieldBelow(place + 1).isEmpty()
                    && !number(values).isEmpty()
                    && number(values).equals(number(columns.get(place)))) {
                addAlso(values, field.get());
                hasOptions = true;
            }
        }
        for (Column column : hasOptions ? List.copyOf(columns) : List.<Column>of()) {
            Optional.ofNullable(BESIDE_OPTIONS.get(HeaderField.bare(column.name())))
                    .ifPresent(field -> addAlso(column, field));
        }
    }

    private static String number(Column column) {
        return column.name().replaceAll("\\D", "");
    }

    private Optional<HeaderField> fieldBelow(int place) {
        return HeaderField.ofHeader(below.getOrDefault(place, ""));
    }

    private void addAlso(Column column, HeaderField field) {
        if (lacks(field)) {
            Column read = new Column(column.place(), column.name(), Column.Role.FIELD, field, 0);
            columns.set(column.place(), read);
            fields.put(field, read);
        }
    }

    /** Sizes stand to the right; numbers to the left are those of rows. */
    private void dropSizesBefore() {
        Column product = fields.getOrDefault(PRODUCT, fields.get(ITEM));
        Column item = fields.getOrDefault(ITEM, product);
        Column colour = fields.get(COLOUR);
        if (colour == null || product == null) {
            return;
        }
        int last = Math.max(Math.min(product.place(), item.place()), colour.place());
        for (Column column : List.copyOf(columns.subList(0, last))) {
            if (column.isSize()) {
                sizesBefore |= column.role() == Column.Role.SIZE;
                leaveOut(column);
            }
        }
    }

    /** Whether this row names the same columns in other words. */
    boolean translates(HeaderCandidate other) {
        return missing().isEmpty()
                && roles().equals(other.roles())
                && !names().equals(other.names());
    }

    private List<Column> roles() {
        return columns.stream()
                .filter(Column::isRead)
                .map(each -> new Column(each.place(), "", each.role(), each.field(), each.size()))
                .toList();
    }

    List<String> names() {
        return columns.stream().map(Column::name).toList();
    }

    private boolean isMatrix() {
        return options.layout() != Layout.ROWS
                && !fields.containsKey(SIZE)
                && !fields.containsKey(STOCK)
                && columns.stream()
                        .anyMatch(each -> options.layout() == null ? isGood(each) : each.isSize());
    }

    private static boolean isGood(Column column) {
        return column.role() == Column.Role.SIZE;
    }

    private List<Column> sizes() {
        return columns.stream().filter(HeaderCandidate::isGood).toList();
    }

    int index() {
        return index;
    }

    int row() {
        return row;
    }

    List<String> missing() {
        Stream<String> asked =
                named.entrySet().stream()
                        .filter(each -> !fields.containsKey(each.getKey()))
                        .map(each -> each.getKey().label() + " column '" + each.getValue() + "'")
                        .map("the "::concat);
        Stream<String> others =
                unnamed()
                        .map(field -> field == ITEM ? "product id or item number" : field.label())
                        .map("a %s column"::formatted);
        return Stream.concat(asked, others)
                .map(words -> words.equals("a size column") ? words + whyNoMatrix() : words)
                .toList();
    }

    /** The fields that are missing and that nobody named. */
    private Stream<HeaderField> unnamed() {
        return Stream.of(ITEM, COLOUR, SIZE, STOCK)
                .filter(this::lacks)
                .filter(field -> field == ITEM ? lacks(PRODUCT) : field == COLOUR || !isMatrix());
    }

    private boolean lacks(HeaderField field) {
        return !fields.containsKey(field) && !named.containsKey(field);
    }

    private String whyNoMatrix() {
        if (sizesBefore) {
            return " (a sheet with sizes as columns has them to the right of product and"
                    + " colour)";
        }
        if (!badSizes().isEmpty()) {
            return " (%s look like sizes, but sizes are whole numbers like 36 or ranges like 36-40)"
                    .formatted(Count.some(badSizes()));
        }
        return !sizes().isEmpty() && fields.containsKey(STOCK)
                ? " (a sheet with sizes as columns has no column '%s')"
                        .formatted(fields.get(STOCK).name())
                : "";
    }

    /** Headers like sizes of a sheet in which no size is one. */
    private List<String> badSizes() {
        List<String> names =
                columns.stream()
                        .filter(each -> each.role() == Column.Role.BAD_SIZE && each.size() == 0)
                        .map(each -> "'" + each.name() + "'")
                        .toList();
        return sizes().isEmpty() && names.size() > 1 ? names : List.of();
    }

    /** Whether the next row has nothing but sizes, and no product or colour. */
    boolean isAboveSizes() {
        return below.size() > 1
                && !fields.isEmpty()
                && sizes().isEmpty()
                && below.values().stream().allMatch(text -> WrittenSize.inHeader(text) > 0)
                && fields.values().stream()
                        .noneMatch(each -> each.isName() && below.containsKey(each.place()));
    }

    /** How to name what is missing, by the headers that are not understood. */
    String command() {
        if (fields.isEmpty() && names().stream().anyMatch(name -> name.matches("\\d+"))) {
            return ". If it has no header, name the columns by their letters: stockload check %s --header none --columns item=LETTER,colour=LETTER,size=LETTER,stock=LETTER (header: and columns: in a job)"
                    .formatted(UnusableSheetException.FILE);
        }
        String words =
                unnamed()
                        .filter(field -> field == ITEM || field == COLOUR || badSizes().isEmpty())
                        .map(field -> field.key() + "=HEADER")
                        .collect(joining(","));
        return words.isEmpty()
                ? ""
                : ". If it has them under other headers, name these: " + commandFor(words);
    }

    int score() {
        return fields.isEmpty() ? 0 : fields.size() * 2 + Math.min(2, sizes().size());
    }

    /** If no row has known names, the one with most words is the likely header. */
    int closeness() {
        long words =
                names().stream()
                        .filter(name -> !name.isEmpty() && !Character.isDigit(name.charAt(0)))
                        .count();
        return score() - 2 * Math.max(repeated(above), repeated(below)) + (int) words;
    }

    /** Counts the fields that a neighbouring row has in the same columns, as values do. */
    private int repeated(Map<Integer, String> neighbour) {
        return (int)
                columns.stream()
                        .filter(each -> each.field() != null)
                        .filter(each -> each.name().equals(neighbour.get(each.place())))
                        .count();
    }

    Header header() {
        boolean matrix = isMatrix();
        refuseTwins(matrix);
        named.keySet().forEach(this::refuseValue);
        if (matrix) {
            refusePairs();
            refuseOtherNumbers();
        }
        List<Column> read = new ArrayList<>();
        for (Column column : columns) {
            // A barcode for a whole row of a matrix belongs to no size.
            boolean isRead = matrix ? column.field() != BARCODE : column.field() != null;
            boolean isUnused = column.role() == Column.Role.UNUSED;
            read.add(isRead || isUnused ? column : column.unread());
        }
        for (int i = 1; matrix && i < 2 * columns.size(); i++) {
            holdLikeSize(read, i % columns.size(), -1);
            holdLikeSize(read, columns.size() - 1 - i % columns.size(), 1);
        }
        if (Header.areNotes(names())) {
            read.subList(read.size() - Header.NOTES.size(), read.size())
                    .replaceAll(each -> Column.other(each.place(), each.name(), Column.Role.NOTE));
        }
        return new Header(row, read);
    }

    /** What looks like a size beside sizes, or like none (blank), is one that is not understood. */
    private static void holdLikeSize(List<Column> columns, int place, int side) {
        Column column = columns.get(place);
        NoValue noValue = NoValue.of(column.name());
        boolean isLast = place + side < 0 || place + side == columns.size();
        if (column.role() == Column.Role.UNREAD
                && column.field() == null
                && !isLast
                && columns.get(place + side).isSize()
                && (noValue != null && noValue != NoValue.SIGN && noValue != NoValue.CUT
                        || WrittenSize.looksLikeSizeBeside(
                                column.name(), columns.get(place + side).name()))) {
            columns.set(place, Column.other(place, column.name(), Column.Role.BAD_SIZE));
        }
    }

    private void refusePairs() {
        for (Column column : columns) {
            if (column.role() == Column.Role.UNREAD
                    && HeaderField.numbered(column.name()).equals(Optional.of(STOCK))) {
                throw new UnusableSheetException(
                        "has numbered columns, such as '%s' and '%s', in its header, row %d: a row has one size and one stock, in columns of these names; write a row for each pair"
                                .formatted(firstSize(), column.name(), row));
            }
        }
    }

    private String firstSize() {
        return columns.stream().filter(Column::isSize).findFirst().orElseThrow().name();
    }

    /**
     * Sizes that are plain numbers rise or fall, and may fall back once to a small one. Other
     * numbers are those of shops, or of a row of stock.
     */
    private void refuseOtherNumbers() {
        int[] sizes =
                sizes().stream()
                        .filter(each -> each.name().matches("\\d+"))
                        .mapToInt(each -> each.size() >>> 16)
                        .toArray();
        boolean isChosen = Stream.of(COLOUR, ITEM, PRODUCT).anyMatch(named::containsKey);
        // Where a person chose the columns, wider steps are those of a row of stock.
        int widest = isChosen ? SizeSteps.WIDEST_STEP : Integer.MAX_VALUE;
        if (!SizeSteps.areInOrder(sizes, widest)) {
            throw new UnusableSheetException(
                    "may have no header: the numbers of its header are not in the order of sizes in row %d ('%s', …). Put a row with the names of the columns above it, or write sizes as EU 36"
                            .formatted(row, firstSize()));
        }
    }

    /** Refuses a row of stock as the header: its stock would be lost. */
    private void refuseValue(HeaderField field) {
        String name = fields.get(field).name();
        String next = below.getOrDefault(fields.get(field).place(), "");
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
                            .formatted(field.label(), name, row));
        }
    }

    private static String shape(String text) {
        return text.replaceAll("\\p{L}", "A").replaceAll("\\d", "9");
    }

    /** Refuses two columns of one field, or in a matrix of one size. */
    private void refuseTwins(boolean matrix) {
        Map<String, Column> first = new HashMap<>();
        for (Column column : columns) {
            if (column.field() != null || matrix && isGood(column)) {
                boolean isSize = column.field() == null;
                String meaning =
                        isSize ? "size " + Size.ofPacked(column.size()) : column.field().label();
                Column one = first.putIfAbsent(meaning, column);
                if (one != null) {
                    throw twins(one, column, meaning);
                }
            }
        }
    }

    private static String choice(Column column) {
        boolean isWord = column.name().matches("[\\p{L}\\p{N}._-]+");
        String quoted = isWord ? column.name() : '"' + column.name().replace('"', '\'') + '"';
        return commandFor(column.field().key() + "=" + quoted);
    }

    private UnusableSheetException twins(Column one, Column other, String meaning) {
        boolean canChoose = other.field() != null && !one.name().equals(other.name());
        return new UnusableSheetException(
                "has two columns with the same meaning in its header, row %d: '%s' and '%s' both name the %s; rename or delete one%s"
                        .formatted(
                                row,
                                one.name(),
                                other.name(),
                                meaning,
                                canChoose ? ", or say which one is meant: " + choice(other) : ""));
    }

    /** How to say what the columns are, as the end of a sentence. */
    private static String commandFor(String columns) {
        return "stockload check %s --columns %s (columns: in a job)"
                .formatted(UnusableSheetException.FILE, columns);
    }
}
