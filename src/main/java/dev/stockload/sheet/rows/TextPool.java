package dev.stockload.sheet.rows;

import java.util.Arrays;

/** Returns the same object for equal short texts, since colours and sizes repeat. */
public final class TextPool {
    private static final int LONGEST = 24;
    private static final int SLOTS = 1 << 12;

    /** A column is not pooled if less than an eighth of so many of its texts repeat. */
    private static final int TRIAL = 1 << 10;

    private final String[] known = new String[SLOTS];

    /** The known texts again: comparing arrays is several times faster than {@code charAt}. */
    private final char[] letters = new char[SLOTS * LONGEST];

    private final int[] asked = new int[32];
    private final int[] missed = new int[32];

    public String of(int column, char[] chars, int from, int to) {
        int length = to - from;
        if (length > LONGEST || column >= asked.length || isUnique(column)) {
            return new String(chars, from, length);
        }
        int hash = length;
        for (int i = from; i < to; i++) {
            hash = hash * 31 + chars[i];
        }
        int slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
        int first = slot * LONGEST;
        String text = known[slot];
        asked[column]++;
        if (text == null
                || text.length() != length
                || !Arrays.equals(letters, first, first + length, chars, from, to)) {
            missed[column]++;
            text = new String(chars, from, length);
            known[slot] = text;
            System.arraycopy(chars, from, letters, first, length);
        }
        return text;
    }

    private boolean isUnique(int column) {
        if (asked[column] < TRIAL) {
            return false;
        }
        if (missed[column] > TRIAL - TRIAL / 8) {
            return true;
        }
        asked[column] = 0;
        missed[column] = 0;
        return false;
    }
}
