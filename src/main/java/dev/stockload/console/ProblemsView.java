package dev.stockload.console;

import dev.stockload.stock.Code;
import dev.stockload.stock.Problem;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The problems of a run or a check: how many of each kind, and one page of those that were asked
 * for. However many there are, only a page of them is kept.
 *
 * @param kind the kind that is asked for, empty for all
 * @param search a text that the problem holds, empty for any
 */
record ProblemsView(
        List<Kind> kinds,
        int all,
        List<Problem> shown,
        int found,
        String kind,
        String search,
        int page) {
    static final int PER_PAGE = 100;

    /** A kind of problem and how many there are, of all. */
    record Kind(String code, String title, int count) {
        public String number() {
            return Words.number(count);
        }
    }

    static ProblemsView of(Iterable<Problem> problems, String kind, String search, int page) {
        Map<Code, Integer> counts = new EnumMap<>(Code.class);
        List<Problem> shown = new ArrayList<>();
        String wanted = search.strip().toLowerCase(Locale.ROOT);
        int wantedPage = Math.max(1, page);
        int from = (wantedPage - 1) * PER_PAGE;
        int found = 0;
        int all = 0;
        for (Problem problem : problems) {
            all++;
            counts.merge(problem.code(), 1, Integer::sum);
            if ((kind.isEmpty() || problem.code().toString().equals(kind))
                    && matches(problem, wanted)) {
                if (found >= from && shown.size() < PER_PAGE) {
                    shown.add(problem);
                }
                found++;
            }
        }
        List<Kind> kinds = new ArrayList<>();
        counts.forEach((code, n) -> kinds.add(new Kind(code.toString(), code.title(), n)));
        return new ProblemsView(
                List.copyOf(kinds), all, List.copyOf(shown), found, kind, search, wantedPage);
    }

    public boolean hasPrevious() {
        return page > 1;
    }

    public boolean hasNext() {
        return page * PER_PAGE < found;
    }

    public String range() {
        int first = (page - 1) * PER_PAGE;
        return "%s–%s of %s"
                .formatted(
                        Words.number(shown.isEmpty() ? 0 : first + 1),
                        Words.number(shown.isEmpty() ? 0 : first + shown.size()),
                        Words.number(found));
    }

    public String allWords() {
        return Words.number(all);
    }

    private static boolean matches(Problem problem, String wanted) {
        return wanted.isEmpty()
                || String.valueOf(problem.row()).equals(wanted)
                || problem.column().toLowerCase(Locale.ROOT).contains(wanted)
                || problem.found().toLowerCase(Locale.ROOT).contains(wanted)
                || problem.advice().toLowerCase(Locale.ROOT).contains(wanted);
    }
}
