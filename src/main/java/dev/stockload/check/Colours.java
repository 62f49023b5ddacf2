package dev.stockload.check;

import dev.stockload.stock.ProductRef;

import java.util.Arrays;
import java.util.Objects;

/** The colours in order of first appearance; the numbers of a colour share a cache line. */
final class Colours {
    private static final long FREE = -1;

    private static final int PRODUCT = 0;
    private static final int FIRST_ROW = 1;
    private static final int BAD_ROW = 2;
    private static final int UNREAD_ROWS = 3;
    private static final int NUMBERS = 4;

    private int count;
    private long characters;

    private int last;

    /**
     * A hash table; each slot holds the product id, or a hash of it, and the number of a colour.
     */
    private long[] slots = new long[1024];

    private int[] numbers = new int[512 * NUMBERS];
    private String[] items = new String[512];
    private boolean hasItems;
    private String[] names = new String[512];

    Colours() {
        Arrays.fill(slots, FREE);
    }

    /**
     * The number of a colour, a new one at its first appearance. Looks at the last colour and the
     * next one first: most sheets repeat a colour in successive rows, or all colours in the same
     * order for each size.
     */
    int find(int product, String item, String name, int row) {
        if (last < count && is(last, product, item, name)) {
            return last;
        }
        if (last + 1 < count && is(last + 1, product, item, name)) {
            return ++last;
        }
        last = search(product, item, name, row);
        return last;
    }

    private int search(int product, String item, String name, int row) {
        // Before the search, since growing moves every slot.
        if (count == names.length) {
            grow(count * 2);
        }
        boolean areIds = item == null && !hasItems; // then each key is a product id
        int key = item == null ? product : ~(product * 31 + item.hashCode());
        long[] all = slots;
        int mask = all.length - 1;
        int at = mix(key, name) & mask;
        for (long slot = all[at]; slot != FREE; slot = all[at]) {
            int colour = (int) slot;
            if ((int) (slot >>> Integer.SIZE) == key
                    && (areIds ? names[colour].equals(name) : is(colour, product, item, name))) {
                return colour;
            }
            at = at + 1 & mask;
        }
        all[at] = (long) key << Integer.SIZE | count;
        return add(product, item, name, row);
    }

    /** Compares the names first, since they are few and near. */
    private boolean is(int colour, int product, String item, String name) {
        return names[colour].equals(name)
                && numbers[colour * NUMBERS + PRODUCT] == product
                && (hasItems ? Objects.equals(items[colour], item) : item == null);
    }

    private int add(int product, String item, String name, int row) {
        int colour = count++;
        characters += name.length() + (item == null ? 0 : item.length());
        items[colour] = item;
        hasItems |= item != null;
        names[colour] = name;
        numbers[colour * NUMBERS + PRODUCT] = product;
        numbers[colour * NUMBERS + FIRST_ROW] = row;
        return colour;
    }

    private void grow(int length) {
        numbers = Arrays.copyOf(numbers, length * NUMBERS);
        items = Arrays.copyOf(items, length);
        names = Arrays.copyOf(names, length);
        long[] before = slots;
        slots = new long[length * 2];
        Arrays.fill(slots, FREE);
        for (long slot : before) {
            if (slot != FREE) {
                int at = mix((int) (slot >>> Integer.SIZE), names[(int) slot]) & slots.length - 1;
                while (slots[at] != FREE) {
                    at = at + 1 & slots.length - 1;
                }
                slots[at] = slot;
            }
        }
    }

    private static int mix(int key, String name) {
        int mixed = (key * 31 + name.hashCode()) * 0x9E3779B9;
        return mixed ^ mixed >>> 15;
    }

    int count() {
        return count;
    }

    long characters() {
        return characters;
    }

    ProductRef productRef(int colour) {
        return new ProductRef(product(colour), item(colour));
    }

    int product(int colour) {
        return numbers[colour * NUMBERS + PRODUCT];
    }

    String item(int colour) {
        return items[colour];
    }

    String name(int colour) {
        return names[colour];
    }

    int firstRow(int colour) {
        return numbers[colour * NUMBERS + FIRST_ROW];
    }

    /**
     * Merges colours into others and closes the gaps. Colours cannot be found by name afterwards.
     *
     * @param into for each colour, itself or the earlier one to merge it into
     * @return the new number of each colour
     */
    int[] join(int[] into) {
        int[] kept = new int[count];
        int next = 0;
        for (int colour = 0; colour < count; colour++) {
            if (into[colour] != colour) {
                kept[colour] = kept[into[colour]];
                if (badRow(colour) > 0) {
                    markBad(kept[colour], badRow(colour));
                }
                numbers[kept[colour] * NUMBERS + UNREAD_ROWS] += unreadRows(colour);
            } else {
                names[next] = names[colour];
                items[next] = items[colour];
                System.arraycopy(numbers, colour * NUMBERS, numbers, next * NUMBERS, NUMBERS);
                kept[colour] = next++;
            }
        }
        count = next;
        return kept;
    }

    /** The first row with a problem, 0 if all are good. */
    int badRow(int colour) {
        return numbers[colour * NUMBERS + BAD_ROW];
    }

    /** How many of its bad rows have no line. */
    int unreadRows(int colour) {
        return numbers[colour * NUMBERS + UNREAD_ROWS];
    }

    void addUnread(int colour, int row) {
        numbers[colour * NUMBERS + UNREAD_ROWS]++;
        markBad(colour, row);
    }

    void markBad(int colour, int row) {
        if (badRow(colour) == 0 || row < badRow(colour)) {
            numbers[colour * NUMBERS + BAD_ROW] = row;
        }
    }
}
