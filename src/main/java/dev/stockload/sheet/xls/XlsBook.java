package dev.stockload.sheet.xls;

import dev.stockload.sheet.rows.CellFormats;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetBudget;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.poi.EncryptedDocumentException;
import org.apache.poi.hssf.model.InternalWorkbook;
import org.apache.poi.hssf.record.BOFRecord;
import org.apache.poi.hssf.record.BlankRecord;
import org.apache.poi.hssf.record.BoolErrRecord;
import org.apache.poi.hssf.record.BoundSheetRecord;
import org.apache.poi.hssf.record.ColumnInfoRecord;
import org.apache.poi.hssf.record.ContinueRecord;
import org.apache.poi.hssf.record.DateWindow1904Record;
import org.apache.poi.hssf.record.EOFRecord;
import org.apache.poi.hssf.record.ExtendedFormatRecord;
import org.apache.poi.hssf.record.FilePassRecord;
import org.apache.poi.hssf.record.FormatRecord;
import org.apache.poi.hssf.record.LabelRecord;
import org.apache.poi.hssf.record.LabelSSTRecord;
import org.apache.poi.hssf.record.MergeCellsRecord;
import org.apache.poi.hssf.record.MulRKRecord;
import org.apache.poi.hssf.record.NumberRecord;
import org.apache.poi.hssf.record.RKRecord;
import org.apache.poi.hssf.record.RecordInputStream;
import org.apache.poi.hssf.record.RowRecord;
import org.apache.poi.hssf.record.SSTRecord;
import org.apache.poi.hssf.record.StringRecord;
import org.apache.poi.hssf.record.UncalcedRecord;
import org.apache.poi.hssf.util.RKUtil;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.filesystem.DirectoryNode;
import org.apache.poi.poifs.filesystem.DocumentInputStream;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.ss.usermodel.FormulaError;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.util.RecordFormatException;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An .xls workbook. */
public final class XlsBook extends SheetBook {
    private static final Map<String, String> OTHER_FILES =
            Map.of(
                    "WordDocument", "a Word document",
                    "PowerPoint Document", "a PowerPoint presentation",
                    "VisioDocument", "a Visio drawing",
                    "__properties_version1.0", "an Outlook message");

    /** The number after the last record. */
    private static final int END = -1;

    /** No kind of record has a number above those of charts. */
    private static final int LAST_SID = 0x10FF;

    private POIFSFileSystem container;
    private String stream;
    private EncryptionInfo key;

    /** The texts and formats that all sheets share. */
    private SSTRecord texts = new SSTRecord();

    private final CellFormats formats = new CellFormats();

    public XlsBook(Path file) {
        super("Excel workbook (.xls)", file);
    }

    private String streamName() {
        DirectoryNode root = container.getRoot();
        for (String candidate : InternalWorkbook.WORKBOOK_DIR_ENTRY_NAMES) {
            if (root.hasEntry(candidate)) {
                return candidate;
            }
        }
        if (root.hasEntry("Book")) {
            throw tooOld();
        }
        String what =
                OTHER_FILES.entrySet().stream()
                        .filter(other -> root.hasEntry(other.getKey()))
                        .map(Map.Entry::getValue)
                        .findAny()
                        .orElse("an Office file without a workbook in it");
        throw new UnusableSheetException(
                "is %s; a stock sheet is an .xlsx, .xls, .ods or CSV file".formatted(what));
    }

    /** Finds the worksheets; charts and macros are left out. */
    @Override
    protected void find() throws IOException, GeneralSecurityException {
        container = opened(new POIFSFileSystem(file.toFile(), true));
        stream = streamName();
        if (bofAt(0).getVersion() < BOFRecord.VERSION) {
            throw tooOld();
        }
        for (BoundSheetRecord sheet : readGlobals()) {
            int position = sheet.getPositionOfBof();
            if (bofAt(position).getType() == BOFRecord.TYPE_WORKSHEET) {
                boolean isVisible = !sheet.isHidden() && !sheet.isVeryHidden();
                addTab(sheet.getSheetname(), isVisible, () -> new Rows(records(position)));
            }
        }
    }

    /** Reads texts and formats, again if a key to them comes first; returns the sheets. */
    private List<BoundSheetRecord> readGlobals() throws IOException, GeneralSecurityException {
        RecordInputStream data = records(0);
        List<BoundSheetRecord> sheets = new ArrayList<>();
        List<Integer> styles = new ArrayList<>();
        for (int sid = next(data); sid != EOFRecord.sid; sid = next(data)) {
            if (sid == END) {
                throw new RecordFormatException("The workbook ends before its sheets begin");
            }
            if (sid == FilePassRecord.sid && key == null) {
                key = new FilePassRecord(data).getEncryptionInfo();
                EncryptedWorkbooks.open(key);
                return readGlobals();
            }
            switch (sid) {
                case BoundSheetRecord.sid -> sheets.add(new BoundSheetRecord(data));
                case FormatRecord.sid -> {
                    FormatRecord format = new FormatRecord(data);
                    formats.code(format.getIndexCode(), format.getFormatString());
                }
                case ExtendedFormatRecord.sid ->
                        styles.add((int) new ExtendedFormatRecord(data).getFormatIndex());
                case SSTRecord.sid -> {
                    texts = new SSTRecord(data);
                    if (data.remaining() > 0
                            || data.hasNextRecord() && data.getNextSid() == ContinueRecord.sid) {
                        throw new RecordFormatException("There are more texts than their number");
                    }
                }
                case DateWindow1904Record.sid -> {
                    if (new DateWindow1904Record(data).getWindowing() == 1) {
                        formats.since1904();
                    }
                }
                default -> {}
            }
        }
        styles.forEach(formats::add);
        return sheets;
    }

