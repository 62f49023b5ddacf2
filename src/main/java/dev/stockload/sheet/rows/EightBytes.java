package dev.stockload.sheet.rows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads eight bytes at a time as a number, the first byte lowest: bytes one by one cost more. */
public final class EightBytes {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long SIGNS = 0x8080808080808080L;

    private EightBytes() {}

    public static long at(byte[] bytes, int index) {
        return (long) LONGS.get(bytes, index);
    }

    /** At most eight ASCII characters as such a number. */
    public static long of(String text) {
        long number = 0;
        for (byte b :
                new StringBuilder(text).reverse().toString().getBytes(StandardCharsets.US_ASCII)) {
            number = number << Byte.SIZE | b;
        }
        return number;
    }

    /** Covers the first bytes. */
    public static long mask(int bytes) {
        return -1L >>> Long.SIZE - bytes * Byte.SIZE;
    }

    public static boolean areAscii(byte[] bytes, int index) {
        return (at(bytes, index) & SIGNS) == 0;
    }
}
