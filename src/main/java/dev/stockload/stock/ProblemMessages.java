package dev.stockload.stock;

import java.text.Normalizer;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sentences behind the codes: what is wrong with the value and how to mend it. */
final class ProblemMessages {
    private static final Pattern TWO_NUMBERS =
            Pattern.compile("0*(\\d+)\\s*([-–—−‐‑~/_]|至|到|to|bis|\\.\\.)\\s*0*(\\d+)\\s*[码号]?");
    private static final Pattern ONE_NUMBER =
            Pattern.compile(
                    "(?:EU|EUR|size|Gr|Größe|T|Taille|Talla|Taglia|No|Nr|尺码)?[\\s:#.]*0*(\\d+)(?:[.,]0+)?\\s*(?:[码号*]|\\(?EUR?\\)?|pcs)?",
                    Pattern.CASE_INSENSITIVE);
    private static final Pattern HALF = Pattern.compile("(\\d+)[.,]\\d*[1-9]\\d*");
    private static final Pattern OTHER_SYSTEM =
            Pattern.compile(
                    "(?:US|UK|FR|IT|JP|CN|BR|AU)[\\s:.]*\\d.*|\\d.*\\b(?:US|UK|FR|IT|JP|CN|BR|AU)",
                    Pattern.CASE_INSENSITIVE);
    private static final Pattern GROUPED =
            Pattern.compile("[1-9]\\d{0,2}([., '’\u00A0\u202F]\\d{3})+");
    private static final Pattern ZERO_FRACTION = Pattern.compile("(\\d+)[.,]0+");

    /** No longer text means a size; the patterns are not made for endless ones. */
    private static final int LONGEST_SIZE = 40;

    /** 38/39 and 98/104 are one size by two names. */
    private static final int WIDEST_PAIR = 6;

    /** Numbers further apart were not swapped by mistake. */
    private static final int WIDEST_RANGE = 20;

    private static final LocalDate DAY_ZERO = LocalDate.of(1899, 12, 30);

    /** Two digits of a year mean this one at the earliest; earlier dates are no typed dates. */
    private static final int FIRST_TYPED_YEAR = 1930;

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
            case SIZE_MISSING -> "is empty: fill in a size like 36 or a range like 36-40";
            case SIZE_FORMAT -> "is not a size: " + size(found);
            case SIZE_DATE ->
                    "is a date. The spreadsheet program changed what was typed: format the column"
                            + " as text, then type "
                            + typed(found)
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
                    "has a line break or a control character in it: delete it; in a CSV file, look"
                            + " for a quote that is not closed";
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
            case ROW_TOTAL -> "looks like a total, not a colour: delete the row";
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

    private static String size(String found) {
        // First, since it is the most frequent: nothing below takes a text without a digit.
        if (!found.isEmpty() && found.codePoints().allMatch(Character::isLetter)) {
            return "letters are not accepted, only whole numbers like 36 and ranges like 36-40";
        }
        Optional<String> meant = meantSize(found);
        if (meant.isPresent()) {
            return "write " + meant.get();
        }
        if (found.length() <= LONGEST_SIZE && HALF.matcher(plain(found)).matches()) {
            return "half sizes are not accepted, only whole numbers like 36 and ranges like 36-40";
        }
        if (found.length() <= LONGEST_SIZE && OTHER_SYSTEM.matcher(plain(found)).matches()) {
            return "sizes of other countries are not converted: write a whole number like 36";
        }
        return "write a whole number like 36 or a range like 36-40, each from 1 to 9999";
    }

    /** The size that was likely meant, where there is only one. */
    static Optional<String> meantSize(String found) {
        if (found.length() > LONGEST_SIZE) {
            return Optional.empty();
        }
        String plain = plain(found);
        Matcher one = ONE_NUMBER.matcher(plain);
        if (one.matches()) {
            return Size.parse(one.group(1)).map(Size::toString);
        }
        Matcher two = TWO_NUMBERS.matcher(plain);
        if (!two.matches()
                || HALF.matcher(plain).matches()
                || two.group(1).length() > 4
                || two.group(3).length() > 4) {
            return Optional.empty();
        }
        int from = Integer.parseInt(two.group(1));
        int to = Integer.parseInt(two.group(3));
        boolean range =
                two.group(2).equals("/")
                        ? from < to && to - from <= WIDEST_PAIR // 110/60 is two measures
                        : Math.abs(to - from) <= WIDEST_RANGE || from < to;
        if (from == 0 || to == 0 || !range) {
            return Optional.empty();
        }
        return Optional.of(new Size(Math.min(from, to), Math.max(from, to)).toString());
    }

    /**
     * What was likely typed before it became this date: the month and the day, or the month and the
     * year; or a plain number in a cell that was formatted as a date, which is one of long ago.
     */
    private static String typed(String date) {
        try {
            LocalDate day = LocalDate.parse(date.length() > 10 ? date.substring(0, 10) : date);
            if (day.getYear() < FIRST_TYPED_YEAR) {
                long number =
                        ChronoUnit.DAYS.between(DAY_ZERO, day) - (day.getMonthValue() < 3 ? 1 : 0);
                // From 1904 on it depends on the year from which the workbook counts.
                return day.getYear() == 1900 && number > 0 ? Long.toString(number) : "the size";
            }
            int month = day.getMonthValue();
            int other = day.getDayOfMonth();
            if (other == 1 && day.getYear() % 100 > 12 && day.getYear() < 2000) {
                other = day.getYear() % 100;
            }
            return month == other
                    ? "the size"
                    : Math.min(month, other) + "-" + Math.max(month, other);
        } catch (DateTimeParseException e) {
            return "the size";
        }
    }

    private static String stock(String found) {
        String plain = plain(found);
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

    /** Digits of other scripts and full-width signs as plain ones. */
    private static String plain(String found) {
        StringBuilder plain = new StringBuilder();
        Normalizer.normalize(found, Normalizer.Form.NFKC)
                .strip()
                .chars()
                .forEach(
                        c ->
                                plain.append(
                                        Character.isDigit(c)
                                                ? (char) ('0' + Character.digit(c, 10))
                                                : (char) c));
        return plain.toString();
    }
}