    private BOFRecord bofAt(int position) throws IOException {
        RecordInputStream records = records(position);
        if (next(records) != BOFRecord.sid) {
            throw new RecordFormatException("A part of the workbook has no beginning");
        }
        return new BOFRecord(records);
    }

    private RecordInputStream records(int position) throws IOException {
        DocumentInputStream in = container.getRoot().createDocumentInputStream(stream);
        if (in.skip(position) != position) {
            throw new RecordFormatException("A sheet is beyond the end of the workbook");
        }
        return new RecordInputStream(in, key, position);
    }

    /**
     * Moves to the next record and returns its number. Data is read on request only, so that damage
     * in unused records does no harm.
     */
    private static int next(RecordInputStream records) {
        if (records.remaining() > 0) {
            records.readRemainder();
        }
        if (!records.hasNextRecord()) {
            return END;
        }
        boolean isAfterZeros = records.getSid() == 0; // Crystal Reports writes single ones
        records.nextRecord();
        int sid = records.getSid() & 0xFFFF;
        if (sid > LAST_SID || sid == 0 && isAfterZeros) {
            throw new RecordFormatException("Something else is written over the records");
        }
        return sid;
    }

    private static UnusableSheetException tooOld() {
        return new UnusableSheetException(
                "is from Excel 5.0/95 or older; open it in Excel and save it as .xlsx");
    }

    @Override
    protected UnusableSheetException damaged(Throwable fault) {
        if (fault instanceof EncryptedDocumentException) {
            return EncryptedWorkbooks.missing();
        }
        return new UnusableSheetException(
                "is damaged or cut off and cannot be read as an .xls workbook; save or"
                        + " copy it again",
                fault);
    }

    /** The rows of a worksheet of an .xls workbook, read from its records. */
    private final class Rows extends RowSource {
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
        private final BitSet hiddenRows = new BitSet();

        /** Sheets may contain charts, whose records look like those of sheets. */
        private int depth;

        private boolean isUncalculated;
        private int row = -1;
        private int textColumn = -1;
        private int style;

        /** The first cell after a full block: its record is still the current one. */
        private int heldSid;

        Rows(RecordInputStream records) {
            this.records = records;
        }

        @Override
        public boolean fill(RowBlock block) {
            return guarded(() -> addRows(block));
        }

        private boolean addRows(RowBlock block) {
            if (heldSid != 0) {
                add(block, heldSid);
                expectLength(heldSid);
                heldSid = 0;
            }
            int seen = 0;
            for (int sid = next(); sid != EOFRecord.sid; sid = next()) {
                if (++seen % 1024 == 0) {
                    SheetBudget.ask();
                }
                if (sid == StringRecord.sid && textColumn >= 0) {
                    block.addText(textColumn, new StringRecord(records).getString());
                    formats.format(block, textColumn, style);
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
            if (sid == END) {
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
                    block.addNumber(column, RKUtil.decodeNumber(records.readInt()));
                    formats.format(block, column++, style);
                }
                return;
            }
            style = records.readUShort();
            switch (sid) {
                case NumberRecord.sid -> block.addNumber(column, records.readDouble());
                case RKRecord.sid ->
                        block.addNumber(column, RKUtil.decodeNumber(records.readInt()));
                case LabelSSTRecord.sid ->
                        block.addText(column, texts.getString(records.readInt()).getString());
                case LabelRecord.sid, RICH_TEXT -> block.addText(column, text());
                case BoolErrRecord.sid -> {
                    int value = records.readUByte();
                    addBooleanOrError(block, column, value, records.readUByte() != 0);
                }
                default -> addResult(block, column);
            }
            formats.format(block, column, style);
        }

        private String text() {
            int length = records.readUShort();
            boolean isWide = (records.readUByte() & 1) != 0;
            return isWide
                    ? records.readUnicodeLEString(length)
                    : records.readCompressedUnicode(length);
        }

        private static void addBooleanOrError(
                RowBlock block, int column, int value, boolean isError) {
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

        /**
         * If a result is not a number, the last two bytes are FFFF and the first one is its type.
         */
        private void addResult(RowBlock block, int column) {
            long result = records.readLong();
            boolean isRecalculated =
                    (records.readUShort() & CALCULATE_ON_LOAD) != 0 || isUncalculated;
            int value = (int) (result >> 16) & 0xFF;
            if (result >>> 48 != 0xFFFF) {
                double number = Double.longBitsToDouble(result);
                if (isRecalculated && number == 0) {
                    block.addUncalculated(column);
                } else {
                    block.addNumber(column, number);
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
}
