package dev.stockload.sheet.rows;

import org.apache.poi.ss.usermodel.BuiltinFormats;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The formats of an Excel workbook: which numbers are dates, and which show leading zeros. */
public final class CellFormats {
    /** Days from the start of the 1900 date system to that of the 1904 system. */
    private static final int DAYS_1904 = 1462;

    private final Map<Integer, String> codes = new HashMap<>();
    private int[] pads = new int[64];
    private int[] ofTexts = new int[64];
    private int count;
    private boolean since1904;

    public void since1904() {
        since1904 = true;
    }

    public void code(int id, String code) {
        codes.put(id, code);
    }

    /** Adds the next cell style by the id of its format. */
    public void add(int id) {
        if (count == pads.length) {
            pads = Arrays.copyOf(pads, count * 2);
            ofTexts = Arrays.copyOf(ofTexts, count * 2);
        }
        String code = codes.get(id);
        if (code == null && id >= 0 && id < BuiltinFormats.FIRST_USER_DEFINED_FORMAT_INDEX) {
            code = BuiltinFormats.getBuiltinFormat(id);
        }
        // Date formats that are built into East Asian programs have no code in the file.
        boolean isEastAsian = id >= 27 && id <= 36 || id >= 50 && id <= 58;
        boolean isDate = isEastAsian && !codes.containsKey(id);
        ofTexts[count] = code == null ? 0 : FormatCode.ofText(code);
        pads[count++] = isDate ? FormatCode.DATE : FormatCode.pad(code);
    }

    /** Marks the cell that was added last if its format adds something to a text. */
    public void mark(RowBlock block, int column, int style) {
        if (style >= 0 && style < count && ofTexts[style] < 0) {
            block.mark(column, ofTexts[style]);
        }
    }

    public void addNumber(RowBlock block, int column, double value, int style) {
        int pad = style >= 0 && style < count ? pads[style] : 0;
        boolean isMoved = since1904 && pad == FormatCode.DATE;
        block.addNumber(column, isMoved ? value + DAYS_1904 : value, pad);
    }
}
