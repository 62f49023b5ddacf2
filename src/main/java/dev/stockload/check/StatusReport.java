package dev.stockload.check;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.stockload.sheet.WholeFile;
import dev.stockload.stock.Problem;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * Where a run stands, or a check, as {@code status --json} and {@code report.json} tell it; null
 * where it does not apply.
 *
 * @param file the sheet as people know it
 * @param message why it failed or stopped, or was not needed; left out where there is nothing to
 *     say
 */
public record StatusReport(
        String run,
        String job,
        String account,
        String file,
        State state,
        Instant startedAt,
        Instant endedAt,
        Rows rows,
        Colours colours,
        Requests requests,
        Missing missing,
        @JsonInclude(JsonInclude.Include.NON_NULL) String message) {
    /** Apart, since its four hundred classes are not for those who only look at a report. */
    private static final class Json {
        private static final ObjectWriter WRITER =
                JsonMapper.shared()
                        .writerWithDefaultPrettyPrinter()
                        .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
                        .without(SerializationFeature.WRAP_EXCEPTIONS);

        private Json() {}
    }

    public enum State {
        RUNNING,
        COMPLETED,
        FAILED,
        STOPPED
    }

    public StatusReport saying(String words) {
        return with(state, endedAt, words);
    }

    /** The same for who has resumed it, and for whom it is not over. */
    public StatusReport goingOn() {
        return with(State.RUNNING, null, null);
    }

    private StatusReport with(State now, Instant end, String words) {
        return new StatusReport(
                run, job, account, file, now, startedAt, end, rows, colours, requests, missing,
                words);
    }

    /** The rows of the sheet: those read are the others together. */
    public record Rows(int read, int accepted, int rejected, int held) {
        /** Those that people have to correct: bad ones, and good ones that wait for them. */
        public int toCorrect() {
            return rejected + held;
        }
    }

    /**
     * The colours of the sheet: the total is the others together.
     *
     * @param leftOut those that a newer sheet has, and those of products that have stock already,
     *     where only new ones are sent
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

    /** The requests that were sent, and those that are left. */
    public record Requests(int sent, int left) {}

    /**
     * What the job sent last and the sheet no longer names.
     *
     * @param colours those of which all sizes are missing
     * @param pieces what the service still shows of it
     * @param zeroed the sizes that were sent with stock 0
     */
    public record Missing(int colours, int sizes, int pieces, int zeroed) {
        public static final Missing NONE = new Missing(0, 0, 0, 0);
    }

    public StatusReport {
        startedAt = toMillis(startedAt);
        endedAt = toMillis(endedAt);
        // Snapshots of an older version do not have it.
        missing = missing == null ? Missing.NONE : missing;
    }

    private static Instant toMillis(Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS);
    }

    /** Writes several as an array: what {@code status --json} prints. */
    public static void write(List<StatusReport> reports, Writer out) {
        Json.WRITER.writeValue(out, reports);
    }

    /** Writes this one with its problems and warnings: what {@code report.json} holds. */
    public void write(Iterable<Problem> problems, Iterable<Problem> warnings, Writer out) {
        try (JsonGenerator json = Json.WRITER.createGenerator(out)) {
            json.writeStartObject();
            for (Map.Entry<String, JsonNode> field :
                    JsonMapper.shared().valueToTree(this).properties()) {
                json.writeName(field.getKey());
                json.writeTree(field.getValue());
            }
            write("problems", problems, json);
            write("warnings", warnings, json);
            json.writeEndObject();
        }
    }

    private static void write(String name, Iterable<Problem> problems, JsonGenerator json) {
        json.writeArrayPropertyStart(name);
        for (Problem problem : problems) {
            json.writePOJO(ReportedProblem.of(problem));
        }
        json.writeEndArray();
    }

    /** Writes {@code report.json} into a folder, whole or not at all. */
    public Path writeInto(Path folder, Iterable<Problem> problems, Iterable<Problem> warnings)
            throws IOException {
        return WholeFile.write(
                folder.resolve("report.json"),
                beside -> {
                    try (Writer out = Files.newBufferedWriter(beside)) {
                        write(problems, warnings, out);
                    }
                });
    }

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
}
