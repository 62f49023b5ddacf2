package dev.stockload.sheet.xlsx;

import dev.stockload.sheet.rows.CellBuffer;

import java.util.Arrays;

/** A tag in the byte buffer, valid until the next tag is read. */
final class XmlTag {
    private static final int LARGEST_NUMBER = 100_000_000;
    private static final int NONE = -1;

    /** Limits the comparisons: each attribute is compared with all before it. */
    private static final int MOST_ATTRIBUTES = 256;

    private static final byte NAME_START = 1;
    private static final byte NAME = 2;
    private static final byte SPACE = 3;
    private static final byte[] KINDS = new byte[256];

    /** Characters that need a check in a value. */
    private static final boolean[] SPECIAL = new boolean[256];

    static {
        for (int c = 0; c < 256; c++) {
            boolean isLetter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80;
            if (isLetter || c == '_') {
                KINDS[c] = NAME_START;
            } else if (c >= '0' && c <= '9' || c == '-' || c == '.' || c == ':') {
                KINDS[c] = NAME;
            } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
                KINDS[c] = SPACE;
            }
            SPECIAL[c] = c < ' ' || c >= 0x80 || "\"'<&".indexOf(c) >= 0;
        }
    }

    private final CellBuffer scratch = new CellBuffer();
    private byte[] bytes;
    private boolean isEnd;
    private boolean isEmpty;
    private int nameHash;
    private int nameFrom;
    private int nameTo;

    private int count;
    private int at;
    private final int[] froms = new int[MOST_ATTRIBUTES];
    private final int[] tos = new int[MOST_ATTRIBUTES];
    private final int[] valueFroms = new int[MOST_ATTRIBUTES];
    private final int[] valueTos = new int[MOST_ATTRIBUTES];

    /** Whether it contains entities or non-ASCII characters. */
    private boolean hasOthers;

    /** Reads the tag that starts at a {@code <}; returns its end, or -1 if the bytes end before. */
    int read(byte[] all, int from, int limit) {
        bytes = all;
        count = 0;
        at = NONE;
        hasOthers = false;
        isEmpty = false;
        isEnd = from + 1 < limit && all[from + 1] == '/';
        int i = readName(all, from + (isEnd ? 2 : 1), limit);
        while (i < limit && all[i] != '>') {
            int next = passSpaces(all, i, limit);
            if (next == limit) {
                return NONE;
            }
            if (all[next] == '/') {
                expect(!isEnd && (next + 1 == limit || all[next + 1] == '>'));
                isEmpty = true;
                i = next + 1;
            } else if (all[next] == '>') {
                i = next;
            } else {
                expect(next > i && !isEnd);
                i = readAttribute(all, next, limit);
            }
        }
        if (i >= limit) {
            return NONE;
        }
        if (hasOthers) {
            // Entities and non-ASCII characters are rare in tags, so they get a second pass.
            scratch.clear();
            SheetXml.decode(bytes, from, i, true, scratch);
        }
        return i + 1;
    }

    private int readName(byte[] all, int from, int limit) {
        int i = from;
        int local = from;
        int hash = 0;
        expect(from == limit || KINDS[all[from] & 0xFF] == NAME_START);
        while (i < limit) {
            byte c = all[i];
            byte kind = KINDS[c & 0xFF];
            if (kind != NAME_START && kind != NAME) {
                break;
            }
            hash = hash * 31 + c;
            i++;
            if (c == ':') {
                local = i; // after a prefix
            } else if (c < 0) {
                hasOthers = true;
            }
        }
        nameHash = hash;
        nameFrom = local;
        nameTo = i;
        return i;
    }

    private static int passSpaces(byte[] all, int from, int limit) {
        int i = from;
        while (i < limit && KINDS[all[i] & 0xFF] == SPACE) {
            i++;
        }
        return i;
    }

    /** Returns the end, or the limit if the bytes end before. */
    private int readAttribute(byte[] all, int from, int limit) {
        expect(KINDS[all[from] & 0xFF] == NAME_START);
        int to = from;
        while (to < limit
                && (KINDS[all[to] & 0xFF] == NAME_START || KINDS[all[to] & 0xFF] == NAME)) {
            hasOthers |= all[to] < 0;
            to++;
        }
        int i = passSpaces(all, to, limit);
        expect(i == limit || all[i] == '=');
        i = passSpaces(all, Math.min(i + 1, limit), limit);
        if (i == limit) {
            return limit;
        }
        byte quote = all[i++];
        expect(quote == '"' || quote == '\'');
        int valueFrom = i;
        while (i < limit && all[i] != quote) {
            if (SPECIAL[all[i] & 0xFF]) {
                expect(all[i] != '<');
                hasOthers = true;
            }
            i++;
        }
        add(from, to, valueFrom, i);
        return Math.min(i + 1, limit);
    }

    private void add(int from, int to, int valueFrom, int valueTo) {
        if (count == MOST_ATTRIBUTES) {
            throw SheetXml.damaged(
                    "has a tag of more than %d attributes".formatted(MOST_ATTRIBUTES));
        }
        for (int i = 0; i < count; i++) {
            expect(
                    bytes[froms[i]] != bytes[from]
                            || !Arrays.equals(bytes, froms[i], tos[i], bytes, from, to));
        }
        froms[count] = from;
        tos[count] = to;
        valueFroms[count] = valueFrom;
        valueTos[count] = valueTo;
        count++;
    }

    private static void expect(boolean isTag) {
        if (!isTag) {
            throw SheetXml.damaged("has a tag that is not one of XML");
        }
    }

    boolean isEnd() {
        return isEnd;
    }

    boolean isEmpty() {
        return isEmpty;
    }

    /** A hash of the name with its prefix. */
    int hash() {
        return nameHash;
    }

    boolean is(char name) {
        return nameTo - nameFrom == 1 && bytes[nameFrom] == name;
    }

    boolean is(String name) {
        return spells(nameFrom, nameTo, name);
    }

    private boolean spells(int from, int to, String name) {
        if (to - from != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (bytes[from + i] != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    boolean nextAttribute() {
        return ++at < count;
    }

    /** Moves to the attribute of this name; false if there is none. */
    boolean find(String name) {
        at = NONE;
        while (nextAttribute()) {
            if (isAttribute(name)) {
                return true;
            }
        }
        return false;
    }

    boolean isAttribute(char name) {
        return tos[at] - froms[at] == 1 && bytes[froms[at]] == name;
    }

    boolean isAttribute(String name) {
        return spells(froms[at], tos[at], name);
    }

    int valueLength() {
        return valueTos[at] - valueFroms[at];
    }

    byte value(int index) {
        return bytes[valueFroms[at] + index];
    }

    /** The number in the attribute; 0 if it is not one or too large for a row or style. */
    int number() {
        int number = 0;
        for (int i = valueFroms[at]; i < valueTos[at]; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9 || number > LARGEST_NUMBER / 10) {
                return 0;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    boolean isTrue() {
        return valueLength() > 0 && (value(0) == '1' || value(0) == 't');
    }

    /** Whether the attribute is 0 or 0.0. */
    boolean isZero() {
        int i = 0;
        while (i < valueLength() && (value(i) == '0' || value(i) == '.')) {
            i++;
        }
        return i > 0 && i == valueLength();
    }
}
