package dev.stockload.sheet.csv;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Names of delimiters in options, job definitions and forms. */
public final class DelimiterNames {
    public static final String DELIMITERS =
            "takes a plain character or one of comma, semicolon, tab and bar";

    private static final Map<String, Character> NAMES =
            Map.of("tab", '\t', "\\t", '\t', "comma", ',', "semicolon", ';', "bar", '|');

    private DelimiterNames() {}

    public static Optional<Character> delimiter(String text) {
        if (text.length() == 1) {
            char character = text.charAt(0);
            return CsvRows.canSplit(character) ? Optional.of(character) : Optional.empty();
        }
        return Optional.ofNullable(NAMES.get(text.strip().toLowerCase(Locale.ROOT)));
    }

    /** A delimiter in a form that {@link #delimiter} reads. */
    public static String written(char delimiter) {
        return delimiter == '\t' ? "tab" : String.valueOf(delimiter);
    }
}
