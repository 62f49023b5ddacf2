package dev.stockload.imports.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;

import dev.stockload.problem.Problem;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.sheet.WholeFile;

import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * The status of a run or a check, as in {@code status --json} and {@code report.json}; fields that
 * do not apply are null.
 *
 * @param file the sheet as the person named it
 * @param by who asked for it; left out if that is unknown
 * @param corrects the run whose sheet it read otherwise; left out if there is none
 * @param correctedBy the run that read its sheet otherwise; left out if there is none
 * @param message why it failed or stopped or was not needed; left out if there is none
 * @param files what can be downloaded of it; left out in a list of runs
 */
public record StatusReport(
        String run,
        String job,
        String account,
        String file,
        Run.State state,
        Instant startedAt,
        Instant endedAt,
        Rows rows,
        Colours colours,
        Requests requests,
        Tally.Missing missing,
        @JsonInclude(JsonInclude.Include.NON_NULL) String by,
        @JsonInclude(JsonInclude.Include.NON_NULL) String corrects,
        @JsonInclude(JsonInclude.Include.NON_NULL) String correctedBy,
        @JsonInclude(JsonInclude.Include.NON_NULL) String message,
        @JsonInclude(JsonInclude.Include.NON_NULL) List<String> files) {
    /** In a class of its own, so that reading a report does not load Jackson's 400 classes. */
    private static final class Json {
        private static final ObjectWriter WRITER =
                JsonMapper.shared()
                        .writerWithDefaultPrettyPrinter()
                        .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
                        .without(SerializationFeature.WRAP_EXCEPTIONS);

        private Json() {}
    }

    /** The rows of the sheet: {@code read} is the sum of the others. */
    public record Rows(int read, int accepted, int rejected, int held) {
        public int toCorrect() {
            return rejected + held;
        }
    }

    /**
     * The colours of the sheet: {@code total} is the sum of the others.
     *
     * @param leftOut colours that a newer sheet has, or whose product has stock already if only new
     *     stock is sent
     */
    public record Colours(
            int total,
            int sent,
            int unchanged,
            int leftOut,
            int rejected,
            int held,
            int inDoubt,
            int waiting) {}

    public record Requests(int sent, int left) {}

    public StatusReport {
        startedAt = toMillis(startedAt);
        endedAt = toMillis(endedAt);
    }

    private static Instant toMillis(Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS);
    }

    public static void write(List<StatusReport> reports, Writer out) {
        Json.WRITER.writeValue(out, reports);
    }

    /** The report with its problems, which are made while they are written. */
    private record Document(
            @JsonUnwrapped StatusReport report,
            Iterator<ReportedProblem> problems,
            Iterator<ReportedProblem> warnings) {}

    public void write(Iterable<Problem> problems, Iterable<Problem> warnings, Writer out) {
        Document document =
                new Document(this, ReportedProblem.of(problems), ReportedProblem.of(warnings));
        Json.WRITER.writeValue(out, document);
    }

    public Path writeInto(Path folder, Iterable<Problem> problems, Iterable<Problem> warnings)
            throws IOException {
        return WholeFile.writeText(
                folder.resolve(RunFolder.REPORT), out -> write(problems, warnings, out));
    }

    /**
     * A problem as in {@code report.json} and the HTTP interface.
     *
     * @param sheet left out if only one sheet was read
     * @param offered what is likely meant in place of the value; left out if that is not known
     */
    public record ReportedProblem(
            @JsonInclude(JsonInclude.Include.NON_NULL) String sheet,
            int row,
            String column,
            String value,
            String code,
            String message,
            @JsonInclude(JsonInclude.Include.NON_NULL) String offered) {
        /** Each is made when it is asked for: there may be very many. */
        public static Iterator<ReportedProblem> of(Iterable<Problem> problems) {
            return StreamSupport.stream(problems.spliterator(), false)
                    .map(ReportedProblem::of)
                    .iterator();
        }

        public static ReportedProblem of(Problem problem) {
            return new ReportedProblem(
                    problem.place().sheet(),
                    problem.row(),
                    problem.column(),
                    problem.found(),
                    problem.code().toString(),
                    problem.message(),
                    problem.offered().orElse(null));
        }
    }
}
