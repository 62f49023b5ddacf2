package dev.stockload.sheet;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/** The rows of one table of an OpenDocument sheet, streamed from its XML. */
final class OdsRows extends XmlRows {
    private static final int LAST_ROW = 1 << 20;
    private static final int LAST_COLUMN = 1 << 14;

    /** A file of a few bytes can say that a row comes again a million times. */
    private static final int MOST_REPEATED = 20_000_000;

    /** Elements inside a table whose tables and texts are none of its cells. */
    private static final Set<String> OTHERS =
            Set.of("shapes", "forms", "tracked-changes", "frame", "table-source", "scenario");

    private record ColumnStyle(int to, String style) {}

    private final OdsCell cell;
    private final List<ColumnStyle> columns = new ArrayList<>();

    /** The row at hand; it may be to come several times. */
    private final RowBlock line = new RowBlock();

    private int row;
    private int column;
    private int repeats;
    private long repeated;
    private boolean isHidden;
    private String rowStyle;
    private boolean ended;

    OdsRows(OdsBook book, OdsStyles styles) throws IOException {
        super(book);
        cell = new OdsCell(xml, styles);
    }

    @Override
    void moveTo(int table) throws XMLStreamException {
        for (int passed = -1; passed < table; ) {
            if (xml.next() == XMLStreamConstants.START_ELEMENT && isTable()) {
                passed++;
                if (passed < table) {
                    Xml.skip(xml);
                }
            }
        }
    }

    private boolean isTable() {
        return xml.getLocalName().equals("table") && OdsBook.TABLE.equals(xml.getNamespaceURI());
    }

    @Override
    boolean add(RowBlock block) throws XMLStreamException, IOException {
        while (!block.isFull()) {
            if (repeats > 0) {
                emit(block);
            } else if (ended || !readRow()) {
                ended = true;
                // Only at its end a part is known to be whole.
                in.transferTo(OutputStream.nullOutputStream());
                return false;
            }
        }
        return true;
    }

    private void emit(RowBlock block) {
        int cells = line.size() == 0 ? 0 : line.first(1);
        if (cells == 0) {
            row += repeats;
            repeats = 0;
            return;
        }
        repeats--;
        row++;
        for (int i = 0; i < cells; i++) {
            block.copy(line, i);
        }
        block.endRow(row);
        if (isHidden) {
            hiddenAndMerged.hideRow(row);
        }
    }

    /** Reads the next row; false behind the last. */
    private boolean readRow() throws XMLStreamException {
        while (true) {
            int event = xml.next();
            if (event == XMLStreamConstants.END_ELEMENT) {
                if (isTable()) {
                    return false;
                }
                if (xml.getLocalName().equals("table-row")) {
                    line.endRow(1);
                    boundRepeats();
                    return true;
                }
            } else if (event == XMLStreamConstants.START_ELEMENT) {
                start();
            }
        }
    }

    private void boundRepeats() {
        if (line.size() > 0) {
            repeated += (repeats - 1L) * line.first(1);
            if (row + repeats > LAST_ROW || repeated > MOST_REPEATED) {
                throw new UnusableSheetException(
                        "repeats row %d more often than a stock sheet does; save it again as .xlsx"
                                .formatted(row + 1));
            }
        }
    }

    private void start() throws XMLStreamException {
        String name = xml.getLocalName();
        switch (name) {
            case "table-column" -> takeColumns();
            case "table-row" -> {
                line.clear();
                column = 0;
                repeats = count("number-rows-repeated", LAST_ROW);
                rowStyle = xml.getAttributeValue(OdsBook.TABLE, "default-cell-style-name");
                isHidden = isInvisible();
            }
            case "table-cell" -> addCell();
            case "covered-table-cell" -> {
                // Nobody sees what stands under a merged cell.
                column += count("number-columns-repeated", LAST_COLUMN);
                Xml.skip(xml);
            }
            default -> {
                if (OTHERS.contains(name)) {
                    Xml.skip(xml);
                }
            }
        }
    }

    private void takeColumns() {
        int from = columns.isEmpty() ? 0 : columns.get(columns.size() - 1).to;
        int to = from + count("number-columns-repeated", LAST_COLUMN);
        columns.add(
                new ColumnStyle(
                        to, xml.getAttributeValue(OdsBook.TABLE, "default-cell-style-name")));
        if (isInvisible()) {
            hiddenAndMerged.hideColumns(from, to - 1);
        }
    }

    private boolean isInvisible() {
        String visibility = xml.getAttributeValue(OdsBook.TABLE, "visibility");
        return visibility != null && !visibility.equals("visible");
    }

    private void addCell() throws XMLStreamException {
        int times = count("number-columns-repeated", LAST_COLUMN);
        hiddenAndMerged.merge(
                row + 1,
                column,
                count("number-rows-spanned", LAST_ROW),
                count("number-columns-spanned", LAST_COLUMN));
        cell.read(styleOf(column));
        if (!cell.isEmpty()) {
            if (column + times > LAST_COLUMN) {
                throw new UnusableSheetException(
                        "is damaged: row %d has a cell beyond the last column that a sheet can have"
                                .formatted(row + 1));
            }
            for (int i = 0; i < times; i++) {
                cell.addTo(line, column + i);
            }
        }
        column += times;
    }

    private String styleOf(int at) {
        String own = xml.getAttributeValue(OdsBook.TABLE, "style-name");
        if (own != null || rowStyle != null) {
            return own != null ? own : rowStyle;
        }
        for (ColumnStyle style : columns) {
            if (at < style.to) {
                return style.style;
            }
        }
        return null;
    }

    private int count(String attribute, int most) {
        String value = xml.getAttributeValue(OdsBook.TABLE, attribute);
        try {
            return value == null ? 1 : Math.max(1, Math.min(most, Integer.parseInt(value)));
        } catch (NumberFormatException e) {
            return 1;
        }
    }
}
