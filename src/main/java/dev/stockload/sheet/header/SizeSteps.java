package dev.stockload.sheet.header;

import org.apache.commons.lang3.ArrayUtils;

/**
 * How the numbers of a row follow each other: sizes rise or fall in small steps, stock does not.
 *
 * @param oneWay whether all of them rise, or all fall
 * @param even whether all steps are the same
 * @param widest the largest step
 */
public record SizeSteps(int count, int smallest, boolean oneWay, boolean even, int widest) {
    static final int WIDEST_STEP = 12;

    /** Smaller numbers are rarely sizes, but often stock. */
    private static final int SMALLEST_SIZE = 15;

    private static final int WIDEST_EVEN_STEP = 6;

    /** Sizes this close to each other need not be evenly spaced, such as 36, 38 and 41. */
    private static final int NARROW_STEP = 3;

    /** Sizes of children are heights in centimetres, such as 80, 92 and 104. */
    private static final int SMALLEST_HEIGHT = 50;

    private static final int WIDEST_HEIGHT_STEP = 18;

    /** Sizes of children end with 13, and those of adults go on with 1. */
    private static final int SMALL = 2;

    /** This many numbers in small steps up or down are not stock. */
    private static final int MANY = 5;

    public static SizeSteps of(int[] numbers, int count) {
        boolean oneWay = true;
        boolean even = true;
        int widest = 0;
        for (int i = 1; i < count; i++) {
            int step = numbers[i] - numbers[i - 1];
            oneWay &= (long) step * (numbers[1] - numbers[0]) > 0;
            even &= step == numbers[1] - numbers[0];
            widest = Math.max(widest, Math.abs(step));
        }
        int smallest = count == 0 ? 0 : Math.min(numbers[0], numbers[count - 1]);
        return new SizeSteps(count, smallest, oneWay, even, widest);
    }

    /**
     * Whether numbers rise or fall in steps of at most this width, and fall back once at most, to a
     * small one.
     */
    static boolean areInOrder(int[] sizes, int widest) {
        int[] reversed = sizes.clone();
        ArrayUtils.reverse(reversed);
        return rise(sizes, widest) || rise(reversed, widest);
    }

    private static boolean rise(int[] sizes, int widest) {
        int back = 0;
        for (int i = 1; i < sizes.length; i++) {
            int step = sizes[i] - sizes[i - 1];
            back += step < 0 && sizes[i] <= SMALL ? 1 : 0;
            if (step > widest || step < 0 && sizes[i] > SMALL) {
                return false;
            }
        }
        return back <= 1;
    }

    /** Whether the numbers are too regular for stock. */
    boolean areSizes() {
        boolean adults = smallest >= SMALLEST_SIZE && widest <= WIDEST_EVEN_STEP;
        boolean children = smallest >= SMALLEST_HEIGHT && widest <= WIDEST_HEIGHT_STEP;
        return (adults || children) && (count >= MANY || even || adults && widest <= NARROW_STEP);
    }
}
