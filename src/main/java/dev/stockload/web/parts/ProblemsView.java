package dev.stockload.web.parts;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.RowPlace;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The problems of a run or a check: how many of each kind, and one page of them, which alone is
 * kept in memory. Without a filter, a good row that is held back by a bad row is counted at the bad
 * row instead of having a line of its own.
 */
public record ProblemsView(
        List<Kind> kinds, int all, Paged<Line> page, String kind, String search) {
    static final int PER_PAGE = 100;

    record Kind(String code, String title, int count) {}

    /** A problem and how many good rows its row holds back. */
    public record Line(Problem problem, int waiting) {
        public String waitingWords() {
            return "It holds back %s of its colour.".formatted(Count.of(waiting, "good row"));
        }
    }

    public static ProblemsView of(
            Iterable<Problem> problems, String kind, String search, int page) {
        boolean folded = kind.isEmpty() && search.isBlank();
        return of(problems, kind, search, page, folded);
    }

    /** Reads all problems only once: there can be very many. */
    public static ProblemsView of(
            Iterable<Problem> problems, String kind, String search, int page, boolean folded) {
        String wanted = search.strip().toLowerCase(Locale.ROOT);
        Map<ProblemCode, Integer> counts = new EnumMap<>(ProblemCode.class);
        Map<RowPlace, Integer> waiting = new HashMap<>();
        List<Line> shown = new ArrayList<>();
        int wantedPage = Math.max(1, page);
        long from = (wantedPage - 1L) * PER_PAGE;
        int found = 0;
        int all = 0;
        RowPlace last = null;
        for (Problem problem : problems) {
            counts.merge(problem.code(), 1, Integer::sum);
            boolean line = !waits(problem);
            if (line) {
                all++;
            } else {
                waiting.merge(problem.other(), 1, Integer::sum);
            }
            if (folded ? line : fits(problem, kind, wanted)) {
                if (found >= from && shown.size() < PER_PAGE) {
                    // A row with several problems shows its held rows at the first.
                    boolean first = folded && !problem.place().equals(last);
                    shown.add(new Line(problem, first ? 1 : 0));
                }
                found++;
                last = problem.place();
            }
        }
        shown.replaceAll(
                line ->
                        new Line(
                                line.problem(),
                                line.waiting() * waiting.getOrDefault(line.problem().place(), 0)));
        List<Kind> kinds = new ArrayList<>();
        counts.forEach((code, n) -> kinds.add(new Kind(code.toString(), code.title(), n)));
        return new ProblemsView(
                List.copyOf(kinds),
                all,
                new Paged<>(List.copyOf(shown), wantedPage, PER_PAGE, found),
                kind,
                search);
    }

    /** Whether a row is good and only held back by another. */
    private static boolean waits(Problem problem) {
        return problem.isHeld() && problem.other() != null;
    }

    private static boolean fits(Problem problem, String kind, String wanted) {
        boolean ofKind = kind.isEmpty() || problem.code().toString().equals(kind);
        return ofKind
                && (wanted.isEmpty()
                        || String.valueOf(problem.row()).equals(wanted)
                        || problem.column().toLowerCase(Locale.ROOT).contains(wanted)
                        || problem.found().toLowerCase(Locale.ROOT).contains(wanted)
                        || problem.advice().toLowerCase(Locale.ROOT).contains(wanted));
    }
}
