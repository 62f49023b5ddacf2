package dev.stockload.sheet;

import org.apache.poi.hssf.record.BOFRecord;
import org.apache.poi.hssf.record.BlankRecord;
import org.apache.poi.hssf.record.BoolErrRecord;
import org.apache.poi.hssf.record.CellValueRecordInterface;
import org.apache.poi.hssf.record.EOFRecord;
import org.apache.poi.hssf.record.FormulaRecord;
import org.apache.poi.hssf.record.LabelRecord;
import org.apache.poi.hssf.record.LabelSSTRecord;
import org.apache.poi.hssf.record.NumberRecord;
import org.apache.poi.hssf.record.Record;
import org.apache.poi.hssf.record.RecordFactoryInputStream;
import org.apache.poi.hssf.record.StringRecord;
import org.apache.poi.ss.usermodel.FormulaError;

import java.io.IOException;
import java.io.InputStream;

/** The rows of a worksheet of an .xls workbook, pulled from its stream of records. */
final class XlsRows implements RowSource {
    private final InputStream in;
    private final RecordFactoryInputStream records;
    private final XlsGlobals globals;

    /** Sheets may hold charts, whose records look like those of sheets. */
    private int depth;

    private int row = -1;
    private int column = -1;
    private int textColumn = -1;
    private CellValueRecordInterface held;

    /** Takes the records behind the globals and goes on to the sheet after some others. */
    XlsRows(
            InputStream in,
            RecordFactoryInputStream records,
            XlsGlobals globals,
            int sheetsBefore) {
        this.in = in;
        this.records = records;
        this.globals = globals;
        for (int i = 0; i < sheetsBefore; i++) {
            while (next() != null) {
                // passed over
            }
        }
    }

    @Override
    public boolean fill(RowBlock block) {
        return XlsBook.guarded(() -> addRows(block));
    }

    private boolean addRows(RowBlock block) {
        if (held != null) {
            start(held);
            add(block, held);
            held = null;
        }
        for (Record next = next(); next != null; next = next()) {
            if (next instanceof StringRecord string && textColumn >= 0) {
                block.addText(textColumn, string.getString());
                textColumn = -1;
            } else if (next instanceof CellValueRecordInterface cell
                    && !(next instanceof BlankRecord)
                    && depth == 1) {
                if (cell.getRow() != row) {
                    block.endRow(row + 1);
                    if (block.isFull()) {
                        held = cell;
                        return true;
                    }
                }
                start(cell);
                add(block, cell);
            }
        }
        block.endRow(row + 1);
        return false;
    }

    /** The next record of the sheet, or null behind its last. */
    private Record next() {
        Record next = records.nextRecord();
        if (next == null) {
            throw XlsBook.damaged(null);
        }
        if (next instanceof BOFRecord) {
            depth++;
        } else if (next instanceof EOFRecord) {
            depth--;
            return depth == 0 ? null : next;
        }
        return next;
    }

    private void start(CellValueRecordInterface cell) {
        boolean isBehind = cell.getRow() > row || cell.getRow() == row && cell.getColumn() > column;
        if (!isBehind) {
            throw new UnusableSheetException(
                    "has its cells out of order from row %d on; open it in Excel and save it as .xlsx"
                            .formatted(cell.getRow() + 1));
        }
        if (cell.getColumn() < 0) {
            throw XlsBook.damaged(null);
        }
        row = cell.getRow();
        column = cell.getColumn();
        textColumn = -1;
    }

    private void add(RowBlock block, CellValueRecordInterface cell) {
        if (cell instanceof LabelSSTRecord label) {
            block.addText(column, globals.text(label.getSSTIndex()));
        } else if (cell instanceof LabelRecord label) {
            block.addText(column, label.getValue());
        } else if (cell instanceof NumberRecord number) {
            globals.addNumber(block, column, number.getValue(), cell.getXFIndex());
        } else if (cell instanceof FormulaRecord formula) {
            addResult(block, formula);
        } else if (cell instanceof BoolErrRecord value && value.isError()) {
            block.addError(column, shown(value.getErrorValue()));
        } else if (cell instanceof BoolErrRecord value) {
            block.addBoolean(column, value.getBooleanValue());
        }
    }

    private void addResult(RowBlock block, FormulaRecord formula) {
        switch (formula.getCachedResultTypeEnum()) {
            case STRING -> textColumn = column; // the text follows in a record of its own
            case BOOLEAN -> block.addBoolean(column, formula.getCachedBooleanValue());
            case ERROR -> block.addError(column, shown(formula.getCachedErrorValue()));
            default -> globals.addNumber(block, column, formula.getValue(), formula.getXFIndex());
        }
    }

    private static String shown(int errorCode) {
        return FormulaError.isValidCode(errorCode)
                ? FormulaError.forInt(errorCode).getString()
                : "#ERROR " + errorCode;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
