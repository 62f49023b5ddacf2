package dev.stockload.ledger;

import dev.stockload.stock.Code;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.Problem;

import java.util.stream.StreamSupport;

/** One problem that several rows of a colour share, kept once; see {@link Problem}. */
public record RowsProblem(
        int[] rows, String column, String found, Code code, int otherRow, String said) {
    public RowsProblem(int[] rows, String column, String found, Code code, String said) {
        this(rows, column, found, code, 0, said);
    }

    static Iterable<RowsProblem> each(Iterable<Problem> problems) {
        return () ->
                StreamSupport.stream(problems.spliterator(), false)
                        .map(RowsProblem::ofOne)
                        .iterator();
    }

    private static RowsProblem ofOne(Problem problem) {
        return new RowsProblem(
                new int[] {problem.row()},
                problem.column(),
                problem.found(),
                problem.code(),
                problem.otherRow(),
                problem.said());
    }

    Problem ofRow(int row) {
        return new Problem(row, column, found, code, otherRow, said);
    }

    void write(PackedWriter out) {
        out.numbers(rows);
        out.text(column);
        out.text(found);
        out.text(code.toString());
        out.number(otherRow);
        out.text(said);
    }

    static RowsProblem read(PackedReader in) {
        return new RowsProblem(
                in.numbers(), in.text(), in.text(), Code.of(in.text()), in.number(), in.text());
    }
}
