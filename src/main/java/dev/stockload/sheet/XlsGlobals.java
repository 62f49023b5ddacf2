package dev.stockload.sheet;

import org.apache.poi.hssf.record.BoundSheetRecord;
import org.apache.poi.hssf.record.ExtendedFormatRecord;
import org.apache.poi.hssf.record.FilePassRecord;
import org.apache.poi.hssf.record.FormatRecord;
import org.apache.poi.hssf.record.RecordInputStream;
import org.apache.poi.hssf.record.SSTRecord;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.util.RecordFormatException;

import java.util.ArrayList;
import java.util.List;

/** What stands before the sheets of an .xls workbook: tabs, styles and shared texts. */
final class XlsGlobals {
    private static final int EOF = 0x000A;
    private static final int DATE_1904 = 0x0022;

    private final List<XlsBook.Worksheet> tabs = new ArrayList<>();
    private final CellFormats formats = new CellFormats();
    private final List<Integer> styles = new ArrayList<>();
    private SSTRecord texts = new SSTRecord();

    private XlsGlobals() {}

    /** The key of an encrypted workbook, which its first records tell; null where it is not. */
    static EncryptionInfo encryption(XlsRecords records) {
        for (int sid = records.next(); sid != EOF && sid != XlsRecords.END; sid = records.next()) {
            if (sid == FilePassRecord.sid) {
                return new FilePassRecord(records.data()).getEncryptionInfo();
            }
            if (sid == (BoundSheetRecord.sid & 0xFFFF)) {
                break;
            }
        }
        return null;
    }

    /** Reads the records before the first sheet. */
    static XlsGlobals read(XlsRecords records) {
        XlsGlobals globals = new XlsGlobals();
        for (int sid = records.next(); sid != EOF; sid = records.next()) {
            if (sid == XlsRecords.END) {
                throw new RecordFormatException("The workbook ends before its sheets begin");
            }
            globals.take(sid, records.data());
        }
        globals.styles.forEach(globals.formats::add);
        return globals;
    }

    private void take(int sid, RecordInputStream data) {
        switch (sid) {
            case BoundSheetRecord.sid -> {
                BoundSheetRecord tab = new BoundSheetRecord(data);
                boolean isVisible = !tab.isHidden() && !tab.isVeryHidden();
                tabs.add(
                        new XlsBook.Worksheet(
                                tab.getSheetname(), isVisible, tab.getPositionOfBof()));
            }
            case FormatRecord.sid -> {
                FormatRecord format = new FormatRecord(data);
                formats.code(format.getIndexCode(), format.getFormatString());
            }
            case ExtendedFormatRecord.sid ->
                    styles.add((int) new ExtendedFormatRecord(data).getFormatIndex());
            case SSTRecord.sid -> texts = new SSTRecord(data);
            case DATE_1904 -> {
                if (data.readUShort() == 1) {
                    formats.since1904();
                }
            }
            default -> {}
        }
    }

    List<XlsBook.Worksheet> tabs() {
        return tabs;
    }

    CellFormats formats() {
        return formats;
    }

    /** The shared text of a number, without its phonetic help. */
    String text(int index) {
        return texts.getString(index).getString();
    }
}
