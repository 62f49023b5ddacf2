package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;

/** The rows of one sheet of an .xlsx workbook, streamed from its XML. */
final class XlsxRows implements RowSource {
    /** Days between the beginnings of the 1900 and the 1904 date system. */
    static final int DAYS_1904 = 1462;

    private static final int LAST_COLUMN = 16_383;
    private static final int LARGEST_NUMBER = 100_000_000;
    private static final char NUMBER = 'n';
    private static final char TEXT = 't';
    private static final LocalDate DAY_ZERO = LocalDate.of(1899, 12, 30);

    private final InputStream in;
    private final SheetXml xml;
    private final SharedTexts shared;
    private final CellFormats formats;
    private final boolean since1904;
    private final CellText text = new CellText();
    private int row;
    private int column;
    private int style;
    private char type;
    private int phonetic;
    private boolean inRow;
    private boolean inCell;

    XlsxRows(InputStream sheet, SharedTexts shared, CellFormats formats, boolean since1904) {
        this.in = new AheadInput(sheet);
        this.xml = new SheetXml(in, text);
        this.shared = shared;
        this.formats = formats;
        this.since1904 = since1904;
    }

    @Override
    public boolean fill(RowBlock block) throws IOException {
        try {
            while (!block.isFull()) {
                if (!xml.next()) {
                    throw new UnusableSheetException(
                            "is damaged: the sheet in it ends after row %d; get a new copy"
                                    .formatted(row));
                }
                if (!xml.isEnd()) {
                    start();
                }
                if ((xml.isEnd() || xml.isEmpty()) && !end(block)) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw XlsxBook.damaged(e);
        }
    }

    /**
     * A formula's text and phonetic text are no values; the stored value and the runs of a text
     * are.
     */
    private void start() {
        if (xml.is('v') || xml.is('t')) {
            xml.capture(phonetic == 0 && !xml.isEmpty());
        } else if (xml.is('c')) {
            startCell();
        } else if (xml.is("row")) {
            startRow();
        } else if (xml.is("rPh") && !xml.isEmpty()) {
            phonetic++;
        }
    }

    /** False when the rows have ended. */
    private boolean end(RowBlock block) {
        if (xml.is('v') || xml.is('t')) {
            xml.capture(false);
            return true;
        }
        if (xml.is('c')) {
            expect(inCell);
            inCell = false;
            add(block);
            text.clear();
            return true;
        }
        if (xml.is("row")) {
            expect(inRow && !inCell);
            inRow = false;
            block.endRow(row);
        } else if (xml.is("rPh") && phonetic > 0 && !xml.isEmpty()) {
            phonetic--;
        }
        boolean ended = xml.is("sheetData") || xml.is("worksheet");
        expect(!(ended && inRow));
        return !ended;
    }

    /** Tags that are not nested as in a sheet would shift values into other cells. */
    private void expect(boolean nested) {
        if (!nested) {
            throw new UnusableSheetException(
                    "is damaged: the tags of the sheet in it are not nested as they should be near row %d; get a new copy"
                            .formatted(row));
        }
    }

    private void startRow() {
        expect(!inRow);
        inRow = true;
        int above = row++;
        column = -1;
        for (char name = xml.nextAttribute(); name != 0; name = xml.nextAttribute()) {
            if (name == 'r') {
                int given = number();
                row = given > 0 ? given : row;
            }
        }
        if (row <= above) {
            throw outOfOrder("rows", row);
        }
    }

    private static UnusableSheetException outOfOrder(String what, int row) {
        return new UnusableSheetException(
                "has its %s out of order from row %d on; open it in Excel and save it again"
                        .formatted(what, row));
    }

    private void startCell() {
        expect(inRow && !inCell);
        inCell = true;
        text.clear();
        phonetic = 0;
        int before = column++;
        style = 0;
        type = NUMBER;
        for (char name = xml.nextAttribute(); name != 0; name = xml.nextAttribute()) {
            switch (name) {
                case 'r' -> column = columnOf();
                case 's' -> style = number();
                case 't' -> type = typeOf();
                default -> {}
            }
        }
        if (column > LAST_COLUMN) {
            throw new UnusableSheetException(
                    "is damaged: row %d has a cell beyond the last column that a sheet can have"
                            .formatted(row));
        }
        if (column <= before) {
            throw outOfOrder("cells", row);
        }
    }

    /** The column of a reference such as BC17; the next one where it is none. */
    private int columnOf() {
        int found = 0;
        for (int i = 0; i < xml.valueLength(); i++) {
            int letter = xml.value(i) - 'A';
            if (letter < 0 || letter > 25) {
                break;
            }
            found = Math.min(found * 26 + letter + 1, LAST_COLUMN + 2);
        }
        return found == 0 ? column : found - 1;
    }

    /** The number in an attribute, 0 where it is none or no row or style can have it. */
    private int number() {
        int number = 0;
        for (int i = 0; i < xml.valueLength(); i++) {
            int digit = xml.value(i) - '0';
            if (digit < 0 || digit > 9 || number > LARGEST_NUMBER / 10) {
                return 0;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private char typeOf() {
        int length = xml.valueLength();
        if (length == 1) {
            return (char) xml.value(0);
        }
        return length == 3 || length == 9 ? TEXT : NUMBER; // str, inlineStr
    }

    private void add(RowBlock block) {
        if (text.isEmpty()) {
            return;
        }
        switch (type) {
            case 's' -> addShared(block);
            case TEXT -> block.addText(column, text.text());
            case 'b' -> block.addBoolean(column, text.index() == 1);
            case 'e' -> block.addError(column, text.text());
            case 'd' -> addDay(block, text.text());
            default -> addNumber(block);
        }
    }

    private void addShared(RowBlock block) {
        String found = shared.get(text.index());
        if (found == null) {
            throw new UnusableSheetException(
                    "is damaged: row %d, column %s points to a text that the file does not have"
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

    @Override
    public void close() throws IOException {
        in.close();
    }
}
