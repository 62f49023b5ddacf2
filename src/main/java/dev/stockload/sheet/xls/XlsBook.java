package dev.stockload.sheet.xls;

import dev.stockload.sheet.rows.CellFormats;
import dev.stockload.sheet.rows.RowSource;
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

import java.io.Closeable;
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

    private POIFSFileSystem container;
    private String stream;
    private EncryptionInfo key;

    /** The texts and formats that all sheets share. */
    SSTRecord texts = new SSTRecord();

    final CellFormats formats = new CellFormats();

    public XlsBook(Path file) {
        super("Excel workbook (.xls)", file);
    }

    /** Closing the rows leaves the workbook open. */
    private RowSource rows(int position) {
        return guarded(() -> new XlsRows(this, records(position)));
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
        container = new POIFSFileSystem(file.toFile(), true);
        stream = streamName();
        if (bofAt(0).getVersion() < BOFRecord.VERSION) {
            throw tooOld();
        }
        try (XlsRecords records = records(0)) {
            key = encryption(records);
        }
        if (key != null) {
            EncryptedWorkbooks.open(key);
        }
        List<BoundSheetRecord> sheets = new ArrayList<>();
        try (XlsRecords records = records(0)) {
            readGlobals(records, sheets);
        }
        for (BoundSheetRecord sheet : sheets) {
            int position = sheet.getPositionOfBof();
            if (bofAt(position).getType() == BOFRecord.TYPE_WORKSHEET) {
                boolean isVisible = !sheet.isHidden() && !sheet.isVeryHidden();
                tabs.add(new Tab(sheet.getSheetname(), isVisible, () -> rows(position)));
            }
        }
    }

    /** The key of an encrypted workbook, from its first records; null if it is not encrypted. */
    private static EncryptionInfo encryption(XlsRecords records) {
        for (int sid = records.next();
                sid != EOFRecord.sid && sid != XlsRecords.END;
                sid = records.next()) {
            if (sid == FilePassRecord.sid) {
                return new FilePassRecord(records.data()).getEncryptionInfo();
            }
            if (sid == BoundSheetRecord.sid) {
                break;
            }
        }
        return null;
    }

    private void readGlobals(XlsRecords records, List<BoundSheetRecord> sheets) {
        List<Integer> styles = new ArrayList<>();
        for (int sid = records.next(); sid != EOFRecord.sid; sid = records.next()) {
            if (sid == XlsRecords.END) {
                throw new RecordFormatException("The workbook ends before its sheets begin");
            }
            RecordInputStream data = records.data();
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
    }

    private BOFRecord bofAt(int position) throws IOException {
        try (XlsRecords records = records(position)) {
            if (records.next() != BOFRecord.sid) {
                throw new RecordFormatException("A part of the workbook has no beginning");
            }
            return new BOFRecord(records.data());
        }
    }

    private XlsRecords records(int position) throws IOException {
        DocumentInputStream in = container.getRoot().createDocumentInputStream(stream);
        return new XlsRecords(in, position, key);
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

    @Override
    public void close() throws IOException {
        if (container != null) {
            container.close();
        }
    }

    /**
     * Iterates over the records of an .xls workbook. Data is read on request only, so that damage
     * in unused records does no harm.
     */
    static final class XlsRecords implements Closeable {
        static final int END = -1;

        private final DocumentInputStream in;
        private final RecordInputStream records;

        /** Starts at a position of the stream; the key is null if nothing is encrypted. */
        XlsRecords(DocumentInputStream in, int position, EncryptionInfo key) throws IOException {
            this.in = in;
            if (in.skip(position) != position) {
                throw new RecordFormatException("A sheet is beyond the end of the workbook");
            }
            this.records = new RecordInputStream(in, key, position);
        }

        int next() {
            if (records.remaining() > 0) {
                records.readRemainder();
            }
            if (!records.hasNextRecord()) {
                return END;
            }
            records.nextRecord();
            return records.getSid() & 0xFFFF;
        }

        /** The data of the record, including its continuation records. */
        RecordInputStream data() {
            return records;
        }

        @Override
        public void close() {
            in.close();
        }
    }
}
