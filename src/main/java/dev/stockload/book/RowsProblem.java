package dev.stockload.book;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.RowPlace;
import dev.stockload.problem.SheetRows;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

import org.apache.commons.collections4.IteratorUtils;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/**
 * One problem that several rows of a colour share, stored once; see {@link Problem}. Row numbers
 * continue from sheet to sheet if several were read as one.
 */
public record RowsProblem(
        int[] rows, String column, String found, ProblemCode code, int otherRow, String sentence) {
    private static final int[] WHOLE_FILE = {0};

    public RowsProblem(int[] rows, String column, String found, ProblemCode code, String sentence) {
        this(rows, column, found, code, 0, sentence);
    }

    public static RowsProblem ofFile(ProblemCode code, String sentence) {
        return new RowsProblem(WHOLE_FILE, "", "", code, sentence);
    }

    /** Merges problems that are in row order with those found later. */
    public static Iterable<Problem> merged(
            Iterable<Problem> inOrder, List<RowsProblem> late, SheetRows sheets) {
        record AtRow(int row, RowsProblem problem) {}
        return () ->
                IteratorUtils.collatedIterator(
                        Comparator.comparingInt(problem -> sheets.counted(problem.place())),
                        inOrder.iterator(),
                        late.stream()
                                .flatMap(
                                        each ->
                                                IntStream.of(each.rows)
                                                        .mapToObj(row -> new AtRow(row, each)))
                                .sorted(Comparator.comparingInt(AtRow::row))
                                .map(each -> each.problem.ofRow(each.row, sheets))
                                .iterator());
    }

    static Iterable<RowsProblem> ofEach(Iterable<Problem> problems, SheetRows sheets) {
        return () ->
                StreamSupport.stream(problems.spliterator(), false)
                        .map(problem -> ofOne(problem, sheets))
                        .iterator();
    }

    private static RowsProblem ofOne(Problem problem, SheetRows sheets) {
        return new RowsProblem(
                new int[] {sheets.counted(problem.place())},
                problem.column(),
                problem.found(),
                problem.code(),
                problem.other() == null ? 0 : sheets.counted(problem.other()),
                problem.sentence());
    }

    Problem ofRow(int row, SheetRows sheets) {
        RowPlace other = otherRow == 0 ? null : sheets.place(otherRow);
        return new Problem(sheets.place(row), column, found, code, other, sentence);
    }

    void write(PackedWriter out) {
        out.numbers(rows);
        out.text(column);
        out.text(found);
        out.text(code.toString());
        out.number(otherRow);
        out.text(sentence);
    }

    static RowsProblem read(PackedReader in) {
        return new RowsProblem(
                in.numbers(),
                in.text(),
                in.text(),
                ProblemCode.of(in.text()),
                in.number(),
                in.text());
    }
}
