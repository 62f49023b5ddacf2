package dev.stockload.sheet;

import org.apache.poi.hssf.record.BoundSheetRecord;
import org.apache.poi.hssf.record.DateWindow1904Record;
import org.apache.poi.hssf.record.EOFRecord;
import org.apache.poi.hssf.record.ExtendedFormatRecord;
import org.apache.poi.hssf.record.FormatRecord;
import org.apache.poi.hssf.record.Record;
import org.apache.poi.hssf.record.RecordFactoryInputStream;
import org.apache.poi.hssf.record.SSTRecord;
import org.apache.poi.ss.usermodel.BuiltinFormats;
import org.apache.poi.util.RecordFormatException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What stands before the sheets of an .xls workbook: tabs, styles and shared texts. */
final class XlsGlobals {
    private static final double DAYS_FROM_1900_TO_1904 = 1462;

    /** Marks a style whose numbers are dates, among the numbers of zeros to pad. */
    private static final int DATE = -1;

    private final List<XlsBook.Worksheet> tabs = new ArrayList<>();
    private final Map<Integer, String> formats = new HashMap<>();
    private final List<Integer> formatOfStyle = new ArrayList<>();
    private int[] pads;
    private SSTRecord texts = new SSTRecord();
    private double dateShift;

    private XlsGlobals() {}

    /** Reads the records before the first sheet. */
    static XlsGlobals read(RecordFactoryInputStream records) {
        XlsGlobals globals = new XlsGlobals();
        Record next = records.nextRecord();
        while (!(next instanceof EOFRecord)) {
            if (next == null) {
                throw new RecordFormatException("The workbook ends before its sheets begin");
            }
            globals.take(next);
            next = records.nextRecord();
        }
        globals.pads = globals.formatOfStyle.stream().mapToInt(globals::padOf).toArray();
        return globals;
    }

    private void take(Record next) {
        if (next instanceof BoundSheetRecord tab) {
            boolean isVisible = !tab.isHidden() && !tab.isVeryHidden();
            tabs.add(new XlsBook.Worksheet(tab.getSheetname(), isVisible, tab.getPositionOfBof()));
        } else if (next instanceof FormatRecord format) {
            formats.put(format.getIndexCode(), format.getFormatString());
        } else if (next instanceof ExtendedFormatRecord style) {
            formatOfStyle.add((int) style.getFormatIndex());
        } else if (next instanceof SSTRecord shared) {
            texts = shared;
        } else if (next instanceof DateWindow1904Record window && window.getWindowing() == 1) {
            dateShift = DAYS_FROM_1900_TO_1904;
        }
    }

    private int padOf(int formatIndex) {
        String format = formats.get(formatIndex);
        if (format == null) {
            format = BuiltinFormats.getBuiltinFormat(formatIndex);
        }
        return CellFormats.isDate(formatIndex, format) ? DATE : CellFormats.pad(format);
    }

    List<XlsBook.Worksheet> tabs() {
        return tabs;
    }

    /** How many sheets of any kind stand in the file before one; tabs may be in another order. */
    int tabsBefore(XlsBook.Worksheet tab) {
        return (int) tabs.stream().filter(other -> other.position() < tab.position()).count();
    }

    /** The shared text of a number, without its phonetic help. */
    String text(int index) {
        return texts.getString(index).getString();
    }

    /** Adds a number or, where the style says so, a date. */
    void addNumber(RowBlock block, int column, double value, int style) {
        int pad = style < pads.length ? pads[style] : 0;
        if (pad == DATE) {
            block.addDate(column, value + dateShift);
        } else {
            block.addNumber(column, value, pad);
        }
    }
}
