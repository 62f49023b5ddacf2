package dev.stockload.sheet;

import java.nio.charset.StandardCharsets;

/** Makes characters of the bytes between the tags of a worksheet part. */
final class XmlCharacters {
    private XmlCharacters() {}

    /** Appends the characters of some bytes to a text; entities are not known within CDATA. */
    static void decode(byte[] bytes, int from, int to, boolean entities, CellBuffer text) {
        int i = text.appendPlain(bytes, from, to);
        while (i < to) {
            byte b = bytes[i];
            if (b == '&' && entities) {
                i = entity(bytes, i, to, text);
            } else if (b == '\r') {
                // Every end of a line is one \n to XML.
                text.append('\n');
                i += i + 1 < to && bytes[i + 1] == '\n' ? 2 : 1;
            } else if (b >= 0) {
                text.append((char) b);
                i++;
            } else {
                i = character(bytes, i, to, text);
            }
        }
    }

    /** A character of several bytes. */
    private static int character(byte[] bytes, int i, int to, CellBuffer text) {
        int first = bytes[i] & 0xFF;
        int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
        if (first < 0xC2 || first > 0xF4 || i + length > to) {
            throw SheetXml.damaged("has bytes that are not text");
        }
        int code = first & 0xFF >> length + 1;
        for (int k = 1; k < length; k++) {
            if ((bytes[i + k] & 0xC0) != 0x80) {
                throw SheetXml.damaged("has bytes that are not text");
            }
            code = code << 6 | bytes[i + k] & 0x3F;
        }
        if (!isCharacter(code)) {
            throw SheetXml.damaged("has bytes that are not text");
        }
        text.appendCodePoint(code);
        return i + length;
    }

    private static boolean isCharacter(int code) {
        return Character.isValidCodePoint(code)
                && !(code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE);
    }

    private static int entity(byte[] bytes, int i, int to, CellBuffer text) {
        int end = i + 1;
        while (end < to && bytes[end] != ';' && end - i < 12) {
            end++;
        }
        String name = new String(bytes, i + 1, end - i - 1, StandardCharsets.ISO_8859_1);
        int code =
                switch (name) {
                    case "amp" -> '&';
                    case "lt" -> '<';
                    case "gt" -> '>';
                    case "quot" -> '"';
                    case "apos" -> '\'';
                    default -> reference(name);
                };
        if (end == to || bytes[end] != ';' || !isCharacter(code)) {
            throw SheetXml.damaged("has the unknown entity &%s;".formatted(name));
        }
        text.appendCodePoint(code);
        return end + 1;
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
