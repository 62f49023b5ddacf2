package dev.stockload.sandbox;

import com.fasterxml.jackson.annotation.JsonInclude;

import java.time.Duration;
import java.util.Map;

/** A response: a status, extra headers and a body that becomes JSON. */
record Answer(int status, Map<String, String> headers, Object body) {
    /** No answer: the connection is closed. */
    static final Answer NONE = new Answer(0, Map.of(), null);

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Body(boolean success, String msg, String parameter, Object data) {}

    static Answer success(Object body) {
        return new Answer(200, Map.of(), body);
    }

    static Answer success() {
        return success(new Body(true, "", null, null));
    }

    static Answer data(Object data) {
        return success(new Body(true, "", null, data));
    }

    /** A business failure of an endpoint without {@code data}. */
    static Answer failure(String message) {
        return new Answer(200, Map.of(), new Body(false, message, null, null));
    }

    /** A business failure of an endpoint with {@code data}, which is empty then. */
    static Answer failureWithoutData(String message) {
        return new Answer(200, Map.of(), new Body(false, message, null, ""));
    }

    static Answer badParameter(BadParameterException fault) {
        return new Answer(
                400, Map.of(), new Body(false, fault.getMessage(), fault.parameter(), null));
    }

    static Answer tooMany(String message, Duration wait) {
        long seconds = Math.max(1, wait.plusSeconds(1).minusNanos(1).toSeconds());
        return refused(429, Map.of("Retry-After", Long.toString(seconds)), message);
    }

    /** An error that the document does not mention, such as an unknown path. */
    static Answer refused(int status, Map<String, String> headers, String message) {
        return new Answer(status, headers, new Body(false, message, null, null));
    }
}
