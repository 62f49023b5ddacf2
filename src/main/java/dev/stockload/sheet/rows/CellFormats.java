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
        }
        String code = codes.get(id);
        if (code == null && id >= 0 && id < BuiltinFormats.FIRST_USER_DEFINED_FORMAT_INDEX) {
            code = BuiltinFormats.getBuiltinFormat(id);
        }
        boolean isDate = isEastAsianDate(id) && !codes.containsKey(id);
        pads[count++] = isDate ? FormatCode.DATE : FormatCode.pad(code);
    }

    /** Built-in date formats of East Asian programs, which have no code in the file. */
    private static boolean isEastAsianDate(int id) {
        return id >= 27 && id <= 36 || id >= 50 && id <= 58;
    }

    public void addNumber(RowBlock block, int column, double value, int style) {
        int pad = style >= 0 && style < count ? pads[style] : 0;
        boolean isMoved = since1904 && pad == FormatCode.DATE;
        block.addNumber(column, isMoved ? value + DAYS_1904 : value, pad);
    }
}
