package dev.stockload.sheet.header;

import dev.stockload.sheet.rows.CellKind;
import dev.stockload.sheet.rows.RowBlock;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds headers below the first one: the same again, or that of another table, below which all rows
 * would be misread.
 */
public final class LaterHeaders {
    public enum Kind {
        NO_HEADER,
        SAME,
        OTHER,
        /** Names that may be a header's, above sizes that may be stock. */
        OTHER_IF_NEW,
        /** The same, but with a number in the names: a block of one product. */
        BLOCK_IF_NEW
    }

    /** Headers of product and colour columns in many languages. */
    private static final List<String> WORDS =
            List.of(
                    """
                    article articlenumber artículo articolo artigo artikel artikelnummer
                    artikelnr artnr art code código codice item style model modell modèle modelo
                    modello name product produkt produit producto prodotto ref reference
                    référence referencia sku 款号 款式 产品 品名 farbe farben farbname couleur colore
                    cor kleur kolor barva szín renk färg farve väri цвет χρώμα 顏色 色 カラー 색상
                    colourname colorname colours colors
                    """
                            .strip()
                            .split("\\s+"));

    /** Smaller numbers are rarely sizes, but often stock. */
    private static final int SMALLEST_SIZE = 15;

    private static final int EVEN_STEP = 2;
    private static final int WIDEST_STEP = 12;
    private static final int WIDEST_EVEN_STEP = 6;

    /** Sizes this close to each other need not be evenly spaced, such as 36, 38 and 41. */
    private static final int NARROW_STEP = 3;

    /** Sizes of children are heights in centimetres, such as 80, 92 and 104. */
    private static final int SMALLEST_HEIGHT = 50;

    private static final int WIDEST_HEIGHT_STEP = 18;

    /** This many numbers in small steps up or down are not stock. */
    private static final int MANY = 5;

    private final Header header;
    private final boolean isMatrix;
    private final Map<String, HeaderField> fields = new HashMap<>();
    private final Set<String> words = new HashSet<>(WORDS);

    public LaterHeaders(Header header) {
        this.header = header;
        this.isMatrix = header.isMatrix();
        for (Column column : header.columns()) {
            if (column.role() == Column.Role.FIELD) {
                fields.put(HeaderField.bare(column.name()), column.field());
            }
        }
        words.addAll(fields.keySet());
        words.addAll(HeaderField.allNames());
    }

    public Kind kind(RowBlock block, int row) {
        return isMatrix ? ofMatrix(block, row) : ofLong(block, row);
    }

    /** A header has two known words; the same one has size and stock in their columns. */
    private Kind ofLong(RowBlock block, int row) {
        int known = 0;
        boolean same = true;
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            Column column = header.at(block.column(cell));
            HeaderField above = column.field();
            String text = block.trimmed(cell);
            String bare = HeaderField.bare(text);
            Optional<HeaderField> field =
                    Optional.ofNullable(fields.get(bare)).or(() -> HeaderField.ofHeader(text));
            known += column.isRead() && (field.isPresent() || words.contains(bare)) ? 1 : 0;
            same &=
                    field.map(own -> own == above)
                            .orElse(above != HeaderField.SIZE && above != HeaderField.STOCK);
        }
        return known < 2 ? Kind.NO_HEADER : same ? Kind.SAME : Kind.OTHER;
    }

    public boolean isHeaderWord(String text) {
        return words.contains(HeaderField.bare(text));
    }

    private static boolean isNumber(RowBlock block, int cell) {
        return block.kind(cell) == CellKind.NUMBER || block.isDigits(cell);
    }

    /** A row with sizes where stock is expected, and with words that are not a product. */
    private Kind ofMatrix(RowBlock block, int row) {
        SizesOfRow sizes = new SizesOfRow();
        int names = 0;
        int known = 0;
        boolean digits = false;
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            Column column = header.at(block.column(cell));
            if (column.role() == Column.Role.FIELD) {
                String text = block.trimmed(cell);
                names++;
                known += isHeaderWord(text) ? 1 : 0;
                digits |= text.codePoints().anyMatch(Character::isDigit);
            } else if (column.role() != Column.Role.UNREAD && !sizes.add(block, cell, column)) {
                return Kind.NO_HEADER;
            }
        }
        boolean isHeader =
                known > 1
                        || known > 0 && sizes.haveStepsUpTo(WIDEST_STEP)
                        || !digits && sizes.others > 1
                        || names == 0 && sizes.areRegular(2);
        if (!isHeader) {
            boolean isLike = sizes.areRegular(3) && sizes.same < sizes.all;
            return digits && isLike && sizes.areEven()
                    ? Kind.BLOCK_IF_NEW
                    : !digits && isLike ? Kind.OTHER_IF_NEW : Kind.NO_HEADER;
        }
        return sizes.same == sizes.all ? Kind.SAME : Kind.OTHER;
    }

    /** The cells of a row below the sizes of a matrix, read as sizes. */
    private final class SizesOfRow {
        private final int[] numbers = new int[header.columns().size()];
        private int count;
        private int all;

        /** Sizes that are not plain numbers, such as EU 41 or XL. */
        private int others;

        /** Sizes that the header has in the same column. */
        private int same;

        /** Adds a cell; false if its number cannot be the next size. */
        boolean add(RowBlock block, int cell, Column column) {
            Column read = Column.sizeOrOther(block, cell, block.trimmed(cell));
            all++;
            if (read.role() == Column.Role.SIZE) {
                same += read.size() == column.size() ? 1 : 0;
            }
            if (!isNumber(block, cell)) {
                others += read.role() == Column.Role.UNREAD ? 0 : 1;
                return true;
            }
            int number = read.size() >>> 16;
            numbers[count++] = number;
            return number > 0 && (count == 1 || step(count - 1) * step(1) > 0);
        }

        private int step(int to) {
            return numbers[to] - numbers[to - 1];
        }

        /** Whether there are sizes, and no step between them is larger than this. */
        boolean haveStepsUpTo(int apart) {
            for (int i = 1; i < count; i++) {
                if (Math.abs(step(i)) > apart) {
                    return false;
                }
            }
            return count + others > 0;
        }

        /** Whether all steps are the same small one. */
        boolean areEven() {
            return haveStepsUpTo(EVEN_STEP)
                    && IntStream.range(2, count).allMatch(i -> step(i) == step(1));
        }

        /** Whether there are at least this many numbers, and they are too regular for stock. */
        boolean areRegular(int atLeast) {
            if (count < atLeast) {
                return false;
            }
            int smallest = Math.min(numbers[0], numbers[count - 1]);
            boolean adults = smallest >= SMALLEST_SIZE && haveStepsUpTo(WIDEST_EVEN_STEP);
            boolean children = smallest >= SMALLEST_HEIGHT && haveStepsUpTo(WIDEST_HEIGHT_STEP);
            boolean regular = adults || children;
            for (int i = 2; regular && i < count && count < MANY; i++) {
                regular = step(i) == step(1) || adults && haveStepsUpTo(NARROW_STEP);
            }
            return regular;
        }
    }
}
