package dev.stockload.sheet.xlsx;

import dev.stockload.sheet.rows.CellBuffer;
import dev.stockload.sheet.rows.PlainText;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.SafeText;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Iterates over the tags of a worksheet part in UTF-8. A million rows have thirty million tags, and
 * a general parser creates objects for each; this one leaves names and attributes in the byte
 * buffer. Fields are copied to local variables once per tag, since the JVM's C1 compiler does not
 * do that. Supports all XML that a part may contain except document types.
 */
final class SheetXml {
    private static final int LONGEST_TOKEN = 1 << 23;
    private static final int DEEPEST = 256;

    private final InputStream in;
    private final CellBuffer text;
    private final CellBuffer uncollected = new CellBuffer();

    /** The hashes of the names of open tags, to compare end tags with start tags. */
    private final int[] open = new int[DEEPEST];

    private int depth;
    private boolean isRootClosed;
    private boolean areNested = true;
    private final XmlTag tag = new XmlTag();
    private byte[] bytes = new byte[1 << 16];
    private int at;
    private int limit;
    private int mark;
    private boolean capturing;

    /** The text between tags is added while {@link #capture} is on. */
    SheetXml(InputStream in, CellBuffer text) {
        this.in = in;
        this.text = text;
    }

    XmlTag tag() {
        return tag;
    }

    void capture(boolean wanted) {
        capturing = wanted;
    }

    /** Whether every end tag so far matched its start tag. */
    boolean areNested() {
        return areNested;
    }

    boolean isWhole() {
        return areNested && isRootClosed;
    }

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
                readTag();
                return true;
            }
        }
    }

    /** Moves to the end of the extension list that starts here, if there is one. */
    boolean passExtensions() throws IOException {
        if (tag.isEnd() || !tag.is("extLst")) {
            return false;
        }
        if (!tag.isEmpty()) {
            int outside = depth - 1;
            while (depth > outside && next()) {}
        }
        return true;
    }

    /** Moves past a cell in the plain form; puts its inline text into the buffer. */
    boolean readPlain(PlainCell cell, int row) {
        int end = capturing ? PlainCell.NONE : cell.read(bytes, at, limit, row);
        if (end == PlainCell.NONE) {
            return false;
        }
        if (cell.isInline) {
            text.clear();
            text.appendPlain(bytes, cell.textStart, cell.textEnd);
        }
        at = end;
        return true;
    }

    /** Keeps the row whose start tag was read last as one that others are like. */
    void keepRow(PlainCell cell) {
        cell.keepRow(bytes, mark, at);
    }

    /** Moves from the end of a row into this next one, if it has the attributes of the kept row. */
    boolean readNextRow(PlainCell cell, int row) {
        int end = capturing ? PlainCell.NONE : cell.readNextRow(bytes, at, limit, row);
        at = end == PlainCell.NONE ? at : end;
        return end != PlainCell.NONE;
    }

    private void readTag() throws IOException {
        int end = tag.read(bytes, mark, limit);
        while (end < 0) {
            if (!more()) {
                throw damaged("ends in the middle");
            }
            end = tag.read(bytes, mark, limit);
        }
        at = end;
        if (!tag.isEnd()) {
            start(tag.hash());
        }
        if (tag.isEnd() || tag.isEmpty()) {
            areNested &= depth > 0 && open[--depth] == tag.hash();
            isRootClosed = depth == 0;
        }
    }

    private void start(int name) {
        if (depth == DEEPEST) {
            throw damaged("has too many tags inside each other");
        }
        if (isRootClosed) {
            throw damaged("goes on behind its end");
        }
        open[depth++] = name;
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
            if (!capturing) {
                passSpaces();
            }
            if (end < stop || !more()) {
                break;
            }
        }
        if (at > mark) {
            takeText();
        }
        return at < limit;
    }

    /** Drops uncollected spaces, so that many of them need no memory. */
    private void passSpaces() {
        while (mark < at && bytes[mark] <= ' ' && bytes[mark] >= 0) {
            mark++;
        }
    }

    private void takeText() {
        if (capturing) {
            decode(bytes, mark, at, true, text);
            return;
        }
        uncollected.clear();
        decode(bytes, mark, at, true, uncollected);
        if (depth == 0 && !PlainText.isBlank(uncollected.text())) {
            throw damaged("has text outside of its tags");
        }
    }

    private void passMarkup() throws IOException {
        if (follows("!--")) {
            at = mark + 4;
            passUntil("-->");
        } else if (follows("![CDATA[") && depth > 0) {
            at = mark + 9;
            int from = at - mark;
            passUntil("]]>");
            uncollected.clear();
            decode(bytes, mark + from, at - 3, false, capturing ? text : uncollected);
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
        return word.equals(new String(bytes, mark + 1, word.length(), StandardCharsets.ISO_8859_1));
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

    private int peek() throws IOException {
        if (at == limit && !more()) {
            throw damaged("ends in the middle");
        }
        return bytes[at];
    }

    /** Reads more bytes, keeping those from the mark on. */
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

    static UnusableSheetException damaged(String fault) {
        return new UnusableSheetException(
                "is damaged: the sheet in it %s; save it again in the program that made it, or get a new copy"
                        .formatted(fault));
    }

    /** Decodes bytes and appends them to a text; CDATA has no entities. */
    static void decode(byte[] bytes, int from, int to, boolean entities, CellBuffer text) {
        int copied = text.appendPlain(bytes, from, to);
        if (copied == to) {
            return;
        }
        String rest = new String(bytes, copied, to - copied, StandardCharsets.UTF_8);
        if (rest.indexOf('\uFFFD') >= 0
                && !Arrays.equals(
                        rest.getBytes(StandardCharsets.UTF_8),
                        Arrays.copyOfRange(bytes, copied, to))) {
            throw damaged("has bytes that are not text");
        }
        for (int i = 0; i < rest.length(); i++) {
            char c = rest.charAt(i);
            if (c == '&' && entities) {
                int end = rest.indexOf(';', i) < 0 ? rest.length() : rest.indexOf(';', i);
                text.appendCodePoint(entity(rest.substring(i + 1, end), end < rest.length()));
                i = end;
            } else if (c == '\r') {
                // XML turns every line end into \n.
                text.append('\n');
                i += rest.startsWith("\n", i + 1) ? 1 : 0;
            } else {
                text.append(c);
            }
        }
    }

    private static int entity(String name, boolean isEnded) {
        int code =
                switch (name) {
                    case "amp" -> '&';
                    case "lt" -> '<';
                    case "gt" -> '>';
                    case "quot" -> '"';
                    case "apos" -> '\'';
                    default -> reference(name);
                };
        boolean isSurrogate = code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE;
        if (!isEnded || !Character.isValidCodePoint(code) || isSurrogate) {
            throw damaged("has the unknown entity &%s;".formatted(SafeText.cut(name, 12)));
        }
        return code;
    }

    private static int reference(String name) {
        try {
            if (name.startsWith("#x")) {
                return Integer.parseInt(name.substring(2), 16);
            }
            return name.startsWith("#") ? Integer.parseInt(name.substring(1)) : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
