package dev.stockload.problem;

import dev.stockload.stock.Size;

import java.text.Normalizer;
import java.time.LocalDate;
import java.time.Month;
import java.time.format.DateTimeParseException;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognizes sizes as people write them, also those that the service does not accept. */
public final class WrittenSize {
    private static final int FLAGS =
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.COMMENTS;

    private static final String PREFIXES = "EUR?|size|Gr\\.|Größe|尺码";
    private static final String COUNTRIES = "US|UK|FR|IT|JP|CN|BR|AU";
    private static final String OTHER_PREFIXES = "Gr|Taille|Talla|Taglia|T|No\\.?|Nr\\.?";
    private static final String BETWEEN = "[-–—−‐‑\u00AD~/_]|至|到|to|bis";

    /** 36, EU 38, 38 EU, 38 (EU), Size 39, 38-39, 尺码 40, 40码. */
    private static final Pattern IN_HEADER =
            Pattern.compile(
                    "(?:(?:%s)[\\x20:.]*)?([0-9]+(?:-[0-9]+)?)(?:[.,]0)?(?:\\x20?(?:[码号]|EUR?|\\(EUR?\\)))?"
                            .formatted(PREFIXES),
                    FLAGS);

    /** A column named 2024 or 10-2012 holds the sales of that time more often than a size. */
    private static final Pattern YEAR =
            Pattern.compile("(?:(?:19|20)\\d\\d-|(?:0?[1-9]|1[0-2])[-/.])?(?:19|20)\\d\\d");

    private static final Pattern LIKE_A_SIZE =
            Pattern.compile(
                    """
                    (?:(?:%s|%s|%s|DE|\\#|№)[\\x20:.]*)?
                    \\d{1,4}(?:[.,]\\d{1,2}|\\x20?½|\\x20\\d/\\d)?
                    (?:\\x20?(?:%s|x)\\x20?\\d{1,4}(?:[.,]\\d{1,2})?)*
                    \\x20?(?:\\(?(?:码|号|cm|mm|EUR?|US|UK|FR|IT|pcs?|pieces|prs|pairs|Stk|件|双)\\.?\\)?|[*+'])?
                    |\\dO|O\\d|[lI]\\d
                    |(?:X{0,5}[SML]|[2-9]X[SL])(?:\\x20?[-–/]\\x20?(?:X{0,5}[SML]|[2-9]X[SL]))?
                    |Uni|One\\x20?size|OS|TU|Free(?:\\x20?size)?|均码
                    """
                            .formatted(PREFIXES, COUNTRIES, OTHER_PREFIXES, BETWEEN),
                    FLAGS | Pattern.UNICODE_CHARACTER_CLASS);

    /** 6M, 36⅔, 38#, 75A, EU 38 / UK 5; beside sizes these are sizes too. */
    private static final Pattern BESIDE_SIZES =
            Pattern.compile(
                    """
                    (?:[^\\p{L}\\p{N}\\s]\\x20?)?\\d{1,4}(?:[.,-]\\d{1,4})?\\x20?
                    (?:\\p{L}{1,2}|[^\\p{L}\\p{Nd}\\s])?
                    |(?:(?:EUR?|%s|DE)[\\x20:.]*\\d{1,3}(?:[.,]\\d)?[\\x20/|,;()-]*){2,}
                    """
                            .formatted(COUNTRIES),
                    FLAGS);

    /** W30 is one if it fits to its neighbour; W46 beside 36 is a week. */
    private static final Pattern AFTER_A_LETTER = Pattern.compile("\\p{L}\\x20?(\\d{1,3})");

