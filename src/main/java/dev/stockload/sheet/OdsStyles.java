package dev.stockload.sheet;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import javax.xml.stream.XMLStreamReader;

/**
 * What the styles of an OpenDocument sheet say: leading zeros that are shown, tables that are not.
 */
final class OdsStyles {
    private record CellStyle(String parent, String format) {}

    private final Map<String, CellStyle> cells = new HashMap<>();
    private final Map<String, Integer> zeros = new HashMap<>();
    private final Map<String, Integer> pads = new HashMap<>();
    private final Set<String> hidden = new HashSet<>();
    private String style;
    private String format;

    /** Takes in the start of an element, if it is of a style. */
    void take(XMLStreamReader xml) {
        switch (xml.getLocalName()) {
            case "style" -> {
                style = xml.getAttributeValue(OdsBook.STYLE, "name");
                if ("table-cell".equals(xml.getAttributeValue(OdsBook.STYLE, "family"))) {
                    cells.put(
                            style,
                            new CellStyle(
                                    xml.getAttributeValue(OdsBook.STYLE, "parent-style-name"),
                                    xml.getAttributeValue(OdsBook.STYLE, "data-style-name")));
                }
            }
            case "table-properties" -> {
                if ("false".equals(xml.getAttributeValue(OdsBook.TABLE, "display"))) {
                    hidden.add(style);
                }
            }
            case "number-style" -> format = xml.getAttributeValue(OdsBook.STYLE, "name");
            case "number" -> takeNumber(xml);
            case "text" -> {
                if (xml.getNamespaceURI().equals(OdsBook.NUMBER)) {
                    zeros.remove(format); // more than zeros is shown
                    format = null;
                }
            }
            default -> {}
        }
    }

    private void takeNumber(XMLStreamReader xml) {
        String digits = xml.getAttributeValue(OdsBook.NUMBER, "min-integer-digits");
        String places = xml.getAttributeValue(OdsBook.NUMBER, "decimal-places");
        boolean isWhole = places == null || places.equals("0");
        if (format != null
                && digits != null
                && digits.matches("[2-9]|[12]\\d")
                && isWhole
                && xml.getAttributeValue(OdsBook.NUMBER, "grouping") == null) {
            zeros.put(format, Integer.valueOf(digits));
        }
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
                : zeros.getOrDefault(found.format, 0);
    }
}
