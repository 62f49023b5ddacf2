package dev.stockload.check;

import java.util.Arrays;

/**
 * The good lines of a sheet: size, stock, barcode and row of each in a few arrays, chained colour
 * by colour. A million of them take 24 MB, where an object each took a hundred.
 */
final class Lines {
    static final int NONE = -1;

    private int count;
    private int[] sizes = new int[1024];
    private int[] stocks = new int[1024];
    private int[] rows = new int[1024];
    private int[] next = new int[1024];
    private long[] barcodes;

    /** Adds a line behind another of its colour, or as the first of one. */
    int add(int previous, int row, int size, int stock, long barcode) {
        if (count == sizes.length) {
            grow(count * 2);
        }
        int line = count++;
        rows[line] = row;
        sizes[line] = size;
        stocks[line] = stock;
        next[line] = NONE;
        if (previous != NONE) {
            next[previous] = line;
        }
        if (barcode != Barcodes.NONE) {
            if (barcodes == null) {
                barcodes = new long[sizes.length];
            }
            barcodes[line] = barcode;
        }
        return line;
    }

    private void grow(int length) {
        sizes = Arrays.copyOf(sizes, length);
        stocks = Arrays.copyOf(stocks, length);
        rows = Arrays.copyOf(rows, length);
        next = Arrays.copyOf(next, length);
        if (barcodes != null) {
            barcodes = Arrays.copyOf(barcodes, length);
        }
    }

    int row(int line) {
        return rows[line];
    }

    /** The size, packed. */
    int size(int line) {
        return sizes[line];
    }

    int stock(int line) {
        return stocks[line];
    }

    long barcode(int line) {
        return barcodes == null ? Barcodes.NONE : barcodes[line];
    }

    /** The next line of the same colour. */
    int next(int line) {
        return next[line];
    }
}
