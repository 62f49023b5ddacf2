package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The texts that the cells of a workbook share. POI's own table makes several XML objects for each
 * text that is asked for, which is most of the time and memory of a sheet whose texts differ.
 */
final class SharedStrings {
    private String[] texts = new String[256];
    private int count;

    private SharedStrings() {}

    /** Reads the part; phonetic text is not part of a value. */
    static SharedStrings read(InputStream part) throws IOException {
        SharedStrings shared = new SharedStrings();
        if (part == null) {
            return shared;
        }
        CellBuffer text = new CellBuffer();
        SheetXml xml = new SheetXml(Xml.utf8(part), text);
        XmlTag tag = xml.tag();
        int phonetic = 0;
        while (xml.next()) {
            boolean isText = tag.is('t');
            if (!tag.isEnd()) {
                if (isText) {
                    xml.capture(phonetic == 0);
                } else if (tag.is("si")) {
                    text.clear();
                } else if (tag.is("rPh")) {
                    phonetic++;
                }
            }
            if (tag.isEnd() || tag.isEmpty()) {
                if (isText) {
                    xml.capture(false);
                } else if (tag.is("si")) {
                    shared.add(text.text());
                } else if (tag.is("rPh")) {
                    phonetic--;
                }
            }
        }
        if (!xml.open().areNested() || !xml.open().isRootClosed()) {
            throw new IOException("The tags of the shared texts are not nested");
        }
        return shared;
    }

    private void add(String text) {
        if (count == texts.length) {
            texts = Arrays.copyOf(texts, count * 2);
        }
        texts[count++] = text;
    }

    /** The text with this index, or null where there is none. */
    String get(long index) {
        return index >= 0 && index < count ? texts[(int) index] : null;
    }
}
