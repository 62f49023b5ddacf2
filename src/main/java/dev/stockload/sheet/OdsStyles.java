package dev.stockload.sheet;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * What the styles of an OpenDocument sheet say: leading zeros that are shown, tables that are not.
 */
final class OdsStyles {
    static final String TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";
    private static final String STYLE = "urn:oasis:names:tc:opendocument:xmlns:style:1.0";
    private static final String NUMBER = "urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0";

    private record CellStyle(String parent, String format) {}

    private final Map<String, CellStyle> cells = new HashMap<>();

    /** How many digits each format shows at least; others than formats of zeros are not here. */
    private final Map<String, Integer> zeros = new HashMap<>();

    /** The format that another has in its place for numbers from 0 on. */
    private final Map<String, String> positives = new HashMap<>();

    private final Map<String, Integer> pads = new HashMap<>();
    private final Set<String> hidden = new HashSet<>();
    private String style;
    private String format;

    /** Takes in the start of an element, if it is of a style. */
    void take(XMLStreamReader xml) throws XMLStreamException {
        if (NUMBER.equals(xml.getNamespaceURI())) {
            takeFormat(xml);
            return;
        }
        switch (xml.getLocalName()) {
            case "style" -> {
                style = xml.getAttributeValue(STYLE, "name");
                format = null;
                if ("table-cell".equals(xml.getAttributeValue(STYLE, "family"))) {
                    cells.put(
                            style,
                            new CellStyle(
                                    xml.getAttributeValue(STYLE, "parent-style-name"),
                                    xml.getAttributeValue(STYLE, "data-style-name")));
                }
            }
            case "table-properties" -> {
                if ("false".equals(xml.getAttributeValue(TABLE, "display"))) {
                    hidden.add(style);
                }
            }
            case "map" -> {
                String condition = String.valueOf(xml.getAttributeValue(STYLE, "condition"));
                if (format != null && condition.matches("value\\(\\)\\s*>=?\\s*0")) {
                    positives.put(format, xml.getAttributeValue(STYLE, "apply-style-name"));
                }
            }
            default -> {}
        }
    }

    private void takeFormat(XMLStreamReader xml) throws XMLStreamException {
        String name = xml.getLocalName();
        if (name.endsWith("-style")) { // of a date or a currency, for one
            format = xml.getAttributeValue(STYLE, "name");
            zeros.remove(format);
        } else if (name.equals("number")) {
            takeNumber(xml);
        } else if (name.equals("text") && xml.getElementText().isBlank()) {
            return; // as wide as a bracket
        } else if (!name.equals("fill-character")) {
            zeros.put(format, 0); // more than zeros is shown
        }
    }

    private void takeNumber(XMLStreamReader xml) {
        String digits = xml.getAttributeValue(NUMBER, "min-integer-digits");
        String places = xml.getAttributeValue(NUMBER, "decimal-places");
        boolean isWhole = places == null || places.equals("0");
        boolean isZeros =
                digits != null
                        && digits.matches("[2-9]|[12]\\d")
                        && isWhole
                        && xml.getAttributeValue(NUMBER, "grouping") == null;
        zeros.putIfAbsent(format, isZeros ? Integer.parseInt(digits) : 0);
    }

    boolean isHidden(String table) {
        return hidden.contains(table);
    }

    /** How many digits a format of zeros alone shows at least, 0 for any other format. */
    int pad(String cell) {
        return cell == null ? 0 : pads.computeIfAbsent(cell, name -> find(name, 0));
    }

    private int find(String cell, int depth) {
        CellStyle found = cells.get(cell);
        if (found == null || depth > 50) {
            return 0;
        }
        return found.format == null
                ? find(found.parent, depth + 1)
                : zeros.getOrDefault(positives.getOrDefault(found.format, found.format), 0);
    }
}
