package dev.stockload.web.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.RowPlace;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class ProblemsViewTest {
    private static final List<Problem> PROBLEMS =
            Stream.concat(
                            IntStream.rangeClosed(1, 250)
                                    .mapToObj(row -> problem(row, "XL", ProblemCode.SIZE_FORMAT)),
                            Stream.of(problem(300, "few", ProblemCode.STOCK_FORMAT)))
                    .toList();

    @Test
    void counts_all_kinds_and_shows_a_page() {
        ProblemsView second = ProblemsView.of(PROBLEMS, "", "", 2);
        assertThat(second.all()).isEqualTo(251);
        assertThat(second.kinds())
                .extracting(ProblemsView.Kind::code, ProblemsView.Kind::count)
                .containsExactly(tuple("size.format", 250), tuple("stock.format", 1));
        assertThat(second.page().range()).isEqualTo("101–200 of 251");
        assertThat(second.page().items().get(0).problem().row()).isEqualTo(101);
        assertThat(second.page().hasNext()).isTrue();
        assertThat(ProblemsView.of(PROBLEMS, "", "", 3).page().hasNext()).isFalse();
    }

    @Test
    void finds_by_kind_by_row_and_by_word() {
        assertThat(ProblemsView.of(PROBLEMS, "stock.format", "", 1).page().total()).isEqualTo(1);
        assertThat(ProblemsView.of(PROBLEMS, "", "17", 1).page().items())
                .extracting(line -> line.problem().row())
                .containsExactly(17);
        assertThat(ProblemsView.of(PROBLEMS, "", "FEW", 1).page().total()).isEqualTo(1);
        assertThat(ProblemsView.of(PROBLEMS, "", "zebra", 1).page().range()).isEqualTo("0–0 of 0");
        assertThat(ProblemsView.of(PROBLEMS, "", "", -5).page().number()).isEqualTo(1);
    }

    @Test
    void folds_held_rows_under_the_bad_row_that_holds_them() {
        List<Problem> problems =
                List.of(
                        held(81, 83),
                        held(82, 83),
                        problem(83, "XL", ProblemCode.SIZE_FORMAT),
                        problem(83, "few", ProblemCode.STOCK_FORMAT),
                        held(84, 83),
                        held(90, 0));
        ProblemsView view = ProblemsView.of(problems, "", "", 1);
        assertThat(view.page().items())
                .extracting(line -> line.problem().row(), ProblemsView.Line::waiting)
                .containsExactly(tuple(83, 3), tuple(83, 0), tuple(90, 0));
        assertThat(view.page().items().get(0).waitingWords())
                .isEqualTo("It holds back 3 good rows of its colour.");
        assertThat(view.page().range()).isEqualTo("1–3 of 3");
        assertThat(ProblemsView.of(problems, "colour.held", "", 1).page().total()).isEqualTo(4);
        assertThat(ProblemsView.of(problems, "", "82", 1).page().total()).isEqualTo(1);
    }

    private static Problem held(int row, int by) {
        RowPlace other = by == 0 ? null : new RowPlace(null, by);
        return new Problem(
                new RowPlace(null, row), "", "", ProblemCode.COLOUR_HELD, other, "waits");
    }

    private static Problem problem(int row, String found, ProblemCode code) {
        return new Problem(row, "Size", found, code, "is wrong");
    }
}
