package dev.stockload.check;

import java.util.Arrays;

/**
 * The good lines of a sheet, chained colour by colour: size, stock and row of each stand side by
 * side in arrays for some thousand lines. A million of them take 24 MB, where an object each took a
 * hundred, and none is moved when more come.
 */
final class Lines {
    static final int NONE = -1;

    private static final int SIZE = 0;
    private static final int STOCK = 1;
    private static final int ROW = 2;
    private static final int NEXT = 3;
    private static final int NUMBERS = 4;

    private static final int BLOCK_BITS = 13;
    private static final int BLOCK = 1 << BLOCK_BITS;

    private int count;
    private int[][] blocks = new int[16][];
    private long[][] barcodes = new long[16][];

    /** Adds a line behind another of its colour, or as the first of one. */
    int add(int previous, int row, int size, int stock, long barcode) {
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
        chain(previous, line);
        if (barcode != Barcodes.NONE) {
            if (barcodes[block] == null) {
                barcodes[block] = new long[BLOCK];
            }
            barcodes[block][line & BLOCK - 1] = barcode;
        }
        return line;
    }

    /** Makes a line the last of its colour, behind another or as the first. */
    void chain(int previous, int line) {
        blocks[line >>> BLOCK_BITS][at(line) + NEXT] = NONE;
        if (previous != NONE) {
            blocks[previous >>> BLOCK_BITS][at(previous) + NEXT] = line;
        }
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

    /** The size, packed. */
    int size(int line) {
        return number(line, SIZE);
    }

    int stock(int line) {
        return number(line, STOCK);
    }

    long barcode(int line) {
        long[] block = barcodes[line >>> BLOCK_BITS];
        return block == null ? Barcodes.NONE : block[line & BLOCK - 1];
    }

    /** The next line of the same colour. */
    int next(int line) {
        return number(line, NEXT);
    }
}
