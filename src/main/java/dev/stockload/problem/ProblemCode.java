package dev.stockload.problem;

import dev.stockload.stock.Colour;
import dev.stockload.stock.Size;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kinds of problems. Each has a title and, if the cell alone shows the problem, advice on the
 * value; {@code %s} is another row. The names are stable: people filter reports by them.
 */
public enum ProblemCode {
    PRODUCT_MISSING(
            "Product is not filled in",
            "is empty: fill in the product id or the item number; if it is merged with the cell"
                    + " above, let empty cells repeat the value above (fill-down item)"),
    PRODUCT_FORMAT(
            "Product id is not a whole number above 0",
            "is not a product id: a whole number above 0 is expected, as in the product list"),
    PRODUCT_UNKNOWN("Product is not in the merchant's product list"),
    PRODUCT_AMBIGUOUS("Item number belongs to several products"),
    PRODUCT_MISMATCH("Product id and item number belong to different products"),
    PRODUCT_DIGITS(
            "Item number has lost digits",
            "has lost digits of the item number: format the column as text, then fill in the whole"
                    + " number again"),
    PRODUCT_STOCKED("Product has stock already"),
    STOCK_RULE("The stock rules of the job withhold pieces"),
    COLOUR_MISSING(
            "Colour is not filled in",
            "is empty: fill in the name of the colour; if it is merged with the cell above, let"
                    + " empty cells repeat the value above (fill-down colour)"),
    COLOUR_FORMAT("Colour is not text", "is not the name of a colour: type it as text"),
    COLOUR_LONG(
            "Colour has more than " + Colour.LONGEST_NAME + " characters",
            "has more than "
                    + Colour.LONGEST_NAME
                    + " characters, the most that the name of a colour can have: shorten it"),
    SIZE_MISSING("Size is not filled in", "is empty: fill in a size like 36 or a range like 36-40"),
    SIZE_FORMAT("Size is not a number like 36 or a range like 36-40", "is not a size: "),
    SIZE_DATE(
            "Size was turned into a date by the spreadsheet program",
            "is a date. The spreadsheet program changed what was typed: format the column as text,"
                    + " then type "),
    SIZE_DUPLICATE(
            "Size appears twice in its colour",
            "is also in %s, with the same product and colour: keep one of the two"),
    SIZE_OVERLAP(
            "Size lies inside a range of the same colour",
            "overlaps with the size in %s of the same product and colour: keep one of the two"),
    STOCK_MISSING("Stock is not filled in", "is empty: fill in the stock, 0 if none is left"),
    STOCK_FORMAT("Stock is not a whole number", "is not a whole number: "),
    STOCK_FRACTION(
            "Stock has a fraction",
            "has a fraction, but only whole pieces can be in stock: type a whole number"),
    STOCK_NEGATIVE("Stock is below 0", "is below 0: type 0 if none is left"),
    STOCK_RANGE(
            "Stock is too large", "is more than any stock can be (2147483647): correct the number"),
    BARCODE_DIGITS(
            "Barcode has lost digits",
            "has lost digits of the barcode: format the column as text or as a number without"
                    + " decimals, then fill in the whole code again"),
    BARCODE_FORMAT(
            "Barcode is neither text nor a whole number",
            "is not a barcode: fill in its digits, or leave the cell empty"),
    CELL_ERROR(
            "Cell shows an error", "is a spreadsheet error: correct the formula or type the value"),
    CELL_UNCALCULATED(
            "Formula was never calculated",
            "has a formula that was never calculated: open the file in Excel and save it"),
    CELL_CONTROL(
            "Cell has a line break or a control character in it",
            "has a line break or a control character in it: delete it; in a CSV file, look for a"
                    + " quote that is not closed"),
    CELL_PLACEHOLDER(
            "Cell says that there is no value",
            ": fill in the value, or say that it is a name (values)"),
    CELL_FORMAT(
            "Cell shows more than its number",
            "is shown with other signs or words, which its number format adds and the number does"
                    + " not say: type what the cell shows as text"),
    CELL_LOST(
            "Cell has lost letters",
            "has the sign \uFFFD in place of letters that were lost: type the word again, or export"
                    + " the sheet again as UTF-8"),
    CELL_LONG(
            "Cell has more characters than a spreadsheet cell can hold",
            "has more than 32,767 characters, which no spreadsheet cell can hold: shorten it"),
    CELL_MERGED(
            "Value is in merged cells",
            "is merged with others, and which of them its value belongs to cannot be known: unmerge"
                    + " them and fill in each one"),
    ROW_EMPTY(
            "Row has no stock under any size",
            "has no stock under any size: fill in the numbers, 0 if none is left"),
    ROW_TOTAL(
            "Row is a total, not a colour",
            "has in every size the sum of the rows from %s on: is it a total? Delete the row, or"
                    + " move it above them if it is a colour"),
    ROW_HEADER("Row is the header again", "is the header again: delete the row"),
    ROW_LONG(
            "Row has more cells than the header",
            "is beyond the last column of the header: put quotes around a cell that has the"
                    + " delimiter in it"),
    SERVICE_REFUSED("Merchant service refused the colour"),
    COLOUR_HELD(
            "Row is good, but held because another row of its colour is not",
            "is good, but held because %s of the same product and colour has a problem: a colour is"
                    + " sent whole"),
    COLOUR_SPELLING("Colour is spelled in several ways"),
    COLOUR_NEW("Colour is new in a product that has others"),
    VALUE_REPLACED("Cells were read as a person said"),
    BARCODE_UNLIKE("Barcode is unlike the others, or was rounded"),
    CELL_GARBLED("Text looks garbled by a wrong encoding"),
    FILE_KIND("File is not of the kind its name says"),
    FILE_ENCODING("Encoding of the file is a guess"),
    SHEET_OTHER("Another sheet has a header too, but was not read"),
    COLUMN_UNREAD("Column has values, but was not read"),
    RUN_UNDONE("The run restores stock that another run replaced"),
    SHEET_MISSING("Sizes that were sent before are not in the sheet"),
    SIZE_NEWER("A newer run has other stock for the size"),
    COLUMN_HIDDEN("Hidden columns were read"),
    ROW_HIDDEN("Hidden rows were read"),
    ROW_ABOVE("Rows above the header were not read"),
    COLOUR_DOUBT("It is unknown whether the colour arrived"),
    STOCK_UNREAD("Earlier stock at the service could not be read");

