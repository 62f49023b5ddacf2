package dev.stockload.check;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.SheetRows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Warns of barcodes that were rounded, or are neither digits nor like the others. */
record BarcodeForms(Lines lines, String column, SheetRows sheets) {
    /** A form of letters and signs is usual if at least this part of the column has it. */
    private static final int USUAL_PART = 10;

    private static final int MOST_LISTED = 5;
    private static final char DIGIT = '9';
    private static final String DIGITS = String.valueOf(DIGIT);
    private static final String UNLIKE = "is unlike the other barcodes";
    private static final String ROUNDED =
            "ends in zeros and has a wrong check digit, as if a program had rounded it";

    List<Problem> warnings() {
        Map<String, List<Integer>> byForm = new HashMap<>();
        int barcodes = 0;
        List<Problem> rounded = new ArrayList<>();
        for (int line = 0; line < lines.count(); line++) {
            if (rounded.size() < MOST_LISTED && lines.isRounded(line)) {
                rounded.add(problem(line, ROUNDED));
            }
            String other = lines.otherBarcode(line);
            barcodes += lines.hasBarcode(line) ? 1 : 0;
            String form = other == null ? DIGITS : form(other);
            if (!form.equals(DIGITS)) {
                byForm.computeIfAbsent(form, unused -> new ArrayList<>()).add(line);
            }
        }
        int enough = Math.max(2, barcodes / USUAL_PART);
        return Stream.concat(
                        rounded.stream(),
                        byForm.values().stream()
                                .filter(like -> like.size() < enough)
                                .flatMap(List::stream)
                                .sorted()
                                .limit(MOST_LISTED)
                                .map(line -> problem(line, UNLIKE)))
                .toList();
    }

    /** A text with a letter for all letters in a row, and a digit for all digits. */
    private static String form(String text) {
        StringBuilder form = new StringBuilder();
        int before = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            int like = c >= '0' && c <= '9' ? DIGIT : Character.isLetter(c) ? 'A' : c;
            if (like != before || like != DIGIT && like != 'A') {
                form.appendCodePoint(like);
            }
            before = like;
        }
        return form.toString();
    }

    private Problem problem(int line, String advice) {
        return new Problem(
                sheets.place(lines.row(line)),
                column,
                lines.barcode(line),
                ProblemCode.BARCODE_UNLIKE,
                null,
                advice + ": correct it, or leave the cell empty");
    }
}
