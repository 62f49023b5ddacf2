package dev.stockload.sheet.xls;

import dev.stockload.sheet.rows.CellFormats;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.poi.hssf.record.BOFRecord;
import org.apache.poi.hssf.record.BlankRecord;
import org.apache.poi.hssf.record.BoolErrRecord;
import org.apache.poi.hssf.record.ColumnInfoRecord;
import org.apache.poi.hssf.record.EOFRecord;
import org.apache.poi.hssf.record.LabelRecord;
import org.apache.poi.hssf.record.LabelSSTRecord;
import org.apache.poi.hssf.record.MergeCellsRecord;
import org.apache.poi.hssf.record.MulRKRecord;
import org.apache.poi.hssf.record.NumberRecord;
import org.apache.poi.hssf.record.RKRecord;
import org.apache.poi.hssf.record.RecordInputStream;
import org.apache.poi.hssf.record.RowRecord;
import org.apache.poi.hssf.record.StringRecord;
import org.apache.poi.hssf.record.UncalcedRecord;
import org.apache.poi.hssf.util.RKUtil;
import org.apache.poi.ss.usermodel.FormulaError;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.util.RecordFormatException;

import java.util.BitSet;
import java.util.List;
import java.util.Set;

/** The rows of a worksheet of an .xls workbook, read from its records. */
final class XlsRows extends RowSource {
    /** A text with formats, for which POI has no record. */
    private static final int RICH_TEXT = 0x00D6;

    /** Some programs write formulas with the record numbers from before Excel 97. */
    private static final List<Integer> FORMULAS = List.of(0x0006, 0x0206, 0x0406);

    private static final Set<Short> OF_ONE_LENGTH =
            Set.of(
                    NumberRecord.sid,
                    RKRecord.sid,
                    LabelSSTRecord.sid,
                    BlankRecord.sid,
                    RowRecord.sid);

    private static final int CALCULATE_ON_LOAD = 0x02;

    private final RecordInputStream records;
    private final XlsBook book;
    private final CellFormats formats;
    private final BitSet hiddenRows = new BitSet();

    /** Sheets may contain charts, whose records look like those of sheets. */
    private int depth;

    private boolean isUncalculated;
    private int row = -1;
    private int textColumn = -1;

    /** The first cell after a full block: its record is still the current one. */
    private int heldSid;

    XlsRows(XlsBook book, RecordInputStream records) {
        this.book = book;
        this.formats = book.formats;
        this.records = records;
    }

    @Override
    public boolean fill(RowBlock block) {
        return book.guarded(() -> addRows(block));
    }

    private boolean addRows(RowBlock block) {
        if (heldSid != 0) {
            add(block, heldSid);
            expectLength(heldSid);
            heldSid = 0;
        }
        for (int sid = next(); sid != EOFRecord.sid; sid = next()) {
            if (sid == StringRecord.sid && textColumn >= 0) {
                block.addText(textColumn, new StringRecord(records).getString());
                textColumn = -1;
            } else if (depth == 1 && isCell(sid)) {
                int next = records.readUShort();
                if (next != row) {
                    end(block);
                    expectBelow(next);
                    row = next;
                    if (block.isFull()) {
                        heldSid = sid;
                        return true;
                    }
                }
                add(block, sid);
            } else if (depth == 1) {
                readOther(sid);
            }
            expectLength(sid);
        }
        end(block);
        return false;
    }

    /** A length that is too large hides the records that follow. */
    private void expectLength(int sid) {
        if (depth == 1 && OF_ONE_LENGTH.contains((short) sid) && records.remaining() > 0) {
            throw new RecordFormatException("A record is longer than its kind can be");
        }
    }

    /** The next record of the sheet; EOF only after its last. */
    private int next() {
        int sid = XlsBook.next(records);
        if (sid == XlsBook.END) {
            throw new RecordFormatException("The sheet ends in the middle");
        }
        if (sid == BOFRecord.sid) {
            depth++;
        } else if (sid == EOFRecord.sid) {
            depth--;
            return depth == 0 ? EOFRecord.sid : 0;
        }
        return sid;
    }

    private static boolean isCell(int sid) {
        return switch (sid) {
            case NumberRecord.sid,
                    RKRecord.sid,
                    MulRKRecord.sid,
                    LabelSSTRecord.sid,
                    LabelRecord.sid,
                    RICH_TEXT,
                    BoolErrRecord.sid ->
                    true;
            default -> FORMULAS.contains(sid);
        };
    }

