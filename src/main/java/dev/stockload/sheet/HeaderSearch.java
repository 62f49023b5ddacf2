package dev.stockload.sheet;

import dev.stockload.stock.Size;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Looks for the header of a sheet: the first of its first rows that names the needed columns. */
final class HeaderSearch {
    /** How many of the first rows are looked at. */
    static final int ROWS = 30;

    /** Headers that people write for sizes which the merchant does not take. */
    private static final Pattern LIKE_A_SIZE =
            Pattern.compile("[0-9０-９].*|X{0,4}[SML]|[2-9]XL", Pattern.CASE_INSENSITIVE);

    private final String sheet;
    private final Map<Field, String> named;
    private Candidate best;

    /**
     * Searches a sheet, whose name is null where it has none.
     *
     * @param named the headers that a person named; every one of them must be there
     */
    HeaderSearch(String sheet, Map<Field, String> named) {
        this.sheet = sheet;
        this.named = named;
    }

    /** Looks at the next rows from the top; empty when none of them is a header. */
    Optional<Header> in(RowBlock block) {
        for (int row = 0; row < block.size() && block.number(row) <= ROWS; row++) {
            Candidate candidate = read(block, row);
            if (candidate.missing().isEmpty()) {
                return Optional.of(candidate.header(block.number(row)));
            }
            if (best == null || candidate.isCloserThan(best)) {
                best = candidate;
            }
        }
        return Optional.empty();
    }

    /**
     * How well a row of texts would do as a header; the delimiter of a CSV file is chosen by it.
     */
    static int score(List<String> texts, Map<Field, String> named) {
        RowBlock block = new RowBlock();
        for (int column = 0; column < texts.size(); column++) {
            block.addText(column, texts.get(column));
        }
        block.endRow(1);
        return block.size() == 0 ? 0 : new HeaderSearch(null, named).read(block, 0).score();
    }

    /** How close the best of the rows came to being a header. */
    int closeness() {
        return best == null ? -1 : best.score();
    }

    /** Why no header was found, in a sentence that names what is missing and what was seen. */
    String failure() {
        String place =
                sheet == null
                        ? "its first %d rows".formatted(ROWS)
                        : "the first %d rows of sheet '%s'".formatted(ROWS, sheet);
        if (best == null) {
            return "has no header in %s, which are empty".formatted(place);
        }
        StringJoiner columns = new StringJoiner(", ");
        best.names.stream()
                .filter(name -> !name.isEmpty())
                .limit(20)
                .forEach(name -> columns.add("'" + name + "'"));
        return "has no header in %s: missing %s; the row that comes closest has %s"
                .formatted(
                        place, String.join(" and ", best.missing()), shorten(columns.toString()));
    }

    private static String shorten(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }

    private Candidate read(RowBlock block, int row) {
        Candidate candidate = new Candidate(named);
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            candidate.add(block, cell);
        }
        return candidate;
    }

    /** One row, taken for a header. */
    private static final class Candidate {
        private final Map<Field, String> named;
        private final List<String> names = new ArrayList<>();
        private final List<Integer> sizes = new ArrayList<>();
        private final Map<Field, Integer> fields = new EnumMap<>(Field.class);
        private final Map<Field, Integer> twins = new EnumMap<>(Field.class);

        Candidate(Map<Field, String> named) {
            this.named = named;
        }

        void add(RowBlock block, int cell) {
            int column = block.column(cell);
            while (names.size() <= column) {
                names.add("");
                sizes.add(0);
            }
            String name = block.text(cell).strip();
            names.set(column, name);
            field(name)
                    .ifPresentOrElse(
                            field -> claim(field, column),
                            () -> sizes.set(column, size(block, cell, name)));
        }

        private void claim(Field field, int column) {
            Integer earlier = fields.putIfAbsent(field, column);
            if (earlier != null) {
                twins.putIfAbsent(field, column);
            }
        }

        private Optional<Field> field(String name) {
            String bare = Field.bare(name);
            for (Map.Entry<Field, String> entry : named.entrySet()) {
                if (Field.bare(entry.getValue()).equals(bare)) {
                    return Optional.of(entry.getKey());
                }
            }
            return Field.ofHeader(name).filter(field -> !named.containsKey(field));
        }

        private static int size(RowBlock block, int cell, String name) {
            int size =
                    block.kind(cell) == CellKind.NUMBER
                            ? Size.packed(block.value(cell))
                            : Size.packed(name);
            boolean like = block.kind(cell) != CellKind.TEXT || LIKE_A_SIZE.matcher(name).matches();
            return size == 0 && like ? Header.NO_SIZE : size;
        }

        private boolean isMatrix() {
            boolean isLong = fields.containsKey(Field.SIZE) && fields.containsKey(Field.STOCK);
            return !isLong
                    && !fields.containsKey(Field.SIZE)
                    && sizes.stream().anyMatch(size -> size > 0);
        }

        List<String> missing() {
            List<String> missing = new ArrayList<>();
            for (Field field : Field.values()) {
                if (named.containsKey(field) && !fields.containsKey(field)) {
                    missing.add("the %s column '%s'".formatted(field.words(), named.get(field)));
                }
            }
            if (lacks(Field.PRODUCT) && lacks(Field.ITEM)) {
                missing.add("a product id or item number column");
            }
            if (lacks(Field.COLOUR)) {
                missing.add("a colour column");
            }
            if (!isMatrix()) {
                for (Field field : List.of(Field.SIZE, Field.STOCK)) {
                    if (lacks(field)) {
                        missing.add("a " + field.words() + " column");
                    }
                }
            }
            return missing;
        }

        /** Whether a field is neither there nor named, where its absence is told already. */
        private boolean lacks(Field field) {
            return !fields.containsKey(field) && !named.containsKey(field);
        }

        int score() {
            int sized = (int) Math.min(2, sizes.stream().filter(size -> size > 0).count());
            return fields.isEmpty() ? 0 : fields.size() * 2 + sized;
        }

        /** Among rows that name nothing known, the fullest is the likely header. */
        boolean isCloserThan(Candidate other) {
            return score() > other.score() || score() == other.score() && cells() > other.cells();
        }

        private long cells() {
            return names.stream().filter(name -> !name.isEmpty()).count();
        }

        Header header(int row) {
            boolean matrix = isMatrix();
            twins.forEach(
                    (field, column) -> {
                        if (!matrix || field != Field.STOCK) {
                            refuse(
                                    row,
                                    names.get(fields.get(field)),
                                    names.get(column),
                                    field.words());
                        }
                    });
            if (matrix) {
                fields.remove(Field.STOCK);
                fields.remove(Field.BARCODE); // one for a whole row would be that of no size
                refuseTwinSizes(row);
            }
            return new Header(
                    row,
                    matrix ? Layout.MATRIX : Layout.LONG,
                    names,
                    fields,
                    matrix ? sizes : Collections.nCopies(names.size(), 0));
        }

        private void refuseTwinSizes(int row) {
            for (int column = 0; column < sizes.size(); column++) {
                int first = sizes.indexOf(sizes.get(column));
                if (sizes.get(column) > 0 && first < column) {
                    refuse(
                            row,
                            names.get(first),
                            names.get(column),
                            "size " + Size.ofPacked(sizes.get(column)));
                }
            }
        }

        private static void refuse(int row, String one, String other, String meaning) {
            throw new UnusableSheetException(
                    "has two columns of the same meaning in its header, row %d: '%s' and '%s' both name the %s; rename or delete one"
                            .formatted(row, one, other, meaning));
        }
    }
}
