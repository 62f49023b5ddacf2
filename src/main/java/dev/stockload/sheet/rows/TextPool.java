package dev.stockload.sheet.rows;

import java.util.Arrays;

/** Returns the same object for equal short texts, since colours and sizes repeat. */
public final class TextPool {
    private static final int LONGEST = 24;
    private static final int SLOTS = 1 << 12;

    /** A column is not pooled if less than an eighth of so many of its texts repeat. */
    private static final int TRIAL = 1 << 10;

    private final String[] known = new String[SLOTS];
    private final boolean[] plain = new boolean[SLOTS];
    private boolean isPlain;

    /** The known texts again: comparing arrays is several times faster than {@code charAt}. */
    private final char[] letters = new char[SLOTS * LONGEST];

    private final int[] asked = new int[32];
    private final int[] missed = new int[32];

    public String of(int column, char[] chars, int from, int to) {
        int length = to - from;
        if (length > LONGEST || column >= asked.length || isUnique(column)) {
            String text = new String(chars, from, length);
            isPlain = isPlain(text);
            return text;
        }
        int hash = length;
        for (int i = from; i < to; i++) {
            hash = hash * 31 + chars[i];
        }
        asked[column]++;
        int slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
        if (!isAt(slot, chars, from, to)) {
            slot ^= 1;
            if (!isAt(slot, chars, from, to)) {
                missed[column]++;
                slot ^= known[slot] == null ? 0 : hash >>> 16 & 1;
                known[slot] = new String(chars, from, length);
                plain[slot] = isPlain(known[slot]);
                System.arraycopy(chars, from, letters, slot * LONGEST, length);
            }
        }
        isPlain = plain[slot];
        return known[slot];
    }

    private boolean isAt(int slot, char[] chars, int from, int to) {
        int first = slot * LONGEST;
        int length = to - from;
        return known[slot] != null
                && known[slot].length() == length
                && Arrays.equals(letters, first, first + length, chars, from, to);
    }

    /** Adds a text that was decoded from bytes. */
    public void add(RowBlock block, int column, char[] chars, int from, int to) {
        String text = of(column, chars, from, to);
        if (isPlain) {
            block.addPlain(column, text);
        } else {
            block.addDecoded(column, text);
        }
    }

    /** Whether a person sees the text as it is. */
    public static boolean isPlain(String text) {
        return !text.isEmpty() && PlainText.of(text).equals(text);
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
