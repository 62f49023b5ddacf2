package dev.stockload.sheet.rows;

import dev.stockload.stock.Problem;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What was understood of a file, for a person to compare with what they meant; null where it does
 * not apply.
 *
 * @param kind what kind of file it is, in words
 * @param sheet the name of the sheet that was read
 * @param warnings what was seen before the first row, such as an ending that does not fit
 */
public record SheetFacts(
        String kind, String sheet, String encoding, Character delimiter, List<Problem> warnings) {
    private static final int MOST_TOLD = 5;

    public SheetFacts {
        warnings = List.copyOf(warnings);
    }

    /** The first of some words, as a sentence shows them. */
    public static String some(List<String> words) {
        String first = words.stream().limit(MOST_TOLD).collect(Collectors.joining(", "));
        return words.size() > MOST_TOLD ? first + ", …" : first;
    }

    /** How people call a delimiter. */
    public static String label(char delimiter) {
        return switch (delimiter) {
            case ',' -> "comma";
            case ';' -> "semicolon";
            case '\t' -> "tab";
            case '|' -> "vertical bar";
            default -> "'" + delimiter + "'";
        };
    }

    public String delimiterName() {
        return delimiter == null ? null : label(delimiter);
    }
}
