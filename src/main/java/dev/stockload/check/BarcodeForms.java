package dev.stockload.check;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.SheetRows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Warns of barcodes that are neither digits nor in the form of the others in their column. */
final class BarcodeForms {
    /** A form of letters and signs is usual if at least this part of the column has it. */
    private static final int USUAL_PART = 10;

    private static final int MOST_LISTED = 5;

    private BarcodeForms() {}

    static List<Problem> warnings(Lines lines, String column, SheetRows sheets) {
        Map<String, List<Integer>> byForm = new HashMap<>();
        int barcodes = 0;
        for (int line = 0; line < lines.count() && lines.hasOtherBarcodes(); line++) {
            String other = lines.otherBarcode(line);
            barcodes += lines.hasBarcode(line) ? 1 : 0;
            if (other != null && !other.matches("\\d+")) {
                String form = other.replaceAll("\\p{L}+", "A").replaceAll("\\d+", "9");
                byForm.computeIfAbsent(form, unused -> new ArrayList<>()).add(line);
            }
        }
        int enough = Math.max(2, barcodes / USUAL_PART);
        return byForm.values().stream()
                .filter(like -> like.size() < enough)
                .flatMap(List::stream)
                .sorted()
                .limit(MOST_LISTED)
                .map(
                        line ->
                                new Problem(
                                        sheets.place(lines.row(line)),
                                        column,
                                        lines.otherBarcode(line),
                                        ProblemCode.BARCODE_UNLIKE,
                                        null,
                                        "is unlike the other barcodes: correct it, or leave the"
                                                + " cell empty"))
                .toList();
    }
}
