package dev.stockload.sheet.markup;

import dev.stockload.sheet.rows.CellBuffer;
import dev.stockload.sheet.rows.FormatCode;
import dev.stockload.sheet.rows.NumberText;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** An XML Spreadsheet 2003, which many programs write with the ending .xls. */
public final class Xml2003Book extends XmlBook {
    private static final String DEFAULT_STYLE = "Default";

    /** Names of formats for numbers; their letters would look like those of dates. */
    private static final Pattern NUMBERS =
            Pattern.compile(
                    "General Number|(Euro )?Currency|Fixed|Standard|Percent|Scientific|Yes/No"
                            + "|True/False|On/Off");

    private final Map<String, FormatCode> formats = new HashMap<>();
    private String style;

    public Xml2003Book(Path file) {
        super("XML Spreadsheet 2003", file);
    }

    @Override
    boolean isSheet(XMLStreamReader element) {
        return element.getLocalName().equals("Worksheet");
    }

    /** A style may have its parent's format; the tag that hides a sheet is at its end. */
    @Override
    void scan(XMLStreamReader element, int depth) throws XMLStreamException {
        switch (element.getLocalName()) {
            case "Style" -> {
                style = Xml.attribute(element, "ID");
                formats.put(style, format(Xml.attribute(element, "Parent")));
            }
            case "NumberFormat" -> formats.put(style, named(Xml.attribute(element, "Format")));
            case "Worksheet" -> addTab(String.valueOf(Xml.attribute(element, "Name")), true);
            case "Visible" -> {
                if (depth > 0 && element.getElementText().contains("Hidden")) {
                    addTab(tabs.remove(tabs.size() - 1).name(), false);
                }
            }
            default -> {}
        }
    }

    private FormatCode format(String style) {
        return formats.getOrDefault(style, FormatCode.NONE);
    }

    private static FormatCode named(String format) {
        boolean isDate = format != null && format.matches("(\\w+ )?(Date|Time)");
        boolean isNumber = format == null || NUMBERS.matcher(format).matches();
        return FormatCode.of(isDate ? "yyyy" : isNumber ? null : format);
    }

    @Override
    TableRows rows() {
        return new TabRows();
    }

    private final class TabRows extends Rows {
        private final CellBuffer text = new CellBuffer();
        private String tableStyle;
        private String rowStyle;

        TabRows() {
            super("Row");
        }

        @Override
        void start(String name) throws XMLStreamException {
            switch (name) {
                case "Table" -> tableStyle = Xml.attribute(xml, "StyleID");
                case "Row" -> {
                    startRow(Xml.number(xml, "Index"), 1, isHidden("Height"));
                    skipRows(Xml.number(xml, "Span"));
                    rowStyle = Xml.attribute(xml, "StyleID");
                }
                case "Column" ->
                        columns(
                                Xml.number(xml, "Index"),
                                Xml.number(xml, "Span") + 1,
                                Xml.attribute(xml, "StyleID"),
                                isHidden("Width"));
                case "Cell" -> addCell();
                default -> {}
            }
        }

        /** Rows and columns are hidden by an attribute, or by having no height or width. */
        private boolean isHidden(String extent) {
            String length = Xml.attribute(xml, extent);
            return Xml.isTrue(xml, "Hidden") || length != null && length.matches("0+(\\.0*)?");
        }

        /** The file leaves out cells that merged cells cover. */
        private void addCell() throws XMLStreamException {
            startCell(Xml.number(xml, "Index"));
            int columns = Math.min(Xml.number(xml, "MergeAcross") + 1, MOST_COLUMNS);
            int rows = Math.min(Xml.number(xml, "MergeDown") + 1, MOST_ROWS);
            boolean isFormula = Xml.attribute(xml, "Formula") != null;
            String style = cellStyle();
            boolean hasData = false;
            while (!(xml.next() == XMLStreamConstants.END_ELEMENT
                    && xml.getLocalName().equals("Cell"))) {
                if (xml.getEventType() == XMLStreamConstants.START_ELEMENT) {
                    if (xml.getLocalName().equals("Data")) {
                        hasData = true;
                        addData(column());
                        line.format(column(), format(style), false);
                    } else {
                        Xml.skip(xml); // a comment has data too
                    }
                }
            }
            if (isFormula && !hasData) {
                line.addUncalculated(column());
            }
            pass(rows, columns);
        }

        private String cellStyle() {
            String own = Xml.attribute(xml, "StyleID");
            if (own != null || rowStyle != null) {
                return own != null ? own : rowStyle;
            }
            if (columnStyle() != null) {
                return columnStyle();
            }
            return tableStyle != null ? tableStyle : DEFAULT_STYLE;
        }

        private void addData(int at) throws XMLStreamException {
            String type = String.valueOf(Xml.attribute(xml, "Type"));
            text.clear();
            Xml.readText(xml, () -> text.append(xml)); // it may contain formatting elements
            switch (type) {
                case "Number" -> text.addNumber(line, at);
                case "DateTime" -> NumberText.addIsoDate(line, at, text.text());
                case "Boolean" -> line.addBoolean(at, text.isTrue());
                case "Error" -> line.addError(at, text.text());
                default -> line.addText(at, text.text(at));
            }
        }
    }
}
