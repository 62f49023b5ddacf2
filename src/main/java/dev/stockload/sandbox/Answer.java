package dev.stockload.sandbox;

import com.fasterxml.jackson.annotation.JsonInclude;

import java.time.Duration;
import java.util.Map;

/** What goes back over the wire: a status, headers of its own and a record that becomes JSON. */
record Answer(int status, Map<String, String> headers, Object body) {
    /** No answer at all: the connection is closed without a word. */
    static final Answer NONE = new Answer(0, Map.of(), null);

    /** An outcome and its message; the parameter only where one was bad, data where there are. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Said(boolean success, String msg, String parameter, Object data) {}

    static Answer success(Object body) {
        return new Answer(200, Map.of(), body);
    }

    static Answer success() {
        return success(new Said(true, "", null, null));
    }

    static Answer data(Object data) {
        return success(new Said(true, "", null, data));
    }

    /** A business failure, where the document shows no {@code data} beside the message. */
    static Answer failure(String message) {
        return new Answer(200, Map.of(), new Said(false, message, null, null));
    }

    /** A business failure of an endpoint that answers with data. */
    static Answer failureWithoutData(String message) {
        return new Answer(200, Map.of(), new Said(false, message, null, ""));
    }

    static Answer badParameter(BadParameterException fault) {
        return new Answer(
                400, Map.of(), new Said(false, fault.getMessage(), fault.parameter(), null));
    }

    /** A broken rate or quota; the wait is rounded up to whole seconds, at least one. */
    static Answer tooMany(String message, Duration wait) {
        long seconds = Math.max(1, wait.plusSeconds(1).minusNanos(1).toSeconds());
        return refused(429, Map.of("Retry-After", Long.toString(seconds)), message);
    }

    /** What the document does not speak of, such as another path or a fault of the sandbox. */
    static Answer refused(int status, Map<String, String> headers, String message) {
        return new Answer(status, headers, new Said(false, message, null, null));
    }
}
