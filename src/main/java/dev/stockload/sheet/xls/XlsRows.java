package dev.stockload.sheet.xls;

import dev.stockload.sheet.rows.CellFormats;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.poi.hssf.record.RecordInputStream;
import org.apache.poi.hssf.record.SSTRecord;
import org.apache.poi.hssf.record.StringRecord;
import org.apache.poi.hssf.util.RKUtil;
import org.apache.poi.ss.usermodel.FormulaError;

import java.util.BitSet;
import java.util.List;

/** The rows of a worksheet of an .xls workbook, read from its records. */
final class XlsRows extends RowSource {
    private static final int BOF = 0x0809;
    private static final int EOF = 0x000A;
    private static final int ROW = 0x0208;
    private static final int COLUMNS = 0x007D;
    private static final int MERGED = 0x00E5;
    private static final int UNCALCULATED = 0x005E;
    private static final int NUMBER = 0x0203;
    private static final int RK = 0x027E;
    private static final int MULTIPLE_RK = 0x00BD;
    private static final int SHARED_TEXT = 0x00FD;
    private static final int TEXT = 0x0204;
    private static final int RICH_TEXT = 0x00D6;
    private static final int BOOLEAN_OR_ERROR = 0x0205;
    private static final int FORMULA_RESULT_TEXT = 0x0207;

    /** Some programs write formulas with the record numbers from before Excel 97. */
    private static final List<Integer> FORMULAS = List.of(0x0006, 0x0206, 0x0406);

    private static final int HIDDEN_ROW = 0x20;
    private static final int OWN_HEIGHT = 0x40;
    private static final int HIDDEN_COLUMN = 0x01;
    private static final int CALCULATE_ON_LOAD = 0x02;

    private final XlsBook.XlsRecords records;
    private final SSTRecord texts;
    private final CellFormats formats;
    private final BitSet hiddenRows = new BitSet();

    /** Sheets may contain charts, whose records look like those of sheets. */
    private int depth;

    private boolean isUncalculated;
    private int row = -1;
    private int textColumn = -1;

    /** The first cell after a full block: its record is still the current one. */
    private int heldSid;

    private int heldRow;

    XlsRows(XlsBook.XlsRecords records, SSTRecord texts, CellFormats formats) {
        this.records = records;
        this.texts = texts;
        this.formats = formats;
    }

    @Override
    public boolean fill(RowBlock block) {
        return XlsBook.guarded(() -> addRows(block));
    }

    private boolean addRows(RowBlock block) {
        if (heldSid != 0) {
            row = heldRow;
            add(block, heldSid, records.data());
            heldSid = 0;
        }
        for (int sid = next(); sid != EOF; sid = next()) {
            RecordInputStream data = records.data();
            if (sid == FORMULA_RESULT_TEXT && textColumn >= 0) {
                block.addText(textColumn, new StringRecord(data).getString());
                textColumn = -1;
            } else if (depth == 1 && isCell(sid)) {
                int next = data.readUShort();
                if (next != row) {
                    end(block);
                    expectBelow(next);
                    if (block.isFull()) {
                        heldSid = sid;
                        heldRow = next;
                        return true;
                    }
                }
                row = next;
                add(block, sid, data);
            } else if (depth == 1) {
                readOther(sid, data);
            }
        }
        end(block);
        return false;
    }

    /** The next record of the sheet; EOF only after its last. */
    private int next() {
        int sid = records.next();
        if (sid == XlsBook.XlsRecords.END) {
            throw XlsBook.broken(null);
        }
        if (sid == BOF) {
            depth++;
        } else if (sid == EOF) {
            depth--;
            return depth == 0 ? EOF : 0;
        }
        return sid;
    }

    private static boolean isCell(int sid) {
        return switch (sid) {
            case NUMBER, RK, MULTIPLE_RK, SHARED_TEXT, TEXT, RICH_TEXT, BOOLEAN_OR_ERROR -> true;
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

    private void readOther(int sid, RecordInputStream data) {
        switch (sid) {
            case ROW -> readRow(data);
            case COLUMNS -> readColumns(data);
            case MERGED -> readMerged(data);
            case UNCALCULATED -> isUncalculated = true;
            default -> {}
        }
    }

    private void readRow(RecordInputStream data) {
        int number = data.readUShort();
        data.readInt(); // its columns
        int height = data.readUShort();
        data.readInt();
        int flags = data.readUShort();
        boolean isFlat = height == 0 && (flags & OWN_HEIGHT) != 0;
        hiddenRows.set(number, isFlat || (flags & HIDDEN_ROW) != 0);
    }

    private void readColumns(RecordInputStream data) {
        int from = data.readUShort();
        int to = data.readUShort();
        int width = data.readUShort();
        data.readUShort(); // its style
        if (width == 0 || (data.readUShort() & HIDDEN_COLUMN) != 0) {
            hideColumns(from, to);
        }
    }

    private void readMerged(RecordInputStream data) {
        data.readUShort(); // their count
        while (data.remaining() >= 8) {
            int first = data.readUShort() + 1;
            int last = data.readUShort() + 1;
            int column = data.readUShort();
            merge(first, column, last, data.readUShort());
        }
    }

    private void expectBelow(int next) {
        if (next < row) {
            throw new UnusableSheetException(
                    "has its rows out of order from row %d on; open it in Excel and save it as .xlsx"
                            .formatted(next + 1));
        }
    }

    private void add(RowBlock block, int sid, RecordInputStream data) {
        endText(block);
        int column = data.readUShort();
        if (sid == MULTIPLE_RK) {
            while (data.remaining() >= 8) {
                int style = data.readUShort();
                formats.addNumber(block, column++, RKUtil.decodeNumber(data.readInt()), style);
            }
            return;
        }
        int style = data.readUShort();
        switch (sid) {
            case NUMBER -> formats.addNumber(block, column, data.readDouble(), style);
            case RK -> formats.addNumber(block, column, RKUtil.decodeNumber(data.readInt()), style);
            case SHARED_TEXT -> block.addText(column, texts.getString(data.readInt()).getString());
            case TEXT, RICH_TEXT -> block.addText(column, text(data));
            case BOOLEAN_OR_ERROR -> {
                int value = data.readUByte();
                addBooleanOrError(block, column, value, data.readUByte() != 0);
            }
            default -> addResult(block, column, style, data);
        }
    }

    private static String text(RecordInputStream data) {
        int length = data.readUShort();
        boolean isWide = (data.readUByte() & 1) != 0;
        return isWide ? data.readUnicodeLEString(length) : data.readCompressedUnicode(length);
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
    private void addResult(RowBlock block, int column, int style, RecordInputStream data) {
        long result = data.readLong();
        boolean isRecalculated = (data.readUShort() & CALCULATE_ON_LOAD) != 0 || isUncalculated;
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

    @Override
    public void close() {
        records.close();
    }
}
