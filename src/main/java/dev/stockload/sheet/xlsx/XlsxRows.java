package dev.stockload.sheet.xlsx;

import dev.stockload.sheet.markup.Xml;
import dev.stockload.sheet.rows.CellBuffer;
import dev.stockload.sheet.rows.CellFormats;
import dev.stockload.sheet.rows.NumberText;
import dev.stockload.sheet.rows.ReadAhead;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.io.InputStream;

/** The rows of one sheet of an .xlsx workbook, streamed from its XML. */
final class XlsxRows extends RowSource {
    private static final char NUMBER = 'n';
    private static final char FORMULA_TEXT = 'f';
    private static final char INLINE_TEXT = 'i';

    /** Where the text of the current cell comes from. */
    private enum Content {
        NONE,
        VALUE,
        INLINE
    }

    private final InputStream in;
    private final SheetXml xml;
    private final XmlTag tag;
    private final XlsxBook book;
    private final CellFormats formats;
    private final CellBuffer text = new CellBuffer();
    private final PlainCell cell = new PlainCell();

    /** The row and column of the current cell, and the row above. */
    private int row;

    private int column;
    private int above;

    /** Whether the row or one of its cells names its number. */
    private boolean isRowNamed;

    private final Reference reference = new Reference();
    private boolean isRowHidden;

    /** Whether rows without a height attribute have height 0. */
    private boolean areRowsHidden;

    private int style;
    private char type;
    private Content content = Content.NONE;
    private boolean isFormula;
    private boolean inRow;

    XlsxRows(InputStream sheet, XlsxBook book) throws IOException {
        this.in = Xml.utf8(new ReadAhead.ReadAheadInput(sheet));
        this.xml = new SheetXml(in, text);
        this.tag = xml.tag();
        this.book = book;
        this.formats = book.formats;
    }

    @Override
    public boolean fill(RowBlock block) throws IOException {
        try {
            while (!block.isFull()) {
                if (addPlainRow(block)) {
                    continue;
                }
                next();
                if (tag.is('c')) {
                    readCell(block);
                } else if (tag.is("row")) {
                    readRow(block);
                } else if (isEndOfRows()) {
                    expect(!inRow);
                    readToEnd();
                    return false;
                } else if (inRow) {
                    expect(!tag.is('v'));
                } else if (!tag.isEnd()) {
                    readAppearance();
                }
            }
            return true;
        } catch (IOException e) {
            throw book.damaged(e);
        }
    }

    /** Adds the next cells while they have the plain form; true if another row begins so, too. */
    private boolean addPlainRow(RowBlock block) {
        if (!inRow || !isRowNamed) {
            return false;
        }
        while (xml.readPlain(cell, row)) {
            goTo(cell.column);
            if (cell.isShared) {
                addShared(block, cell.value);
            } else if (cell.isInline) {
                text.addTo(block, column);
            } else {
                block.addNumber(column, cell.value);
            }
            formats.format(block, column, cell.style);
        }
        boolean goesOn = xml.readNextRow(cell, row + 1);
        if (goesOn) {
            endRow(block);
            above = row++;
            column = -1;
        }
        return goesOn;
    }

    private void endRow(RowBlock block) {
        if (block.endRow(row) && isRowHidden) {
            hideRow(row);
        }
    }

    /** Reads to the end of the part, to know that it is complete. */
    private void readToEnd() throws IOException {
        while (xml.next()) {
            if (!xml.passExtensions() && !tag.isEnd()) {
                readAppearance();
            }
        }
        expect(xml.isWhole());
    }

    /** Moves to the next tag that is in no extension. */
    private void next() throws IOException {
        do {
            if (!xml.next()) {
                throw new UnusableSheetException(
                        "is damaged: the sheet in it ends after row %d; get a new copy"
                                .formatted(row));
            }
        } while (xml.passExtensions());
        expect(xml.areNested());
    }

    private boolean isEndOfRows() {
        return (tag.isEnd() || tag.isEmpty()) && (tag.is("sheetData") || tag.is("worksheet"));
    }

    private void readRow(RowBlock block) {
        if (!tag.isEnd()) {
            startRow();
        }
        if (tag.isEnd() || tag.isEmpty()) {
            inRow = false;
            endRow(block);
        }
    }

    /** The stored value and the runs of a text are values; formulas and phonetic texts are not. */
    private void readCell(RowBlock block) throws IOException {
        startCell();
        int phonetic = 0;
        boolean isOpen = !tag.isEmpty();
        while (isOpen) {
            next();
            boolean begins = !tag.isEnd();
            boolean hasContent = begins && !tag.isEmpty();
            if (tag.is('v')) {
                xml.capture(begins && startContent(Content.VALUE) && hasContent);
            } else if (tag.is('c') || tag.is("row")) {
                expect(!begins);
                isOpen = false;
            } else if (tag.is('t')) {
                xml.capture(hasContent && content == Content.INLINE && phonetic == 0);
            } else if (tag.is('f')) {
                isFormula = true;
            } else if (tag.is("is") && begins) {
                startContent(Content.INLINE);
            } else if (tag.is("rPh") && !tag.isEmpty()) {
                phonetic += begins ? 1 : -1;
            }
        }
        add(block);
    }

    /** As in Excel: the type decides whether the inline text or the value counts. */
    private boolean startContent(Content next) {
        if (content == next) {
            throw twoValues();
        }
        boolean counts =
                content == Content.NONE || (next == Content.INLINE) == (type == INLINE_TEXT);
        if (counts) {
            text.clear();
            content = next;
        }
        return counts;
    }

    private UnusableSheetException twoValues() {
        return new UnusableSheetException(
                "is damaged: %s has two values; open it in Excel and save it again"
                        .formatted(place()));
    }

