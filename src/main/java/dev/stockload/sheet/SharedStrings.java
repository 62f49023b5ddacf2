package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The texts that the cells of a workbook share. POI's own table makes several XML objects for each
 * text that is asked for, which is most of the time and memory of a sheet whose texts differ.
 */
final class SharedStrings {
    private String[] texts = new String[256];
    private int count;

    private SharedStrings() {}

    /** Reads the part; phonetic text is not part of a value. */
    static SharedStrings read(InputStream part) throws XMLStreamException, IOException {
        SharedStrings shared = new SharedStrings();
        if (part == null) {
            return shared;
        }
        XMLStreamReader xml = Xml.open(part);
        CellBuffer text = new CellBuffer();
        boolean inText = false;
        int phonetic = 0;
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    String name = xml.getLocalName();
                    if (name.equals("si")) {
                        text.clear();
                    } else if (name.equals("rPh")) {
                        phonetic++;
                    }
                    inText = name.equals("t") && phonetic == 0;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (inText) {
                        text.append(xml);
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    inText = false;
                    if (xml.getLocalName().equals("si")) {
                        shared.add(text.text());
                    } else if (xml.getLocalName().equals("rPh")) {
                        phonetic--;
                    }
                }
                default -> {}
            }
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
