package dev.stockload.check;

import dev.stockload.sheet.CellKind;
import dev.stockload.sheet.RowBlock;
import dev.stockload.stock.Code;
import dev.stockload.stock.Size;

import java.util.regex.Pattern;

/**
 * Reads single cells by the rules of their fields. Where a cell breaks one, {@link #code} says
 * which; it is null after a good cell. Values are plain numbers, since a million cells come through
 * here.
 */
final class CellReader {
    private static final Pattern LOST_DIGITS = Pattern.compile("\\d([.,]\\d+)?[eE]\\+?\\d+");

    private static final int LONGEST_NUMBER = 40;
    private static final Pattern BELOW_ZERO = Pattern.compile("[-−]\\s*\\d*[1-9]\\d*([.,]\\d+)?");

    /** 2.5, but not 2.500, which may be two thousand and five hundred. */
    private static final Pattern FRACTION =
            Pattern.compile("(0[.,]|\\d+[.,](?!\\d{3}$))\\d*[1-9]\\d*");

    /** A spreadsheet program keeps 15 digits of a number. */
    private static final double KEPT_DIGITS = 1e15;

    private final Barcodes barcodes;
    private Code code;
    private int column;
    private String found;

    CellReader(Barcodes barcodes) {
        this.barcodes = barcodes;
    }

    Code code() {
        return code;
    }

    int column() {
        return column;
    }

    String found() {
        return found;
    }

    /** A product id, 0 where the cell holds none. */
    int productId(RowBlock block, int cell) {
        code = null;
        CellKind kind = block.kind(cell);
        if (kind == CellKind.NUMBER) {
            double value = block.value(cell);
            int id = (int) value;
            return id == value && id > 0 ? id : fail(block, cell, Code.PRODUCT_FORMAT);
        }
        if (kind != CellKind.TEXT) {
            return fail(block, cell, Code.PRODUCT_FORMAT);
        }
        long id = wholeNumber(block.trimmed(cell));
        return id > 0 && id <= Integer.MAX_VALUE
                ? (int) id
                : fail(block, cell, Code.PRODUCT_FORMAT);
    }

    /** An item number with the zeros that are seen, null where the cell holds none. */
    String item(RowBlock block, int cell) {
        return words(block, cell, Code.PRODUCT_FORMAT);
    }

    /** The name of a colour as written, null where the cell holds none. */
    String colour(RowBlock block, int cell) {
        return words(block, cell, Code.COLOUR_FORMAT);
    }

    private String words(RowBlock block, int cell, Code otherwise) {
        code = null;
        return switch (block.kind(cell)) {
            case TEXT -> block.trimmed(cell);
            case NUMBER -> block.paddedText(cell);
            default -> {
                fail(block, cell, otherwise);
                yield null;
            }
        };
    }

    /** A size, packed, 0 where the cell holds none. */
    int size(RowBlock block, int cell) {
        code = null;
        int size =
                switch (block.kind(cell)) {
                    case TEXT -> Size.packed(block.trimmed(cell));
                    case NUMBER -> Size.packed(block.value(cell));
                    default -> 0;
                };
        return size != 0
                ? size
                : fail(
                        block,
                        cell,
                        block.kind(cell) == CellKind.DATE ? Code.SIZE_DATE : Code.SIZE_FORMAT);
    }

    /** A stock of 0 or more, -1 where the cell holds none. */
    int stock(RowBlock block, int cell) {
        code = null;
        if (block.kind(cell) == CellKind.NUMBER) {
            return stock(block, cell, block.value(cell));
        }
        if (block.kind(cell) != CellKind.TEXT) {
            return fail(block, cell, Code.STOCK_FORMAT) - 1;
        }
        String text = block.trimmed(cell);
        long stock = wholeNumber(text);
        if (stock >= 0 && stock <= Integer.MAX_VALUE) {
            return (int) stock;
        }
        return fail(block, cell, stock > 0 ? Code.STOCK_RANGE : stockFault(text)) - 1;
    }

    private static Code stockFault(String text) {
        if (text.length() > LONGEST_NUMBER) {
            return Code.STOCK_FORMAT;
        }
        if (BELOW_ZERO.matcher(text).matches()) {
            return Code.STOCK_NEGATIVE;
        }
        return FRACTION.matcher(text).matches() ? Code.STOCK_FRACTION : Code.STOCK_FORMAT;
    }

    private int stock(RowBlock block, int cell, double value) {
        int stock = (int) value;
        if (stock == value && stock >= 0) {
            return stock;
        }
        Code fault =
                value < 0
                        ? Code.STOCK_NEGATIVE
                        : value > Integer.MAX_VALUE ? Code.STOCK_RANGE : Code.STOCK_FRACTION;
        return fail(block, cell, fault) - 1;
    }

    /** A barcode as {@link Barcodes} keeps it. */
    long barcode(RowBlock block, int cell) {
        code = null;
        if (block.kind(cell) == CellKind.TEXT) {
            String text = block.trimmed(cell);
            return hasLostDigits(text)
                    ? fail(block, cell, Code.BARCODE_DIGITS)
                    : barcodes.keep(text);
        }
        double value = block.value(cell);
        if (block.kind(cell) != CellKind.NUMBER
                || value < 0
                || value < KEPT_DIGITS && value != Math.rint(value)) {
            return fail(block, cell, Code.BARCODE_FORMAT);
        }
        return value < KEPT_DIGITS
                ? barcodes.keep((long) value, block.pad(cell))
                : fail(block, cell, Code.BARCODE_DIGITS);
    }

    private static boolean hasLostDigits(String text) {
        return (text.indexOf('E') > 0 || text.indexOf('e') > 0)
                && LOST_DIGITS.matcher(text).matches();
    }

    /**
     * A number of plain digits, -1 where the text is none; one too long for a stock comes out too
     * large for it.
     */
    private static long wholeNumber(String text) {
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = Math.min(number * 10 + digit, Long.MAX_VALUE / 100);
        }
        return text.isEmpty() ? -1 : number;
    }

    private int fail(RowBlock block, int cell, Code fault) {
        code =
                switch (block.kind(cell)) {
                    case ERROR -> Code.CELL_ERROR;
                    case UNCALCULATED -> Code.CELL_UNCALCULATED;
                    default -> fault;
                };
        column = block.column(cell);
        found = block.text(cell);
        return 0;
    }
}
