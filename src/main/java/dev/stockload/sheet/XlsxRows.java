package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The rows of one sheet of an .xlsx workbook, streamed from its XML. */
final class XlsxRows implements RowSource {
    /** Days between the beginnings of the 1900 and the 1904 date system. */
    static final int DAYS_1904 = 1462;

    private static final int LAST_COLUMN = 16_383;
    private static final LocalDate DAY_ZERO = LocalDate.of(1899, 12, 30);

    private final InputStream in;
    private final XMLStreamReader xml;
    private final SharedTexts shared;
    private final CellFormats formats;
    private final boolean since1904;
    private final CellText text = new CellText();
    private int row;
    private int column;
    private int style;
    private String type;

    XlsxRows(InputStream sheet, SharedTexts shared, CellFormats formats, boolean since1904) {
        this.in = new AheadInput(sheet);
        this.shared = shared;
        this.formats = formats;
        this.since1904 = since1904;
        try {
            xml = Xml.open(in);
        } catch (XMLStreamException e) {
            throw damaged(e);
        }
    }

    @Override
    public boolean fill(RowBlock block) throws IOException {
        try {
            while (!block.isFull()) {
                int event = xml.next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    start(block);
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    String name = xml.getLocalName();
                    if (name.equals("row")) {
                        block.endRow(row);
                    } else if (name.equals("sheetData")) {
                        return false;
                    }
                } else if (event == XMLStreamConstants.END_DOCUMENT) {
                    return false;
                }
            }
            return true;
        } catch (XMLStreamException e) {
            throw damaged(e);
        }
    }

    private void start(RowBlock block) throws XMLStreamException {
        String name = xml.getLocalName();
        if (name.equals("c")) {
            attributes();
            value();
            add(block);
        } else if (name.equals("row")) {
            row = rowNumber(Xml.attribute(xml, "r"));
            column = -1;
        }
    }

    private int rowNumber(String given) {
        try {
            return given == null ? row + 1 : Integer.parseInt(given);
        } catch (NumberFormatException e) {
            return row + 1;
        }
    }

    private void attributes() {
        column++;
        style = 0;
        type = "n";
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String name = xml.getAttributeLocalName(i);
            if (name.length() == 1) {
                switch (name.charAt(0)) {
                    case 'r' -> column = columnOf(xml.getAttributeValue(i));
                    case 's' -> style = smallNumber(xml.getAttributeValue(i));
                    case 't' -> type = xml.getAttributeValue(i);
                    default -> {}
                }
            }
        }
        if (column > LAST_COLUMN) {
            throw new UnusableSheetException(
                    "it is damaged: row %d has a cell beyond the last column that a sheet can have"
                            .formatted(row));
        }
    }

    /** The column of a reference such as BC17; the next one where it is none. */
    private int columnOf(String reference) {
        int found = 0;
        for (int i = 0; i < reference.length(); i++) {
            char c = reference.charAt(i);
            if (c < 'A' || c > 'Z') {
                break;
            }
            found = Math.min(found * 26 + c - 'A' + 1, LAST_COLUMN + 2);
        }
        return found == 0 ? column : found - 1;
    }

    private static int smallNumber(String digits) {
        int number = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 9 || number > 100_000) {
                return 0;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /**
     * Collects the stored value up to the end of the cell: a formula's text and phonetic text are
     * none.
     */
    private void value() throws XMLStreamException {
        text.clear();
        boolean wanted = false;
        int phonetic = 0;
        while (true) {
            int event = xml.next();
            if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                if (wanted) {
                    text.append(xml);
                }
            } else if (event == XMLStreamConstants.START_ELEMENT) {
                String name = xml.getLocalName();
                if (name.equals("rPh")) {
                    phonetic++;
                }
                wanted = (name.equals("v") || name.equals("t")) && phonetic == 0;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                wanted = false;
                String name = xml.getLocalName();
                if (name.equals("c")) {
                    return;
                } else if (name.equals("rPh")) {
                    phonetic--;
                }
            } else if (event == XMLStreamConstants.END_DOCUMENT) {
                return;
            }
        }
    }

    private void add(RowBlock block) {
        if (text.isEmpty()) {
            return;
        }
        switch (type) {
            case "s" -> addShared(block);
            case "str", "inlineStr" -> block.addText(column, text.text());
            case "b" -> block.addBoolean(column, text.index() == 1);
            case "e" -> block.addError(column, text.text());
            case "d" -> addDay(block, text.text());
            default -> addNumber(block);
        }
    }

    private void addShared(RowBlock block) {
        String found = shared.get(text.index());
        if (found == null) {
            throw new UnusableSheetException(
                    "it is damaged: row %d, column %s points to a text that the file does not have"
                            .formatted(row, Header.letters(column)));
        }
        block.addText(column, found);
    }

    private void addNumber(RowBlock block) {
        double number = text.number();
        if (Double.isNaN(number)) {
            block.addText(column, text.text());
        } else if (formats.isDate(style)) {
            block.addDate(column, since1904 ? number + DAYS_1904 : number);
        } else {
            block.addNumber(column, number, formats.pad(style));
        }
    }

    /** Strict workbooks write dates as words of the calendar. */
    private void addDay(RowBlock block, String words) {
        try {
            LocalDateTime time =
                    words.indexOf('T') < 0
                            ? LocalDate.parse(words).atStartOfDay()
                            : LocalDateTime.parse(words.replace("Z", ""));
            long days = ChronoUnit.DAYS.between(DAY_ZERO, time.toLocalDate());
            block.addDate(column, days + time.toLocalTime().toSecondOfDay() / 86_400.0);
        } catch (DateTimeParseException e) {
            block.addText(column, words);
        }
    }

    private UnusableSheetException damaged(XMLStreamException fault) {
        if (fault.getNestedException() instanceof IOException broken) {
            return XlsxBook.damaged(broken);
        }
        return new UnusableSheetException(
                "it is damaged: reading stopped after row %d; save it again in the program that made it, or get a new copy"
                        .formatted(row),
                fault);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