    private static final Pattern GROUPED =
            Pattern.compile("[1-9]\\d{0,2}([., '’\u00A0\u202F])\\d{3}(\\1\\d{3})*");

    /** Three decimals, or thousands. */
    private static final Pattern QUESTION = Pattern.compile("\\d+[.,]000");

    private static final Pattern WITHOUT_FRACTION = Pattern.compile("([0-9]+)(?:[.,]0+)?");

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '.');
    private final String title;
    private final String advice;

    /** A problem that the sheet alone does not show; its message is made where it is found. */
    ProblemCode(String title) {
        this(title, null);
    }

    ProblemCode(String title, String advice) {
        this.title = title;
        this.advice = advice;
    }

    public String title() {
        return title;
    }

    String advice(String found, RowPlace other) {
        if (advice == null) {
            throw new IllegalArgumentException("This is not found in a row alone: " + this);
        }
        if (this == CELL_CONTROL
                && found.chars().anyMatch(c -> Character.getType(c) == Character.FORMAT)) {
            return "has an invisible character between digits, such as a soft hyphen: type it"
                    + " again, a range like 36-40";
        }
        if (this == ROW_TOTAL && other == null) {
            return "looks like a total, not a colour: delete the row";
        }
        return switch (this) {
            case CELL_PLACEHOLDER -> noValue(found) + advice;
            case CELL_LOST ->
                    found.indexOf('\uFFFD') < 0 ? advice.replace("the sign \uFFFD", "'?'") : advice;
            case SIZE_FORMAT -> advice + WrittenSize.advice(found);
            case SIZE_DATE -> advice + WrittenSize.beforeDate(found).orElse("the size") + " again";
            case STOCK_FORMAT -> advice + stock(found);
            // Not formatted: there may be very many, and format is slow.
            default -> other == null ? advice : advice.replace("%s", other.toString());
        };
    }

    private static String noValue(String found) {
        NoValue noValue = NoValue.of(found.strip());
        return (noValue == null ? NoValue.WORD : noValue).advice();
    }

    private static String stock(String found) {
        String number = WrittenSize.asciiDigits(found);
        if (QUESTION.matcher(number).matches()) {
            return "write %s if it has three decimals, or %s if it is in thousands"
                    .formatted(number.split("[.,]")[0], number.replaceAll("\\D", ""));
        }
        String ending =
                GROUPED.matcher(number).matches() ? ", without separators, if that is meant" : "";
        return stockMeant(number)
                .map(meant -> "write " + meant + ending)
                .orElse("type the number of pieces, 0 if none is left");
    }

    /** What is likely meant in place of a text; empty if it could be one of several. */
    Optional<String> offered(String found) {
        return switch (this) {
            case SIZE_FORMAT -> WrittenSize.meant(found).map(Size::toString);
            case SIZE_DATE -> WrittenSize.beforeDate(found);
            case STOCK_FORMAT -> stockMeant(WrittenSize.asciiDigits(found));
            default -> Optional.empty();
        };
    }

    private static Optional<String> stockMeant(String number) {
        if (QUESTION.matcher(number).matches()) {
            return Optional.empty();
        }
        Matcher matched = WITHOUT_FRACTION.matcher(number);
        return matched.matches()
                ? Optional.of(matched.group(1))
                : Optional.of(number)
                        .filter(each -> GROUPED.matcher(each).matches())
                        .map(each -> each.replaceAll("\\D", ""));
    }

    public static ProblemCode of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT).replace('.', '_'));
    }

    /** The stable text: {@code size.format}. */
    @Override
    public String toString() {
        return text;
    }
}
