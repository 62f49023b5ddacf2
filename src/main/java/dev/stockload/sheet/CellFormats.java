package dev.stockload.sheet;

import org.apache.poi.ss.usermodel.BuiltinFormats;
import org.apache.poi.ss.usermodel.DateUtil;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * What the styles of a workbook say about its numbers: which are dates, and which show leading
 * zeros.
 */
final class CellFormats {
    private static final int LONGEST_PAD = 30;

    private final List<Boolean> dates = new ArrayList<>();
    private final List<Integer> pads = new ArrayList<>();

    /** Reads the styles part of an .xlsx workbook; without one, numbers are plain. */
    static CellFormats read(InputStream part) throws XMLStreamException {
        CellFormats formats = new CellFormats();
        if (part == null) {
            return formats;
        }
        XMLStreamReader xml = Xml.open(part);
        Map<Integer, String> codes = new HashMap<>();
        boolean inCells = false;
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                switch (xml.getLocalName()) {
                    case "numFmt" ->
                            codes.put(number(xml, "numFmtId"), Xml.attribute(xml, "formatCode"));
                    case "cellXfs" -> inCells = true;
                    case "xf" -> {
                        if (inCells) {
                            int id = number(xml, "numFmtId");
                            formats.add(id, codes.get(id));
                        }
                    }
                    default -> {}
                }
            } else if (event == XMLStreamConstants.END_ELEMENT
                    && xml.getLocalName().equals("cellXfs")) {
                inCells = false;
            }
        }
        return formats;
    }

    /** Adds the next style by its format; the code is null for one of the built-in formats. */
    void add(int id, String code) {
        String known =
                code != null
                        ? code
                        : id >= 0 && id < BuiltinFormats.FIRST_USER_DEFINED_FORMAT_INDEX
                                ? BuiltinFormats.getBuiltinFormat(id)
                                : null;
        dates.add(isDate(id, known));
        pads.add(pad(known));
    }

    /**
     * Whether a format shows dates or times. Of the built-in formats, 27 to 36 and 50 to 58 are
     * dates in Chinese, Japanese and Korean programs, which write them without a code.
     */
    static boolean isDate(int id, String code) {
        return id >= 27 && id <= 36
                || id >= 50 && id <= 58
                || code != null && DateUtil.isADateFormat(id, code);
    }

    boolean isDate(int style) {
        return style >= 0 && style < dates.size() && dates.get(style);
    }

    /** How many digits a format of zeros alone shows at least, 0 for any other format. */
    int pad(int style) {
        return style >= 0 && style < pads.size() ? pads.get(style) : 0;
    }

    static int pad(String code) {
        boolean zeros =
                code != null
                        && code.length() > 1
                        && code.length() <= LONGEST_PAD
                        && code.chars().allMatch(c -> c == '0');
        return zeros ? code.length() : 0;
    }

    private static int number(XMLStreamReader xml, String name) {
        String value = Xml.attribute(xml, name);
        try {
            return value == null ? 0 : Integer.parseInt(value);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
