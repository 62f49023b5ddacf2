package dev.stockload.check;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.stockload.stock.Problem;

import java.util.stream.StreamSupport;

/**
 * A problem as {@code report.json} and the HTTP interface tell it.
 *
 * @param sheet left out where only one sheet was read
 */
public record ReportedProblem(
        @JsonInclude(JsonInclude.Include.NON_NULL) String sheet,
        int row,
        String column,
        String value,
        String code,
        String message) {
    public static ReportedProblem of(Problem problem) {
        return new ReportedProblem(
                problem.place().sheet(),
                problem.row(),
                problem.column(),
                problem.found(),
                problem.code().toString(),
                problem.message());
    }

    /** Each is made when it is asked for, since there may be hundreds of thousands. */
    static Iterable<ReportedProblem> each(Iterable<Problem> problems) {
        return () ->
                StreamSupport.stream(problems.spliterator(), false)
                        .map(ReportedProblem::of)
                        .iterator();
    }
}
