package dev.stockload.imports.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.RowPlace;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Other programs read this output: it must not change by a byte. */
class StatusReportTest {
    private static final StatusReport GOING_ON =
            new StatusReport(
                    "20260301-0130-night",
                    "night",
                    "default",
                    "Bestand \"März\".csv",
                    Run.State.RUNNING,
                    Instant.parse("2026-03-01T01:30:00.120999Z"),
                    null,
                    new StatusReport.Rows(10, 7, 2, 1),
                    new StatusReport.Colours(8, 1, 2, 3, 4, 5, 6, 7),
                    new StatusReport.Requests(1, 2),
                    new Tally.Missing(1, 2, 3, 4),
                    null,
                    null,
                    null,
                    null,
                    null);

    private static final String FIELDS =
            """
              "run" : "20260301-0130-night",
              "job" : "night",
              "account" : "default",
              "file" : "Bestand \\"März\\".csv",
              "state" : "RUNNING",
              "startedAt" : "2026-03-01T01:30:00.120Z",
              "endedAt" : null,
              "rows" : {
                "read" : 10,
                "accepted" : 7,
                "rejected" : 2,
                "held" : 1
              },
              "colours" : {
                "total" : 8,
                "sent" : 1,
                "unchanged" : 2,
                "leftOut" : 3,
                "rejected" : 4,
                "held" : 5,
                "inDoubt" : 6,
                "waiting" : 7
              },
              "requests" : {
                "sent" : 1,
                "left" : 2
              },
              "missing" : {
                "colours" : 1,
                "sizes" : 2,
                "pieces" : 3,
                "zeroed" : 4
              }
            """
                    .stripTrailing();

    @Test
    void status_is_an_array_of_runs() throws IOException {
        StringWriter out = new StringWriter();
        StatusReport.write(List.of(GOING_ON), out);
        assertThat(out.toString()).isEqualTo("[ {\n" + FIELDS + "\n} ]");
    }

    @Test
    void a_report_has_problems_and_names_sheets_only_if_there_are_several() throws IOException {
        StringWriter out = new StringWriter();
        GOING_ON.write(
                List.of(
                        new Problem(17, "Size", "XL", ProblemCode.SIZE_FORMAT, "is no size"),
                        new Problem(
                                new RowPlace("Damen", 3),
                                "",
                                "",
                                ProblemCode.ROW_EMPTY,
                                null,
                                "is empty")),
                List.of(),
                out);
        assertThat(out.toString())
                .isEqualTo(
                        "{\n"
                                + FIELDS
                                + """
                                ,
                                  "problems" : [ {
                                    "row" : 17,
                                    "column" : "Size",
                                    "value" : "XL",
                                    "code" : "size.format",
                                    "message" : "'XL' is no size"
                                  }, {
                                    "sheet" : "Damen",
                                    "row" : 3,
                                    "column" : "",
                                    "value" : "",
                                    "code" : "row.empty",
                                    "message" : "The row is empty"
                                  } ],
                                  "warnings" : [ ]
                                }\
                                """);
    }

    @Test
    void a_repeated_mistake_has_the_same_message() {
        List<Problem> problems = new ArrayList<>();
        for (int row = 1; row <= 3_000; row++) {
            for (ProblemCode code : List.of(ProblemCode.SIZE_FORMAT, ProblemCode.STOCK_FORMAT)) {
                problems.add(problem(row, "Size", "XL", code, null));
                problems.add(problem(row, "Größe", "" + row, code, null));
                problems.add(problem(row, row % 2 == 0 ? "" : "Size", "", code, null));
                problems.add(problem(row, "Size", "XL", code, "is no size today"));
            }
            for (ProblemCode code : List.of(ProblemCode.COLOUR_HELD, ProblemCode.SIZE_DUPLICATE)) {
                for (String found :
                        List.of("Blue", "Ros\u00e9", "\u9ed1\u8272", "2013265921", "a\"b")) {
                    String sheet = row % 3 == 0 ? "Größen" : row % 3 == 1 ? "S" : null;
                    RowPlace other = new RowPlace(sheet, row / 2 + 1);
                    problems.add(
                            new Problem(
                                    new RowPlace(sheet, row), "Colour", found, code, other, null));
                }
            }
        }
        StringWriter out = new StringWriter();
        assertThatNoException().isThrownBy(() -> GOING_ON.write(problems, List.of(), out));
        JsonNode written = JsonMapper.shared().readTree(out.toString()).get("problems");
        assertThat(written).hasSameSizeAs(problems);
        for (int i = 0; i < problems.size(); i++) {
            assertThat(
                            JsonMapper.shared()
                                    .treeToValue(
                                            written.get(i), StatusReport.ReportedProblem.class))
                    .isEqualTo(StatusReport.ReportedProblem.of(problems.get(i)));
        }
    }

    private static Problem problem(
            int row, String column, String found, ProblemCode code, String said) {
        return new Problem(row, column, found, code, said);
    }

    @Test
    void any_cell_content_survives_writing_and_reading() {
        List<Problem> problems = new ArrayList<>();
        for (int first = 0; first <= Character.MAX_VALUE; first += 64) {
            StringBuilder cell = new StringBuilder("x");
            IntStream.range(first, first + 64).forEach(c -> cell.append((char) c));
            problems.add(
                    new Problem(first + 1, "C\\", cell + "\"", ProblemCode.SIZE_FORMAT, "is so"));
        }
        StringWriter out = new StringWriter();
        assertThatNoException().isThrownBy(() -> GOING_ON.write(List.of(), problems, out));
        JsonNode warnings = JsonMapper.shared().readTree(out.toString()).get("warnings");
        assertThat(warnings).hasSameSizeAs(problems);
        for (int i = 0; i < problems.size(); i++) {
            assertThat(warnings.get(i).get("column").asString()).isEqualTo("C\\");
            assertThat(warnings.get(i).get("value").asString()).isEqualTo(problems.get(i).found());
        }
    }
}
