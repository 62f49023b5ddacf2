package dev.stockload.sheet.csv;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How people name the delimiter of a CSV file, the same in options, job definitions and forms. */
public final class CsvNames {
    /** What can be a delimiter, as the end of a sentence. */
    public static final String DELIMITERS =
            "takes a plain character or one of comma, semicolon, tab and bar";

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
}
