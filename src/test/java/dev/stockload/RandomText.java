package dev.stockload;

import java.util.Random;
import java.util.function.IntUnaryOperator;

/**
 * Text that nobody types and somebody sends: letters of all planes, combining marks, controls,
 * characters that turn the direction, what nobody sees, and halves of surrogate pairs if asked for;
 * up to 10,000.
 */
public final class RandomText {
    private static final int[] LENGTHS = {
        1, 2, 7, 40, 79, 80, 81, 199, 200, 201, 400, 2000, 10_000
    };
    private static final String BIDI = "\u061C\u200E\u200F\u202A\u202B\u202D\u202E\u2066\u2069";
    private static final String CONTROLS = "\u0001\u0007\u001B\u007F\u0085\u2028\uFEFF\u00AD";

    /** What nobody sees: alone in a cell it is a blank cell, also as a formula of a CSV file. */
    private static final String[] UNSEEN = {
        " ", "\u00A0", "\u200B", "\u2060", "\u3000", "\uDB40\uDC01", "=\" \"", "=\"\u200B\""
    };

    private final Random random;
    private final boolean hasHalves;

    public RandomText(Random random, boolean hasHalves) {
        this.random = random;
        this.hasHalves = hasHalves;
    }

    /** At most this many characters. */
    public String next(int longest) {
        if (random.nextInt(12) == 0) {
            return UNSEEN[random.nextInt(UNSEEN.length)];
        }
        int length = Math.min(longest, LENGTHS[random.nextInt(LENGTHS.length)]);
        int kind = random.nextInt(6);
        IntUnaryOperator letter = i -> kind == 5 ? any(random.nextInt(5)) : any(kind);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(letter.applyAsInt(i));
        }
        if (hasHalves && random.nextBoolean()) {
            text.insert(random.nextInt(text.length()), random.nextBoolean() ? '\uD83D' : '\uDE00');
        }
        return text.toString();
    }

    private int any(int kind) {
        return switch (kind) {
            case 0 -> 0x1F300 + random.nextInt(0x300);
            case 1 -> random.nextInt(10) == 0 ? one(CONTROLS) : 'a' + random.nextInt(26);
            case 2 -> random.nextInt(3) == 0 ? one(BIDI) : 0x5D0 + random.nextInt(27);
            case 3 -> random.nextInt(2) == 0 ? 0x300 + random.nextInt(0x70) : 'A';
            default -> assigned();
        };
    }

    private int one(String some) {
        return some.charAt(random.nextInt(some.length()));
    }

    /** Any character of Unicode but halves of pairs, NUL, line ends and what parts a CSV file. */
    private int assigned() {
        int code = 1 + random.nextInt(Character.MAX_CODE_POINT);
        boolean isUsable =
                code > ';' && !(code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE);
        return isUsable ? code : assigned();
    }

    /** Whether text has no half of a surrogate pair. */
    public static boolean isWhole(String text) {
        return text.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE);
    }
}
