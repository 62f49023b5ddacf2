package dev.stockload.ledger;

import dev.stockload.stock.Code;
import dev.stockload.stock.Problem;

import java.util.stream.StreamSupport;

/** One problem that several rows of a colour share, kept once. */
public record RowsProblem(int[] rows, String column, String found, Code code, String advice) {
    static Iterable<RowsProblem> each(Iterable<Problem> problems) {
        return () ->
                StreamSupport.stream(problems.spliterator(), false)
                        .map(
                                p ->
                                        new RowsProblem(
                                                new int[] {p.row()},
                                                p.column(),
                                                p.found(),
                                                p.code(),
                                                p.advice()))
                        .iterator();
    }

    Problem ofRow(int row) {
        return new Problem(row, column, found, code, advice);
    }

    void write(PackedWriter out) {
        out.numbers(rows);
        out.text(column);
        out.text(found);
        out.text(code.toString());
        out.text(advice);
    }

    static RowsProblem read(PackedReader in) {
        return new RowsProblem(in.numbers(), in.text(), in.text(), Code.of(in.text()), in.text());
    }
}
