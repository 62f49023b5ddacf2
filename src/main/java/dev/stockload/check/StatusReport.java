package dev.stockload.check;

import dev.stockload.stock.Problem;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Where a run stands, or a check, as {@code status --json} and {@code report.json} tell it; null
 * where it does not apply.
 *
 * @param file the sheet as people know it
 * @param message why it failed or stopped
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
        String message) {
    private static final JsonFactory JSON =
            JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private static final ObjectWriteContext PRETTY =
            new ObjectWriteContext.Base() {
                @Override
                public PrettyPrinter getPrettyPrinter() {
                    return new DefaultPrettyPrinter();
                }
            };

    /** What a run is doing, or how it ended. */
    public enum State {
        RUNNING,
        COMPLETED,
        FAILED,
        STOPPED
    }

    /** The rows of the sheet: those read are the others together. */
    public record Rows(int read, int accepted, int rejected, int held) {}

    /**
     * The colours of the sheet: the total is the others together.
     *
     * @param leftOut those of products that have stock already, where only new ones are sent
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

    /** One of which nothing more is to be said. */
    public StatusReport(
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
            Missing missing) {
        this(
                run, job, account, file, state, startedAt, endedAt, rows, colours, requests,
                missing, null);
    }

    public StatusReport {
        // Snapshots of an older version do not have it.
        missing = missing == null ? Missing.NONE : missing;
    }

    /** Writes several as an array: what {@code status --json} prints. */
    public static void write(List<StatusReport> reports, Writer out) throws IOException {
        try (JsonGenerator json = open(out)) {
            json.writeStartArray();
            for (StatusReport report : reports) {
                json.writeStartObject();
                report.fields(json);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
    }

    /** Writes this one with its problems and warnings: what {@code report.json} holds. */
    public void write(Iterable<Problem> problems, Iterable<Problem> warnings, Writer out)
            throws IOException {
        try (JsonGenerator json = open(out)) {
            json.writeStartObject();
            fields(json);
            list(json, "problems", problems);
            list(json, "warnings", warnings);
            json.writeEndObject();
        }
    }

    /** Writes {@code report.json} into a folder, whole or not at all. */
    public Path writeInto(Path folder, Iterable<Problem> problems, Iterable<Problem> warnings)
            throws IOException {
        Files.createDirectories(folder);
        Path beside = folder.resolve("report.json.part");
        try (Writer out =
                new OutputStreamWriter(Files.newOutputStream(beside), StandardCharsets.UTF_8)) {
            write(problems, warnings, out);
        }
        return Files.move(
                beside,
                folder.resolve("report.json"),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
    }

    private static JsonGenerator open(Writer out) {
        return JSON.createGenerator(PRETTY, out);
    }

    private void fields(JsonGenerator json) {
        text(json, "run", run);
        text(json, "job", job);
        text(json, "account", account);
        text(json, "file", file);
        text(json, "state", state.name());
        text(json, "startedAt", time(startedAt));
        text(json, "endedAt", time(endedAt));
        json.writeObjectPropertyStart("rows");
        json.writeNumberProperty("read", rows.read);
        json.writeNumberProperty("accepted", rows.accepted);
        json.writeNumberProperty("rejected", rows.rejected);
        json.writeNumberProperty("held", rows.held);
        json.writeEndObject();
        json.writeObjectPropertyStart("colours");
        json.writeNumberProperty("total", colours.total);
        json.writeNumberProperty("sent", colours.sent);
        json.writeNumberProperty("unchanged", colours.unchanged);
        json.writeNumberProperty("leftOut", colours.leftOut);
        json.writeNumberProperty("rejected", colours.rejected);
        json.writeNumberProperty("held", colours.held);
        json.writeNumberProperty("inDoubt", colours.inDoubt);
        json.writeNumberProperty("waiting", colours.waiting);
        json.writeEndObject();
        json.writeObjectPropertyStart("requests");
        json.writeNumberProperty("sent", requests.sent);
        json.writeNumberProperty("left", requests.left);
        json.writeEndObject();
        json.writeObjectPropertyStart("missing");
        json.writeNumberProperty("colours", missing.colours);
        json.writeNumberProperty("sizes", missing.sizes);
        json.writeNumberProperty("pieces", missing.pieces);
        json.writeNumberProperty("zeroed", missing.zeroed);
        json.writeEndObject();
        text(json, "message", message);
    }

    private static String time(Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    private static void list(JsonGenerator json, String name, Iterable<Problem> problems) {
        json.writeArrayPropertyStart(name);
        for (Problem problem : problems) {
            json.writeStartObject();
            if (problem.place().sheet() != null) {
                text(json, "sheet", problem.place().sheet());
            }
            json.writeNumberProperty("row", problem.row());
            text(json, "column", problem.column());
            text(json, "value", problem.found());
            text(json, "code", problem.code().toString());
            text(json, "message", problem.message());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void text(JsonGenerator json, String name, String value) {
        if (value == null) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, value);
        }
    }
}
