package dev.stockload.check;

import java.util.Arrays;
import java.util.Objects;

/** The colours of a sheet in the order in which they first appear, found by product and name. */
final class Colours {
    private static final int FREE = -1;

    private int count;
    private int[] slots = new int[1024];
    private int[] hashes = new int[512];
    private int[] products = new int[512];
    private String[] items = new String[512];
    private String[] names = new String[512];
    private int[] firstLines = new int[512];
    private int[] lastLines = new int[512];
    private int[] badRows = new int[512];

    Colours() {
        Arrays.fill(slots, FREE);
    }

    /** The number of a colour, a new one where it was not seen before. */
    int find(int product, String item, String name) {
        // Before the search: growing moves every slot, also one that was just found.
        if (count == hashes.length) {
            grow(count * 2);
        }
        int hash = mix((product * 31 + Objects.hashCode(item)) * 31 + name.hashCode());
        int slot = hash & slots.length - 1;
        for (int colour = slots[slot]; colour != FREE; colour = slots[slot]) {
            if (hashes[colour] == hash
                    && products[colour] == product
                    && names[colour].equals(name)
                    && Objects.equals(items[colour], item)) {
                return colour;
            }
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = count;
        return add(hash, product, item, name);
    }

    private int add(int hash, int product, String item, String name) {
        int colour = count++;
        hashes[colour] = hash;
        products[colour] = product;
        items[colour] = item;
        names[colour] = name;
        firstLines[colour] = Lines.NONE;
        lastLines[colour] = Lines.NONE;
        return colour;
    }

    private void grow(int length) {
        hashes = Arrays.copyOf(hashes, length);
        products = Arrays.copyOf(products, length);
        items = Arrays.copyOf(items, length);
        names = Arrays.copyOf(names, length);
        firstLines = Arrays.copyOf(firstLines, length);
        lastLines = Arrays.copyOf(lastLines, length);
        badRows = Arrays.copyOf(badRows, length);
        slots = new int[length * 2];
        Arrays.fill(slots, FREE);
        for (int colour = 0; colour < count; colour++) {
            int slot = hashes[colour] & slots.length - 1;
            while (slots[slot] != FREE) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = colour;
        }
    }

    private static int mix(int hash) {
        int mixed = hash * 0x9E3779B9;
        return mixed ^ mixed >>> 15;
    }

    int count() {
        return count;
    }

    int product(int colour) {
        return products[colour];
    }

    String item(int colour) {
        return items[colour];
    }

    String name(int colour) {
        return names[colour];
    }

    int firstLine(int colour) {
        return firstLines[colour];
    }

    int lastLine(int colour) {
        return lastLines[colour];
    }

    void append(int colour, int line) {
        if (firstLines[colour] == Lines.NONE) {
            firstLines[colour] = line;
        }
        lastLines[colour] = line;
    }

    /** The first of its rows that has a problem, 0 where all are good. */
    int badRow(int colour) {
        return badRows[colour];
    }

    void markBad(int colour, int row) {
        if (badRows[colour] == 0 || row < badRows[colour]) {
            badRows[colour] = row;
        }
    }
}
