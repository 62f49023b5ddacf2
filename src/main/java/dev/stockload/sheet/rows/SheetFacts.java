package dev.stockload.sheet.rows;

import dev.stockload.problem.Problem;

import java.util.List;

/** What was understood of a file, for people to check; fields that do not apply are null. */
public record SheetFacts(
        String kind, String sheet, String encoding, Character delimiter, List<Problem> warnings) {
    public SheetFacts {
        warnings = List.copyOf(warnings);
    }

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
