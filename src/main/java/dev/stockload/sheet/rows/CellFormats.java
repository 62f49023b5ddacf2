package dev.stockload.sheet.rows;

import org.apache.poi.ss.usermodel.BuiltinFormats;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The formats of an Excel workbook: which numbers are dates, and which show leading zeros. */
public final class CellFormats {
    private final Map<Integer, String> codes = new HashMap<>();
    private final List<FormatCode> styles = new ArrayList<>();
    private boolean since1904;

    public void since1904() {
        since1904 = true;
    }

    public void code(int id, String code) {
        codes.put(id, code);
    }

    /** Adds the next cell style by the id of its format. */
    public void add(int id) {
        String code = codes.get(id);
        if (code == null && id >= 0 && id < BuiltinFormats.FIRST_USER_DEFINED_FORMAT_INDEX) {
            code = BuiltinFormats.getBuiltinFormat(id);
        }
        // Date formats that are built into East Asian programs have no code in the file.
        boolean isEastAsian = id >= 27 && id <= 36 || id >= 50 && id <= 58;
        boolean isDate = isEastAsian && !codes.containsKey(id);
        styles.add(isDate ? FormatCode.OF_DATES : FormatCode.of(code));
    }

    /** Formats the cell of this column, which was added last. */
    public void format(RowBlock block, int column, int style) {
        FormatCode format =
                style >= 0 && style < styles.size() ? styles.get(style) : FormatCode.NONE;
        if (format != FormatCode.NONE) {
            block.format(column, format, since1904);
        }
    }
}
