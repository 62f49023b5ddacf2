package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Steps through the tags of a worksheet part. A million rows have thirty million tags and a general
 * parser makes objects for each; this one leaves names and attributes where they are, in the bytes.
 * The fields are read once for each tag, not for each byte: the JVM's first compiler does not do
 * that for us. It knows all that XML allows in such a part, but for document types, which a
 * workbook has no use for. The bytes are UTF-8.
 */
final class SheetXml {
    private static final int LONGEST_TOKEN = 1 << 23;
    private static final int LARGEST_NUMBER = 100_000_000;

    private final InputStream in;
    private final CellBuffer text;
    private final OpenTags open = new OpenTags();
    private byte[] bytes = new byte[1 << 16];
    private int at;
    private int limit;
    private int mark;
    private boolean capturing;

    private boolean isEnd;
    private boolean isEmpty;
    private int nameFrom;
    private int nameTo;
    private int tagTo;
    private int attributeFrom;
    private int attributeTo;
    private int valueFrom;
    private int valueTo;

    /** Text between tags goes into this buffer while it is wanted. */
    SheetXml(InputStream in, CellBuffer text) {
        this.in = in;
        this.text = text;
    }

    /** Whether the text from here on is wanted. */
    void capture(boolean wanted) {
        capturing = wanted;
    }

    /** Moves to the next tag; false at the end of the part. */
    boolean next() throws IOException {
        while (true) {
            if (!passText()) {
                return false;
            }
            mark = at;
            at++;
            int first = peek();
            if (first == '?') {
                passUntil("?>");
            } else if (first == '!') {
                passMarkup();
            } else {
                readTag(first);
                return true;
            }
        }
    }

    private boolean passText() throws IOException {
        mark = at;
        while (true) {
            byte[] all = bytes;
            int end = at;
            int stop = limit;
            while (end < stop && all[end] != '<') {
                end++;
            }
            at = end;
            if (end < stop) {
                break;
            }
            if (!capturing) {
                mark = at;
            }
            if (!more()) {
                return false;
            }
        }
        if (capturing) {
            XmlCharacters.decode(bytes, mark, at, true, text);
        }
        return true;
    }

    private void passMarkup() throws IOException {
        if (follows("!--")) {
            at = mark + 4;
            passUntil("-->");
        } else if (follows("![CDATA[")) {
            at = mark + 9;
            int from = at - mark;
            passUntil("]]>");
            if (capturing) {
                XmlCharacters.decode(bytes, mark + from, at - 3, false, text);
            }
        } else {
            throw damaged("has a document type");
        }
    }

