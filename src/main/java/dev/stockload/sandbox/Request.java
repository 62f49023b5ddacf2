package dev.stockload.sandbox;

import com.sun.net.httpserver.Headers;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;

/** A request as it came in, and when; the query is null where there is none. */
record Request(Headers headers, String query, byte[] body, Instant arrived) {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";

    /** The parameters of a form whose content type has to be named. */
    Form form() {
        checkContentType(FORM);
        return looseForm();
    }

    /** The parameters of a form, of the query string, or of both. */
    Form formOrQuery() {
        if (body.length > 0) {
            checkContentType(FORM);
        }
        return looseForm();
    }

    JsonNode json() {
        checkContentType(JSON);
        if (body.length == 0) {
            throw BadParameterException.missing("body", "a JSON array of colour groups");
        }
        return Json.read(body);
    }

    private Form looseForm() {
        return Form.of(query, new String(body, StandardCharsets.UTF_8));
    }

    private void checkContentType(String expected) {
        String found = headers.getFirst("Content-Type");
        if (found == null) {
            throw BadParameterException.missing("header Content-Type", expected);
        }
        String[] parts = found.toLowerCase(Locale.ROOT).replace(" ", "").split(";", -1);
        boolean utf8 =
                parts.length == 1
                        || parts.length == 2
                                && (parts[1].equals("charset=utf-8")
                                        || parts[1].equals("charset=\"utf-8\""));
        if (!parts[0].equals(expected) || !utf8) {
            throw BadParameterException.unlike(
                    "header Content-Type", found, expected + ", in UTF-8");
        }
    }
}
