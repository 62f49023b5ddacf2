package dev.stockload.sheet;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How people name the delimiter and the encoding of a CSV file, the same in options, job
 * definitions and forms.
 */
public final class CsvNames {
    /** What can be a delimiter, as the end of a sentence. */
    public static final String DELIMITERS =
            "takes a plain character or one of comma, semicolon, tab and bar";

    /** Examples of encodings, as the end of a sentence. */
    public static final String ENCODINGS =
            "examples are UTF-8, UTF-16, GB18030, Big5 and windows-1252";

    private static final Map<String, Character> NAMES =
            Map.of("tab", '\t', "\\t", '\t', "comma", ',', "semicolon", ';', "bar", '|');

    private CsvNames() {}

    /** The delimiter of this name, or the character itself; empty where it can be none. */
    public static Optional<Character> delimiter(String text) {
        if (text.length() == 1) {
            char character = text.charAt(0);
            return CsvRows.canSplit(character) ? Optional.of(character) : Optional.empty();
        }
        return Optional.ofNullable(NAMES.get(text.strip().toLowerCase(Locale.ROOT)));
    }

    /** A delimiter as it is written, so that {@link #delimiter} reads it. */
    public static String written(char delimiter) {
        return delimiter == '\t' ? "tab" : String.valueOf(delimiter);
    }

    static String label(char delimiter) {
        return switch (delimiter) {
            case ',' -> "comma";
            case ';' -> "semicolon";
            case '\t' -> "tab";
            case '|' -> "vertical bar";
            default -> "'" + delimiter + "'";
        };
    }

    public static boolean isEncoding(String name) {
        try {
            CsvEncoding.charset(name);
            return true;
        } catch (UnusableSheetException e) {
            return false;
        }
    }
}
