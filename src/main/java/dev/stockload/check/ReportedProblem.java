package dev.stockload.check;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.stockload.stock.Problem;

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
}