    private boolean follows(String word) throws IOException {
        while (limit - mark <= word.length()) {
            if (!more()) {
                throw damaged("ends in the middle");
            }
        }
        for (int i = 0; i < word.length(); i++) {
            if (bytes[mark + 1 + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void passUntil(String end) throws IOException {
        int matched = 0;
        while (matched < end.length()) {
            byte next = (byte) peek();
            at++;
            if (next == end.charAt(matched)) {
                matched++;
            } else if (!(matched == 2 && next == end.charAt(1))) {
                matched = next == end.charAt(0) ? 1 : 0;
            }
        }
    }

    private void readTag(int first) throws IOException {
        isEnd = first == '/';
        passTag();
        byte[] all = bytes;
        int end = at++;
        int from = mark + (isEnd ? 2 : 1);
        int to = from;
        int hash = 0;
        while (to < end && (all[to] > ' ' || all[to] < 0) && all[to] != '/') {
            hash = hash * 31 + all[to];
            to++;
            if (all[to - 1] == ':') {
                from = to; // a prefix
            }
        }
        isEmpty = all[end - 1] == '/';
        if (isEnd) {
            open.end(hash);
        } else if (!isEmpty) {
            open.start(hash);
        }
        nameFrom = from;
        nameTo = to;
        tagTo = end;
        valueTo = to;
    }

    /** Whether every end tag up to here was that of its start. */
    boolean isNested() {
        return open.areNested();
    }

    /** Whether every tag was closed. */
    boolean isClosed() {
        return open.areClosed();
    }

    /** Moves to the end of the tag; a > within quotes is none. */
    private void passTag() throws IOException {
        byte[] all = bytes;
        int end = at;
        int quote = 0;
        while (true) {
            if (end == limit) {
                at = end;
                peek();
                all = bytes;
                end = at;
            }
            byte next = all[end];
            if (quote != 0) {
                quote = next == quote ? 0 : quote;
            } else if (next == '>') {
                at = end;
                return;
            } else if (next == '"' || next == '\'') {
                quote = next;
            } else if (next == '<') {
                throw damaged("has a tag inside a tag");
            }
            end++;
        }
    }

    boolean isEnd() {
        return isEnd;
    }

    /** Whether the tag closes itself. */
    boolean isEmpty() {
        return isEmpty;
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

    /** Moves to the next attribute of the tag; false after the last. */
    boolean nextAttribute() {
        byte[] all = bytes;
        int end = tagTo;
        int i = valueTo;
        while (i < end && (all[i] <= ' ' || all[i] == '"' || all[i] == '\'' || all[i] == '/')) {
            i++;
        }
        int from = i;
        if (i == end) {
            return false;
        }
        while (i < end && all[i] != '=') {
            i++;
        }
        int to = i;
        while (to > from && all[to - 1] <= ' ') {
            to--;
        }
        i++;
        while (i < end && all[i] <= ' ') {
            i++;
        }
        if (i >= end || all[i] != '"' && all[i] != '\'') {
            throw damaged("has an attribute without quotes");
        }
        byte quote = all[i++];
        int value = i;
        while (i < end && all[i] != quote) {
            i++;
        }
        attributeFrom = from;
        attributeTo = to;
        valueFrom = value;
        valueTo = i;
        return true;
    }

    boolean isAttribute(char name) {
        return attributeTo - attributeFrom == 1 && bytes[attributeFrom] == name;
    }

    boolean isAttribute(String name) {
        return spells(attributeFrom, attributeTo, name);
    }

    int valueLength() {
        return valueTo - valueFrom;
    }

    /** A byte of the attribute's value. */
    byte value(int index) {
        return bytes[valueFrom + index];
    }

    /** The number in the attribute, 0 where it is none or no row or style can have it. */
    int number() {
        int number = 0;
        for (int i = valueFrom; i < valueTo; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9 || number > LARGEST_NUMBER / 10) {
                return 0;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /** Whether the attribute says yes. */
    boolean isTrue() {
        return valueTo > valueFrom && (bytes[valueFrom] == '1' || bytes[valueFrom] == 't');
    }

    /** Whether the attribute is 0, or 0.0. */
    boolean isZero() {
        int i = valueFrom;
        while (i < valueTo && (bytes[i] == '0' || bytes[i] == '.')) {
            i++;
        }
        return i == valueTo && valueTo > valueFrom;
    }

    private int peek() throws IOException {
        if (at == limit && !more()) {
            throw damaged("ends in the middle");
        }
        return bytes[at];
    }

    /** Reads on, keeping what stands behind the mark. */
    private boolean more() throws IOException {
        if (mark > 0) {
            System.arraycopy(bytes, mark, bytes, 0, limit - mark);
            at -= mark;
            limit -= mark;
            mark = 0;
        }
        if (limit == bytes.length) {
            if (limit >= LONGEST_TOKEN) {
                throw CellBuffer.tooLong();
            }
            bytes = Arrays.copyOf(bytes, limit * 2);
        }
        int count = in.read(bytes, limit, bytes.length - limit);
        if (count < 0) {
            return false;
        }
        limit += count;
        return true;
    }

    static UnusableSheetException damaged(String how) {
        return new UnusableSheetException(
                "is damaged: the sheet in it %s; save it again in the program that made it, or get a new copy"
                        .formatted(how));
    }
}
