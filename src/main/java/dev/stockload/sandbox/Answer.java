package dev.stockload.sandbox;

import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.Map;

/** What goes back over the wire: a status, headers of its own and a JSON object. */
record Answer(int status, Map<String, String> headers, ObjectNode body) {
    /** No answer at all: the connection is closed without a word. */
    static final Answer NONE = new Answer(0, Map.of(), null);

    static Answer success(ObjectNode body) {
        return new Answer(200, Map.of(), body);
    }

    /** A business failure, where the document shows no {@code data} beside the message. */
    static Answer failure(String message) {
        return new Answer(200, Map.of(), said(message));
    }

    /** A business failure of an endpoint that answers with data: then it is an empty string. */
    static Answer failureWithoutData(String message) {
        return new Answer(
                200,
                Map.of(),
                Json.object().put("success", false).put("data", "").put("msg", message));
    }

    static Answer badParameter(BadParameterException fault) {
        return new Answer(
                400, Map.of(), said(fault.getMessage()).put("parameter", fault.parameter()));
    }

    /** A broken rate or quota; the wait is rounded up to whole seconds, at least one. */
    static Answer tooMany(String message, Duration wait) {
        long seconds = Math.max(1, wait.plusSeconds(1).minusNanos(1).toSeconds());
        return new Answer(429, Map.of("Retry-After", Long.toString(seconds)), said(message));
    }

    static Answer serverError(String message) {
        return new Answer(500, Map.of(), said(message));
    }

    static Answer notFound(String message) {
        return new Answer(404, Map.of(), said(message));
    }

    static Answer onlyPost(String message) {
        return new Answer(405, Map.of("Allow", "POST"), said(message));
    }

    private static ObjectNode said(String message) {
        return Json.object().put("success", false).put("msg", message);
    }
}