    private static final Pattern FIRST_NUMBER = Pattern.compile("\\D*(\\d{1,4}).*");
    private static final int NEAR = 6;
    private static final Pattern ONE_NUMBER =
            Pattern.compile(
                    "(?:%s|%s)?[\\s:\\#.]*0*(\\d+)(?:[.,]0+)?\\s*(?:[码号*]|\\(?EUR?\\)?|pcs)?"
                            .formatted(PREFIXES, OTHER_PREFIXES),
                    FLAGS);
    private static final Pattern TWO_NUMBERS =
            Pattern.compile(
                    "0*(\\d+)\\s*(%s|\\.\\.)\\s*0*(\\d+)\\s*[码号]?".formatted(BETWEEN), FLAGS);
    private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}]");
    private static final Pattern HALF =
            Pattern.compile("\\d+(?:[.,]\\d*[1-9]\\d*|\\d\u2044\\d| \\d[/\u2044]\\d)");
    private static final Pattern OF_A_COUNTRY =
            Pattern.compile(
                    "(?:%s)[\\s:.]*\\d.*|\\d.*\\b(?:%s)".formatted(COUNTRIES, COUNTRIES), FLAGS);

    /** Longer texts are not sizes, and would make the patterns slow. */
    private static final int LONGEST = 40;

    /** 38/39 and 98/104 are one size with two names. */
    private static final int WIDEST_PAIR = 6;

    /** Numbers further apart were not swapped by mistake. */
    private static final int WIDEST_RANGE = 20;

    /** What a spreadsheet program shows of a typed 10-12 or 12-38. */
    private static final Pattern WITH_MONTH =
            Pattern.compile("(\\d{1,2})(?:-|\\. )(\\p{L}+)\\.?|(\\p{L}+)\\.?[- ](\\d{1,2})");

    /** Loaded when one is asked for: the names of so many languages take a tenth of a start. */
    private static final class Months {
        private static final Map<String, Integer> BY_NAME = new HashMap<>();

        static {
            for (String language : "en de fr es it nl pl pt tr".split(" ")) {
                for (Month month : Month.values()) {
                    String name = month.getDisplayName(TextStyle.SHORT, new Locale(language));
                    BY_NAME.put(name.replace(".", "").toLowerCase(Locale.ROOT), month.getValue());
                }
            }
        }
    }

    private static final LocalDate DAY_ZERO = LocalDate.of(1899, 12, 30);

    /** The earliest year that Excel makes of two digits; earlier dates were not typed. */
    private static final int FIRST_TYPED_YEAR = 1930;

    private WrittenSize() {}

    /** The size in a column header, packed; 0 if there is none. */
    public static int inHeader(String text) {
        if (text.length() > LONGEST || isYear(text)) {
            return 0;
        }
        Matcher size = IN_HEADER.matcher(spaced(text));
        return size.matches() ? Size.packed(size.group(1)) : 0;
    }

    /** Whether a column header looks like a size, accepted or not. */
    public static boolean looksLikeSize(String text) {
        return text.length() <= LONGEST
                && !isYear(text)
                && LIKE_A_SIZE.matcher(spaced(text)).matches();
    }

    /** Whether a header that is not understood looks like a size beside this one. */
    public static boolean looksLikeSizeBeside(String text, String size) {
        String ascii = spaced(text);
        if (text.length() > LONGEST || isYear(text)) {
            return false;
        }
        Matcher letter = AFTER_A_LETTER.matcher(ascii);
        Matcher near = FIRST_NUMBER.matcher(size);
        if (letter.matches() && near.matches()) {
            int apart = Integer.parseInt(letter.group(1)) - Integer.parseInt(near.group(1));
            return Math.abs(apart) <= NEAR;
        }
        return BESIDE_SIZES.matcher(ascii).matches();
    }

    public static boolean isYear(String text) {
        return YEAR.matcher(text).matches();
    }

    private static String spaced(String text) {
        return SPACE.matcher(text).replaceAll(" ");
    }

    /** How to write a size instead of this text, as the end of a sentence. */
    public static String advice(String found) {
        // The most frequent case first; nothing below matches a text without digits.
        if (!found.isEmpty() && found.codePoints().allMatch(Character::isLetter)) {
            return "letters are not accepted, only whole numbers like 36 and ranges like 36-40";
        }
        String ascii = found.length() > LONGEST ? "" : asciiDigits(found);
        Optional<Size> meant = meant(found);
        if (meant.isPresent()) {
            return "write " + meant.get();
        }
        if (HALF.matcher(ascii).matches()) {
            return "half sizes are not accepted, only whole numbers like 36 and ranges like 36-40";
        }
        if (OF_A_COUNTRY.matcher(ascii).matches()) {
            return "sizes of other countries are not converted: write a whole number like 36";
        }
        return "write a whole number like 36 or a range like 36-40, each from 1 to " + Size.LARGEST;
    }

    /** The size that is likely meant; empty if it could be one of several, or none. */
    public static Optional<Size> meant(String found) {
        String ascii = found.length() > LONGEST ? "" : asciiDigits(found);
        Matcher one = ONE_NUMBER.matcher(ascii);
        if (one.matches()) {
            return Size.parse(one.group(1));
        }
        Matcher two = TWO_NUMBERS.matcher(ascii);
        if (!two.matches()
                || HALF.matcher(ascii).matches()
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
        return Optional.of(new Size(Math.min(from, to), Math.max(from, to)));
    }

    /**
     * What was likely typed before it became this date: month and day, month and year, or, for a
     * date of long ago, a plain number in a cell formatted as a date.
     */
    public static Optional<String> beforeDate(String date) {
        Matcher named = WITH_MONTH.matcher(date);
        if (named.matches()) {
            boolean isFirst = named.group(1) == null;
            int month = month(named.group(isFirst ? 3 : 2));
            return range(month, Integer.parseInt(named.group(isFirst ? 4 : 1)));
        }
        try {
            LocalDate day = LocalDate.parse(date.length() > 10 ? date.substring(0, 10) : date);
            if (day.getYear() < FIRST_TYPED_YEAR) {
                long number =
                        ChronoUnit.DAYS.between(DAY_ZERO, day) - (day.getMonthValue() < 3 ? 1 : 0);
                // From 1904 on it depends on the date system of the workbook.
                return day.getYear() == 1900 && number > 0
                        ? Optional.of(Long.toString(number))
                        : Optional.empty();
            }
            int month = day.getMonthValue();
            int other = day.getDayOfMonth();
            if (other == 1 && day.getYear() % 100 > 12 && day.getYear() < 2000) {
                other = day.getYear() % 100;
            }
            return range(month, other);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> range(int one, int other) {
        return one == other || Math.min(one, other) < 1
                ? Optional.empty()
                : Optional.of(Math.min(one, other) + "-" + Math.max(one, other));
    }

    /** Whether a text is a number and a month, as a spreadsheet program shows a date. */
    public static boolean isWithMonth(String text) {
        Matcher named = WITH_MONTH.matcher(text);
        return named.matches()
                && month(named.group(1) == null ? named.group(3) : named.group(2)) > 0;
    }

    private static int month(String name) {
        return Months.BY_NAME.getOrDefault(name.toLowerCase(Locale.ROOT), 0);
    }

    /** Digits of other scripts and full-width signs as plain ones. */
    public static String asciiDigits(String found) {
        StringBuilder ascii = new StringBuilder();
        Normalizer.normalize(found, Normalizer.Form.NFKC)
                .strip()
                .chars()
                .map(c -> Character.isDigit(c) ? '0' + Character.digit(c, 10) : c)
                .forEach(c -> ascii.append((char) c));
        return ascii.toString();
    }
}
