package dev.stockload.sheet;

import java.io.IOException;
import java.util.Map;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/** The rows of one sheet of an XML Spreadsheet of 2003, streamed from its XML. */
final class Xml2003Rows extends XmlRows {
    private static final int LAST_ROW = 1 << 20;
    private static final int LAST_COLUMN = 1 << 14;

    private final Map<String, String> formats;
    private final CoveredColumns covered = new CoveredColumns();
    private final CellBuffer text = new CellBuffer();
    private int row;
    private int column;
    private int rowsAfter;
    private int columnsAfter;
    private boolean isHidden;
    private String rowStyle;

    Xml2003Rows(Xml2003Book book, Map<String, String> formats) throws IOException {
        super(book);
        this.formats = formats;
    }

    @Override
    void moveTo(int sheet) throws XMLStreamException {
        for (int passed = -1; passed < sheet; ) {
            if (xml.next() == XMLStreamConstants.START_ELEMENT
                    && xml.getLocalName().equals("Worksheet")) {
                passed++;
            }
        }
    }

    @Override
    boolean add(RowBlock block) throws XMLStreamException {
        while (!block.isFull()) {
            int event = xml.next();
            String name =
                    event == XMLStreamConstants.START_ELEMENT
                                    || event == XMLStreamConstants.END_ELEMENT
                            ? xml.getLocalName()
                            : "";
            if (event == XMLStreamConstants.START_ELEMENT) {
                start(name, block);
            } else if (name.equals("Row")) {
                endRow(block);
            } else if (name.equals("Worksheet")) {
                return false;
            }
        }
        return true;
    }

    private void start(String name, RowBlock block) throws XMLStreamException {
        switch (name) {
            case "Row" -> {
                int above = row;
                row = place(row + rowsAfter + 1, row, LAST_ROW, "rows");
                covered.down(row - above);
                rowsAfter = count("Span");
                rowStyle = Xml.attribute(xml, "StyleID");
                isHidden = isHidden("Height");
                column = 0;
            }
            case "Column" -> takeColumns();
            case "Cell" -> addCell(block);
            default -> {}
        }
    }

    /** Rows and columns are hidden by saying so, or by having no height or width. */
    private boolean isHidden(String extent) {
        String length = Xml.attribute(xml, extent);
        return Xml.isTrue(xml, "Hidden") || length != null && length.matches("0+(\\.0*)?");
    }

    private void takeColumns() {
        int from = count("Index") == 0 ? columnsAfter : count("Index") - 1;
        columnsAfter = from + count("Span") + 1;
        if (isHidden("Width")) {
            hiddenAndMerged.hideColumns(from, columnsAfter - 1);
        }
    }

    private void endRow(RowBlock block) {
        if (block.endRow(row) && isHidden) {
            hiddenAndMerged.hideRow(row);
        }
    }

    /** Merged cells leave out those that they cover. */
    private void addCell(RowBlock block) throws XMLStreamException {
        column = place(covered.free(column) + 1, column, LAST_COLUMN, "cells");
        int columns = Math.min(count("MergeAcross") + 1, LAST_COLUMN);
        int rows = Math.min(count("MergeDown") + 1, LAST_ROW);
        covered.cover(column - 1, columns, rows);
        hiddenAndMerged.merge(row, column - 1, rows, columns);
        boolean isFormula = Xml.attribute(xml, "Formula") != null;
        String style = Xml.attribute(xml, "StyleID");
        String format = formats.get(style == null ? rowStyle : style);
        boolean hasData = false;
        while (!(xml.next() == XMLStreamConstants.END_ELEMENT
                && xml.getLocalName().equals("Cell"))) {
            if (xml.getEventType() == XMLStreamConstants.START_ELEMENT) {
                if (xml.getLocalName().equals("Data")) {
                    hasData = true;
                    addData(block, format);
                } else {
                    Xml.skip(xml); // a remark, for one, has data too
                }
            }
        }
        if (isFormula && !hasData) {
            block.addUncalculated(column - 1);
        }
        column += columns - 1;
    }

    private void addData(RowBlock block, String format) throws XMLStreamException {
        String type = String.valueOf(Xml.attribute(xml, "Type"));
        readText();
        int at = column - 1;
        switch (type) {
            case "Number" -> addNumber(block, at, format);
            case "DateTime" -> IsoDate.add(block, at, text.text());
            case "Boolean" -> block.addBoolean(at, text.isTrue());
            case "Error" -> block.addError(at, text.text());
            default -> block.addText(at, text.text());
        }
    }

    /** Texts may have parts in bold and the like. */
    private void readText() throws XMLStreamException {
        text.clear();
        for (int depth = 1; depth > 0; ) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> depth++;
                case XMLStreamConstants.END_ELEMENT -> depth--;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(xml);
                default -> {}
            }
        }
    }

    private void addNumber(RowBlock block, int at, String format) {
        double number = text.number();
        if (Double.isNaN(number)) {
            block.addText(at, text.text());
        } else if (format != null && format.matches("(\\w+ )?(Date|Time)")
                || FormatCode.isDate(format)) {
            block.addDate(at, number);
        } else {
            block.addNumber(at, number, FormatCode.zeros(format));
        }
    }

    private int place(int next, int last, int most, String what) {
        int given = count("Index");
        int place = given == 0 ? next : given;
        if (place <= last || place > most) {
            throw new UnusableSheetException(
                    "has its %s out of order near row %d; open it in Excel and save it as .xlsx"
                            .formatted(what, row));
        }
        return place;
    }

    private int count(String attribute) {
        String value = Xml.attribute(xml, attribute);
        return value != null && value.matches("\\d{1,7}") ? Integer.parseInt(value) : 0;
    }
}
