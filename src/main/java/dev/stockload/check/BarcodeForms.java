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
            if (other != null && !other.matches("\\d+")) {
                String form = other.replaceAll("\\p{L}+", "A").replaceAll("\\d+", "9");
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
