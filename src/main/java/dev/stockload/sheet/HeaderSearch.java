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

    private final Map<Field, String> named;
    private Candidate best;

    HeaderSearch(Map<Field, String> named) {
        this.named = named;
    }

    /** Looks at the next rows from the top; empty when none of them is a header. */
    Optional<Header> in(RowBlock block) {
        for (int row = 0; row < Math.min(block.size(), ROWS); row++) {
            Candidate candidate = read(block, row);
            if (candidate.missing().isEmpty()) {
                return Optional.of(candidate.header(block.number(row)));
            }
            if (best == null || candidate.score() > best.score()) {
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
        return block.size() == 0 ? 0 : new HeaderSearch(named).read(block, 0).score();
    }

    /** Why no header was found, in a sentence that names what is missing and what was seen. */
    String failure() {
        if (best == null || best.names.isEmpty()) {
            return "has no header in its first %d rows".formatted(ROWS);
        }
        StringJoiner columns = new StringJoiner(", ");
        best.names.stream().filter(name -> !name.isEmpty()).limit(20).forEach(columns::add);
        return "has no header in its first %d rows: missing %s; the row that comes closest has %s"
                .formatted(ROWS, String.join(" and ", best.missing()), shorten(columns.toString()));
    }

    private static String shorten(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }

    private Candidate read(RowBlock block, int row) {
        Candidate candidate = new Candidate();
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            candidate.add(block, cell, named);
        }
        return candidate;
    }

    /** One row, taken for a header. */
    private static final class Candidate {
        private final List<String> names = new ArrayList<>();
        private final List<Integer> sizes = new ArrayList<>();
        private final Map<Field, Integer> fields = new EnumMap<>(Field.class);
        private final Map<Field, Integer> twins = new EnumMap<>(Field.class);

        void add(RowBlock block, int cell, Map<Field, String> named) {
            int column = block.column(cell);
            while (names.size() <= column) {
                names.add("");
                sizes.add(0);
            }
            String name = block.text(cell).strip();
            names.set(column, name);
            field(name, named)
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

        private static Optional<Field> field(String name, Map<Field, String> named) {
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
            if (!fields.containsKey(Field.PRODUCT) && !fields.containsKey(Field.ITEM)) {
                missing.add("a product id or item number column");
            }
            if (!fields.containsKey(Field.COLOUR)) {
                missing.add("a colour column");
            }
            if (!isMatrix()) {
                for (Field field : List.of(Field.SIZE, Field.STOCK)) {
                    if (!fields.containsKey(field)) {
                        missing.add("a " + field.words() + " column");
                    }
                }
            }
            return missing;
        }

        int score() {
            int sized = (int) Math.min(2, sizes.stream().filter(size -> size > 0).count());
            return fields.size() * 2 + sized;
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
