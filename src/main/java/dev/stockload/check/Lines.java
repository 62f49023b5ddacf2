package dev.stockload.check;

import dev.stockload.stock.Digits;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The good lines of a sheet, in blocks of some thousand lines with size, stock, row and colour side
 * by side. A million lines take 24 MB instead of 100 MB as objects, and none is copied when more
 * come. Each barcode is a long: up to 17 digits in the long itself, with leading zeros; others by
 * their index.
 */
final class Lines {
    private static final int SIZE = 0;
    private static final int STOCK = 1;
    private static final int ROW = 2;
    private static final int COLOUR = 3;
    private static final int NUMBERS = 4;

    private static final int BLOCK_BITS = 13;
    private static final int BLOCK = 1 << BLOCK_BITS;

    static final long NO_BARCODE = 0;

    private static final int MOST_DIGITS = 17;
    private static final int LENGTH_AT = 58;
    private static final long VALUE = (1L << LENGTH_AT) - 1;

    /** The overhead of a String object, counted in characters. */
    private static final int STRING_OVERHEAD = 16;

    private int count;
    private int[][] blocks = new int[16][];
    private long[][] barcodes = new long[16][];
    private final List<String> otherBarcodes = new ArrayList<>();
    private long characters;

    /**
     * The lines by colour and row, each with its size in the upper half, and where each colour
     * starts.
     */
    private long[] ordered = new long[0];

    private int[] firsts = new int[1];

    void add(int colour, int row, int size, int stock, long barcode) {
        int line = count++;
        int block = line >>> BLOCK_BITS;
        if (block == blocks.length) {
            blocks = Arrays.copyOf(blocks, block * 2);
            barcodes = Arrays.copyOf(barcodes, block * 2);
        }
        if (blocks[block] == null) {
            blocks[block] = new int[BLOCK * NUMBERS];
        }
        int[] numbers = blocks[block];
        int at = at(line);
        numbers[at + SIZE] = size;
        numbers[at + STOCK] = stock;
        numbers[at + ROW] = row;
        numbers[at + COLOUR] = colour;
        if (barcode != NO_BARCODE) {
            if (barcodes[block] == null) {
                barcodes[block] = new long[BLOCK];
            }
            barcodes[block][line & BLOCK - 1] = barcode;
        }
    }

    /** Sorts by counting: linking each line to the last one of its colour was slower. */
    void orderByColour(int colours) {
        firsts = new int[colours + 1];
        for (int line = 0; line < count; line++) {
            firsts[colour(line) + 1]++;
        }
        for (int colour = 0; colour < colours; colour++) {
            firsts[colour + 1] += firsts[colour];
        }
        ordered = new long[count];
        for (int line = count - 1; line >= 0; line--) {
            ordered[--firsts[colour(line) + 1]] = (long) size(line) << Integer.SIZE | line;
        }
        System.arraycopy(firsts, 1, firsts, 0, colours);
        firsts[colours] = count;
    }

    void renumber(int[] colours) {
        for (int line = 0; line < count; line++) {
            blocks[line >>> BLOCK_BITS][at(line) + COLOUR] = colours[colour(line)];
        }
    }

    /** The lines of a colour by row; a new array. */
    int[] of(int colour) {
        int first = firsts[colour];
        int[] own = new int[firsts[colour + 1] - first];
        Arrays.setAll(own, i -> (int) ordered[first + i]);
        return own;
    }

    /** The lines of a colour by size: each number is the size, shifted by 32 bits, and the line. */
    long[] bySize(int colour) {
        long[] sorted = Arrays.copyOfRange(ordered, firsts[colour], firsts[colour + 1]);
        Arrays.sort(sorted);
        return sorted;
    }

    int count() {
        return count;
    }

    private static int at(int line) {
        return (line & BLOCK - 1) * NUMBERS;
    }

    private int number(int line, int which) {
        return blocks[line >>> BLOCK_BITS][at(line) + which];
    }

    int row(int line) {
        return number(line, ROW);
    }

    int colour(int line) {
        return number(line, COLOUR);
    }

    int size(int line) {
        return number(line, SIZE);
    }

    int stock(int line) {
        return number(line, STOCK);
    }

    long keepBarcode(String text) {
        if (text.isEmpty()) {
            return NO_BARCODE;
        }
        long value = text.length() > MOST_DIGITS ? -1 : Digits.number(text);
        if (value < 0) {
            otherBarcodes.add(text);
            characters += STRING_OVERHEAD + text.length();
            return -otherBarcodes.size();
        }
        return (long) text.length() << LENGTH_AT | value;
    }

    /** Keeps a whole number from 0 to 10^15, padded with zeros to this many digits. */
    long keepBarcode(long number, int pad) {
        int length = Math.max(pad, digits(number));
        return length > MOST_DIGITS
                ? keepBarcode("0".repeat(length - digits(number)) + number)
                : (long) length << LENGTH_AT | number;
    }

    /** The memory of the barcodes that do not fit into a long, in characters. */
    long characters() {
        return characters;
    }

    CheckedColour.Line line(int line) {
        return new CheckedColour.Line(
                Size.ofPacked(size(line)), new Stock(stock(line), barcode(line)), row(line));
    }

    boolean hasBarcode(int line) {
        return packedBarcode(line) != NO_BARCODE;
    }

    /** A barcode that is not of few digits; null if it is, or there is none. */
    String otherBarcode(int line) {
        return packedBarcode(line) < NO_BARCODE ? barcode(line) : null;
    }

    /** Whether the barcode ends in zeros, as after rounding, and its check digit is wrong. */
    boolean isRounded(int line) {
        long packedBarcode = packedBarcode(line);
        return packedBarcode > NO_BARCODE
                && (packedBarcode & VALUE) % 100_000 == 0
                && barcode(line).matches("\\d{12,14}")
                && checkSum(packedBarcode & VALUE) % 10 != 0;
    }

    /** By the rule of GTIN: digits count once and three times in turn, from the right. */
    private static long checkSum(long code) {
        return code == 0 ? 0 : code % 10 + code / 10 % 10 * 3 + checkSum(code / 100);
    }

    private long packedBarcode(int line) {
        long[] block = barcodes[line >>> BLOCK_BITS];
        return block == null ? NO_BARCODE : block[line & BLOCK - 1];
    }

    /** Null if there is none. */
    String barcode(int line) {
        long packedBarcode = packedBarcode(line);
        if (packedBarcode <= NO_BARCODE) {
            return packedBarcode == NO_BARCODE
                    ? null
                    : otherBarcodes.get((int) (-packedBarcode - 1));
        }
        long number = packedBarcode & VALUE;
        String digits = Long.toString(number);
        int zeros = (int) (packedBarcode >>> LENGTH_AT) - digits.length();
        return zeros == 0 ? digits : "0".repeat(zeros) + digits;
    }

    private static int digits(long number) {
        int digits = 1;
        for (long power = 10; number >= power; power *= 10) {
            digits++;
        }
        return digits;
    }
}