    /** Ends a formula whose text result is missing. */
    private void endText(RowBlock block) {
        if (textColumn >= 0) {
            block.addUncalculated(textColumn);
            textColumn = -1;
        }
    }

    private void end(RowBlock block) {
        endText(block);
        if (block.endRow(row + 1) && hiddenRows.get(row)) {
            hideRow(row + 1);
        }
    }

    private void readOther(int sid) {
        switch (sid) {
            case RowRecord.sid -> readRow(new RowRecord(records));
            case ColumnInfoRecord.sid -> readColumns(new ColumnInfoRecord(records));
            case MergeCellsRecord.sid -> readMerged(new MergeCellsRecord(records));
            case BlankRecord.sid -> new BlankRecord(records);
            case UncalcedRecord.sid -> isUncalculated = true;
            default -> {}
        }
    }

    /** POI calls a height of the row's own a bad font height. */
    private void readRow(RowRecord found) {
        boolean isFlat = found.getHeight() == 0 && found.getBadFontHeight();
        hiddenRows.set(found.getRowNumber(), isFlat || found.getZeroHeight());
    }

    private void readColumns(ColumnInfoRecord columns) {
        if (columns.getColumnWidth() == 0 || columns.getHidden()) {
            hideColumns(columns.getFirstColumn(), columns.getLastColumn());
        }
    }

    private void readMerged(MergeCellsRecord merged) {
        for (int i = 0; i < merged.getNumAreas(); i++) {
            CellRangeAddress area = merged.getAreaAt(i);
            merge(
                    area.getFirstRow() + 1,
                    area.getFirstColumn(),
                    area.getLastRow() + 1,
                    area.getLastColumn());
        }
    }

    private void expectBelow(int next) {
        if (next < row) {
            throw new UnusableSheetException(
                    "has its rows out of order from row %d on; open it in Excel and save it as .xlsx"
                            .formatted(next + 1));
        }
    }

    private void add(RowBlock block, int sid) {
        endText(block);
        int column = records.readUShort();
        if (sid == MulRKRecord.sid) {
            while (records.remaining() >= 8) {
                int style = records.readUShort();
                formats.addNumber(block, column++, RKUtil.decodeNumber(records.readInt()), style);
            }
            return;
        }
        int style = records.readUShort();
        switch (sid) {
            case NumberRecord.sid -> formats.addNumber(block, column, records.readDouble(), style);
            case RKRecord.sid ->
                    formats.addNumber(block, column, RKUtil.decodeNumber(records.readInt()), style);
            case LabelSSTRecord.sid ->
                    block.addText(column, book.texts.getString(records.readInt()).getString());
            case LabelRecord.sid, RICH_TEXT -> block.addText(column, text());
            case BoolErrRecord.sid -> {
                int value = records.readUByte();
                addBooleanOrError(block, column, value, records.readUByte() != 0);
            }
            default -> addResult(block, column, style);
        }
    }

    private String text() {
        int length = records.readUShort();
        boolean isWide = (records.readUByte() & 1) != 0;
        return isWide ? records.readUnicodeLEString(length) : records.readCompressedUnicode(length);
    }

    private static void addBooleanOrError(RowBlock block, int column, int value, boolean isError) {
        if (isError) {
            block.addError(
                    column,
                    FormulaError.isValidCode(value)
                            ? FormulaError.forInt(value).getString()
                            : "#ERROR " + value);
        } else {
            block.addBoolean(column, value != 0);
        }
    }

    /** If a result is not a number, the last two bytes are FFFF and the first one is its type. */
    private void addResult(RowBlock block, int column, int style) {
        long result = records.readLong();
        boolean isRecalculated = (records.readUShort() & CALCULATE_ON_LOAD) != 0 || isUncalculated;
        int value = (int) (result >> 16) & 0xFF;
        if (result >>> 48 != 0xFFFF) {
            double number = Double.longBitsToDouble(result);
            if (isRecalculated && number == 0) {
                block.addUncalculated(column);
            } else {
                formats.addNumber(block, column, number, style);
            }
            return;
        }
        switch ((int) result & 0xFF) {
            case 0 -> textColumn = column; // the text follows in a record of its own
            case 1 -> addBooleanOrError(block, column, value, false);
            case 2 -> addBooleanOrError(block, column, value, true);
            default -> {} // an empty text
        }
    }
}