    /** Wrongly nested tags would move values into other cells. */
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
        isRowHidden = areRowsHidden;
        above = row++;
        column = -1;
        isRowNamed = false;
        boolean isMarkedHidden = false;
        while (tag.nextAttribute()) {
            if (tag.isAttribute('r')) {
                nameRow();
            } else if (tag.isAttribute("ht")) {
                isRowHidden = tag.isZero();
            } else if (tag.isAttribute("hidden")) {
                isMarkedHidden = tag.isTrue();
            }
        }
        isRowHidden |= isMarkedHidden;
        xml.keepRow(cell);
    }

    private void startCell() {
        expect(inRow);
        text.clear();
        content = Content.NONE;
        isFormula = false;
        style = 0;
        type = NUMBER;
        column++;
        while (tag.nextAttribute()) {
            if (tag.isAttribute('r')) {
                nameCell();
            } else if (tag.isAttribute('s')) {
                style = tag.number();
            } else if (tag.isAttribute('t')) {
                type = typeOf();
            }
        }
        expectInSheet(row, column);
    }

    /** Rows and cells that do not name their place follow the one before. */
    private void nameRow() {
        int given = tag.number();
        isRowNamed = given > 0;
        row = isRowNamed ? given : row;
        expectBelow();
    }

    private void goTo(int named) {
        column = named < 0 ? column + 1 : named;
        expectInSheet(row, column);
    }

    /** Sets the column, and the row if it is not known, from the current attribute. */
    private void nameCell() {
        reference.read(tag, 0);
        if (reference.column >= 0) {
            column = reference.column;
        }
        int named = reference.row;
        if (named > 0 && named != row) {
            moveTo(named);
        }
        isRowNamed |= named > 0;
    }

    private void moveTo(int named) {
        if (isRowNamed) {
            throw new UnusableSheetException(
                    "is damaged: row %d has a cell labelled as one of row %d; open it in Excel and save it again"
                            .formatted(row, named));
        }
        row = named;
        expectBelow();
    }

    private void expectBelow() {
        if (row <= above) {
            throw new UnusableSheetException(
                    "has its rows out of order from row %d on; open it in Excel and save it again"
                            .formatted(row));
        }
    }

    private String place() {
        return "row %d, column %s".formatted(row, RowBlock.letters(column));
    }

    private char typeOf() {
        return switch (tag.valueLength()) {
            case 1 -> (char) tag.value(0);
            case 3 -> FORMULA_TEXT; // str
            case 9 -> INLINE_TEXT; // inlineStr
            default -> NUMBER;
        };
    }

    private void add(RowBlock block) {
        if (isFormula && isUncalculated()) {
            block.addUncalculated(column);
        } else if (!text.isEmpty()) {
            addValue(block);
            formats.format(block, column, style);
        }
    }

    /** An empty text is a valid result of a formula; a missing result is not. */
    private boolean isUncalculated() {
        if (text.isEmpty()) {
            return book.recalculates || type != FORMULA_TEXT || content != Content.VALUE;
        }
        return book.recalculates && type == NUMBER && text.number() == 0;
    }

    private void addValue(RowBlock block) {
        switch (content == Content.INLINE ? INLINE_TEXT : type) {
            case 's' -> addShared(block, text.index());
            case FORMULA_TEXT, INLINE_TEXT -> block.addText(column, text.text(column));
            case 'b' -> block.addBoolean(column, text.isTrue());
            case 'e' -> block.addError(column, text.text());
            case 'd' -> NumberText.addIsoDate(block, column, text.text());
            default -> text.addNumber(block, column);
        }
    }

    private void addShared(RowBlock block, long index) {
        if (index < 0 || index >= book.texts.size()) {
            throw new UnusableSheetException(
                    "is damaged: %s points to a text that the file does not have"
                            .formatted(place()));
        }
        book.texts.addTo(block, column, (int) index);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Reads hidden columns, default heights and merged cells. */
    private void readAppearance() {
        if (tag.is("mergeCell")) {
            readMerged();
        } else if (tag.is("col")) {
            readColumns();
        } else if (tag.is("sheetFormatPr")) {
            areRowsHidden |= tag.find("zeroHeight") && tag.isTrue();
        }
    }

    private void readColumns() {
        if (tag.find("hidden") && tag.isTrue() || tag.find("width") && tag.isZero()) {
            int from = tag.find("min") ? tag.number() : 0;
            int to = tag.find("max") ? tag.number() : 0;
            hideColumns(from - 1, to - 1);
        }
    }

    private void readMerged() {
        if (tag.find("ref")) {
            Reference first = new Reference();
            int next = first.read(tag, 0);
            Reference last = new Reference();
            last.read(tag, next + 1);
            merge(first.row, first.column, last.row, last.column);
        }
    }

    /** Parses a reference such as BC17, bc17 or $BC$17 in an attribute. */
    private static final class Reference {
        private static final int LARGEST_ROW = 100_000_000;

        /** The row number in a spreadsheet program; 0 if there is none. */
        int row;

        /** From 0; -1 if there is none. */
        int column;

        /** Reads from this index of the value on; returns the end of the reference. */
        int read(XmlTag tag, int from) {
            int letters = 0;
            int digits = 0;
            int i = from;
            for (; i < tag.valueLength(); i++) {
                int c = tag.value(i);
                int letter = (c & ~0x20) - 'A';
                if (c >= '0' && c <= '9') {
                    digits = Math.min(digits * 10 + c - '0', LARGEST_ROW);
                } else if (letter >= 0 && letter < 26) {
                    letters = Math.min(letters * 26 + letter + 1, RowSource.LAST_COLUMN + 2);
                } else if (c != '$') {
                    break;
                }
            }
            row = digits;
            column = letters - 1;
            return i;
        }
    }
}
