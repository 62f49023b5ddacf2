package dev.stockload.sheet.header;

import dev.stockload.sheet.rows.CellKind;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.stock.Digits;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

    private static final int EVEN_STEP = 2;

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

    /** {@code isNamed} if the row has a product and a colour. */
    public Kind kind(RowBlock block, int row, boolean isNamed) {
        return isMatrix ? ofMatrix(block, row, isNamed) : ofLong(block, row);
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

    /** A row with sizes where stock is expected, and with words that are not a product. */
    private Kind ofMatrix(RowBlock block, int row, boolean isNamed) {
        int[] numbers = new int[header.columns().size()];
        int count = 0;
        int sizes = 0;
        int same = 0;
        int others = 0; // sizes that are not plain numbers, such as EU 41 or XL
        int names = 0;
        int known = 0;
        boolean digits = false;
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            Column column = header.at(block.column(cell));
            String text = block.trimmed(cell);
            if (column.role() == Column.Role.FIELD) {
                names++;
                known += isHeaderWord(text) ? 1 : 0;
                digits |= text.codePoints().anyMatch(Character::isDigit);
            } else if (column.isSize()) {
                Column read = Column.sizeOrOther(block, cell, text);
                boolean isNumber = block.kind(cell) == CellKind.NUMBER || Digits.number(text) >= 0;
                sizes++;
                same += read.size() > 0 && read.size() == column.size() ? 1 : 0;
                others += !isNumber && read.isSize() ? 1 : 0;
                if (isNumber) {
                    numbers[count++] = read.size() >>> 16;
                }
            }
        }
        SizeSteps steps = SizeSteps.of(numbers, count);
        if (!steps.oneWay() || count > 0 && steps.smallest() == 0) {
            return Kind.NO_HEADER;
        }
        if (known > 1
                || known > 0 && count + others > 0 && steps.widest() <= SizeSteps.WIDEST_STEP
                || !digits && others > 1
                || !isNamed && count > Math.min(names + 1, 2) && steps.areSizes()) {
            return same == sizes ? Kind.SAME : Kind.OTHER;
        }
        if (count < 3 || !steps.areSizes() || same == sizes) {
            return Kind.NO_HEADER;
        }
        boolean isBlock = steps.even() && steps.widest() <= EVEN_STEP;
        return !digits ? Kind.OTHER_IF_NEW : isBlock ? Kind.BLOCK_IF_NEW : Kind.NO_HEADER;
    }
}
