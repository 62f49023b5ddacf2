package dev.stockload.sheet.xls;

import dev.stockload.sheet.rows.CellFormats;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.poi.EncryptedDocumentException;
import org.apache.poi.hssf.model.InternalWorkbook;
import org.apache.poi.hssf.record.BOFRecord;
import org.apache.poi.hssf.record.BoundSheetRecord;
import org.apache.poi.hssf.record.DateWindow1904Record;
import org.apache.poi.hssf.record.EOFRecord;
import org.apache.poi.hssf.record.ExtendedFormatRecord;
import org.apache.poi.hssf.record.FilePassRecord;
import org.apache.poi.hssf.record.FormatRecord;
import org.apache.poi.hssf.record.RecordInputStream;
import org.apache.poi.hssf.record.SSTRecord;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.filesystem.DirectoryNode;
import org.apache.poi.poifs.filesystem.DocumentInputStream;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.util.RecordFormatException;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An .xls workbook. */
public final class XlsBook extends SheetBook {
    private static final Map<String, String> OTHER_FILES =
            Map.of(
                    "WordDocument", "a Word document",
                    "PowerPoint Document", "a PowerPoint presentation",
                    "VisioDocument", "a Visio drawing",
                    "__properties_version1.0", "an Outlook message");

    /** The number after the last record. */
    static final int END = -1;

    private POIFSFileSystem container;
    private String stream;
    private EncryptionInfo key;

    /** The texts and formats that all sheets share. */
    SSTRecord texts = new SSTRecord();

    final CellFormats formats = new CellFormats();

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
                addTab(sheet.getSheetname(), isVisible, () -> new XlsRows(this, records(position)));
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
                case SSTRecord.sid -> texts = new SSTRecord(data);
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
    static int next(RecordInputStream records) {
        if (records.remaining() > 0) {
            records.readRemainder();
        }
        if (!records.hasNextRecord()) {
            return END;
        }
        records.nextRecord();
        return records.getSid() & 0xFFFF;
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
}
