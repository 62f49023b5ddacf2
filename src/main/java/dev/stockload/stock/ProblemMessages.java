package dev.stockload.stock;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sentences behind the codes: what is wrong with the value and how to mend it. */
final class ProblemMessages {
    private static final Pattern GROUPED =
            Pattern.compile("[1-9]\\d{0,2}([., '’\u00A0\u202F]\\d{3})+");
    private static final Pattern ZERO_FRACTION = Pattern.compile("(\\d+)[.,]0+");

    private ProblemMessages() {}

    /** The rest of the sentence that begins with the value. */
    static String sentence(ProblemCode code, String found, Place other) {
        return switch (code) {
            case PRODUCT_MISSING -> "is empty: fill in the product id or the item number";
            case PRODUCT_FORMAT ->
                    "is not a product id: a whole number above 0 is expected, as in the product"
                            + " list";
            case PRODUCT_DIGITS ->
                    "has lost digits of the item number: format the column as text, then fill in"
                            + " the whole number again";
            case COLOUR_MISSING -> "is empty: fill in the name of the colour";
            case COLOUR_FORMAT -> "is not the name of a colour: type it as text";
            case COLOUR_LONG ->
                    "has more than %d characters, the most that the name of a colour can have: shorten it"
                            .formatted(Colour.LONGEST_NAME);
            case SIZE_MISSING -> "is empty: fill in a size like 36 or a range like 36-40";
            case SIZE_FORMAT -> "is not a size: " + WrittenSize.advice(found);
            case SIZE_DATE ->
                    "is a date. The spreadsheet program changed what was typed: format the column"
                            + " as text, then type "
                            + WrittenSize.beforeDate(found)
                            + " again";
            case SIZE_DUPLICATE ->
                    "is also in %s, with the same product and colour: keep one of the two"
                            .formatted(other);
            case SIZE_OVERLAP ->
                    "overlaps with the size in %s of the same product and colour: keep one of the two"
                            .formatted(other);
            case STOCK_MISSING -> "is empty: fill in the stock, 0 if none is left";
            case STOCK_FORMAT -> "is not a whole number: " + stock(found);
            case STOCK_FRACTION ->
                    "has a fraction, but only whole pieces can be in stock: type a whole number";
            case STOCK_NEGATIVE -> "is below 0: type 0 if none is left";
            case STOCK_RANGE -> "is more than any stock can be (2147483647): correct the number";
            case BARCODE_DIGITS ->
                    "has lost digits of the barcode: format the column as text or as a number"
                            + " without decimals, then fill in the whole code again";
            case BARCODE_FORMAT -> "is not a barcode: fill in its digits, or leave the cell empty";
            case CELL_ERROR -> "is a spreadsheet error: correct the formula or type the value";
            case CELL_UNCALCULATED ->
                    "has a formula that was never calculated: open the file in Excel and save it";
            case CELL_CONTROL ->
                    found.chars().anyMatch(c -> Character.getType(c) == Character.FORMAT)
                            ? "has a character between digits that nobody sees, such as a soft"
                                    + " hyphen: type it again, a range like 36-40"
                            : "has a line break or a control character in it: delete it; in a CSV"
                                    + " file, look for a quote that is not closed";
            case CELL_PLACEHOLDER -> "stands for a value that is not there: fill in the value";
            case CELL_LOST ->
                    "has the sign \uFFFD in place of letters that were lost: type the word again,"
                            + " or export the sheet again as UTF-8";
            case CELL_LONG ->
                    "has more than 32,767 characters, which no spreadsheet cell can hold: shorten"
                            + " it";
            case CELL_MERGED ->
                    "is merged with others, and which of them its value belongs to cannot be known:"
                            + " unmerge them and fill in each one";
            case ROW_EMPTY -> "has no stock under any size: fill in the numbers, 0 if none is left";
            case ROW_TOTAL ->
                    other == null
                            ? "looks like a total, not a colour: delete the row"
                            : "has in every size the sum of the rows from %s on: is it a total? Delete the row, or move it above them if it is a colour"
                                    .formatted(other);
            case ROW_HEADER -> "is the header again: delete the row";
            case ROW_LONG ->
                    "is beyond the last column of the header: put quotes around a cell that has the"
                            + " delimiter in it";
            case COLOUR_HELD ->
                    // There can be very many of these, and formatting takes its time.
                    "is good, but held because "
                            + other
                            + " of the same product and colour has a problem: a colour is sent"
                            + " whole";
            case COLOUR_SPELLING,
                    COLOUR_DOUBT,
                    STOCK_UNREAD,
                    CELL_GARBLED,
                    COLUMN_HIDDEN,
                    ROW_ABOVE,
                    FILE_KIND,
                    FILE_ENCODING,
                    SHEET_OTHER,
                    SHEET_MISSING,
                    SIZE_NEWER,
                    RUN_UNDONE,
                    COLUMN_UNREAD,
                    ROW_HIDDEN,
                    PRODUCT_UNKNOWN,
                    PRODUCT_AMBIGUOUS,
                    PRODUCT_MISMATCH,
                    PRODUCT_STOCKED,
                    SERVICE_REFUSED ->
                    throw new IllegalArgumentException("This is not found in a row alone: " + code);
        };
    }

    private static String stock(String found) {
        String plain = WrittenSize.plain(found);
        Matcher fraction = ZERO_FRACTION.matcher(plain);
        if (fraction.matches() && !GROUPED.matcher(plain).matches()) {
            return "write " + fraction.group(1);
        }
        if (GROUPED.matcher(plain).matches()) {
            return "write "
                    + plain.replaceAll("\\D", "")
                    + ", without separators, if that is meant";
        }
        if (!plain.isEmpty() && plain.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return "write " + plain;
        }
        return "type the number of pieces, 0 if none is left";
    }
}
