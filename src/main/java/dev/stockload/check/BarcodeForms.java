package dev.stockload.check;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.SheetRows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Warns of barcodes that are neither digits nor in the form of the others in their column. */
final class BarcodeForms {
    /** Codes of letters and signs are usual in a column if this share of it has their form. */
    private static final int USUAL_PART = 10;

    private static final int MOST_LISTED = 5;

    private BarcodeForms() {}

    static List<Problem> warnings(Lines lines, String column, SheetRows sheets) {
        Map<String, List<Integer>> byForm = new HashMap<>();
        int barcodes = 0;
        for (int line = 0; line < lines.count() && lines.hasOtherBarcodes(); line++) {
            String other = lines.otherBarcode(line);
            barcodes += lines.hasBarcode(line) ? 1 : 0;
            if (other != null && other.chars().anyMatch(c -> c < '0' || c > '9')) {
                byForm.computeIfAbsent(form(other), unused -> new ArrayList<>()).add(line);
            }
        }
        int enough = Math.max(2, barcodes / USUAL_PART);
        List<Integer> unlike =
                byForm.values().stream()
                        .filter(like -> like.size() < enough)
                        .flatMap(List::stream)
                        .sorted()
                        .toList();
        int more = unlike.size() - 1;
        return Stream.concat(unlike.stream().limit(MOST_LISTED), Stream.empty())
                .map(
                        line ->
                                new Problem(
                                        sheets.place(lines.row(line)),
                                        column,
                                        lines.otherBarcode(line),
                                        ProblemCode.BARCODE_UNLIKE,
                                        null,
                                        "is unlike the other barcodes%s: correct it, or leave the cell empty"
                                                .formatted(more > 0 ? "" : "")))
                .toList();
    }

    /** Letters and digits as what they are, runs of them as one. */
    private static String form(String text) {
        return text.replaceAll("\\p{L}+", "A").replaceAll("\\d+", "9");
    }
}
