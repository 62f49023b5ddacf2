package dev.stockload.sandbox;

import com.sun.net.httpserver.Headers;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A request; parameters may be in a form, in {@code query}, which may be null, or in both. */
record Request(Headers headers, String query, byte[] body, Instant arrived) {
    private static final String FORM = "application/x-www-form-urlencoded";
    static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    JsonNode json() {
        checkContentType("application/json");
        if (body.length == 0) {
            throw BadParameterException.missing("body", "a JSON array of colour groups");
        }
        try {
            return JSON.readTree(body);
        } catch (JacksonException e) {
            TokenStreamLocation place = e.getLocation();
            String where =
                    place == null
                            ? ""
                            : " (line %d, column %d)"
                                    .formatted(place.getLineNr(), place.getColumnNr());
            throw new BadParameterException(
                    "body", "is not JSON%s: %s".formatted(where, e.getOriginalMessage()));
        }
    }

    /** Requires the content type of a form even if all parameters are in the query. */
    void checkForm() {
        checkContentType(FORM);
    }

    int number(String name) {
        String expected = "a whole number";
        String text = text(name, expected);
        try {
            // Integer.parseInt also accepts digits of other scripts and a plus sign.
            if (text.matches("-?[0-9]{1,10}")) {
                return Integer.parseInt(text);
            }
        } catch (NumberFormatException e) {
            // Ten digits beyond int are wrong too.
        }
        throw BadParameterException.unlike(name, text, expected);
    }

    Optional<Boolean> flag(String name) {
        if (all(name).isEmpty()) {
            return Optional.empty();
        }
        String expected = "true, false, or no such parameter";
        String text = text(name, expected);
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return Optional.of(Boolean.valueOf(text));
        }
        throw BadParameterException.unlike(name, text, expected);
    }

    List<String> all(String name) {
        if (body.length > 0) {
            checkContentType(FORM);
        }
        String form = new String(body, StandardCharsets.UTF_8);
        List<String> values = new ArrayList<>();
        for (String pair : (query == null ? form : query + "&" + form).split("&", -1)) {
            int equals = pair.indexOf('=');
            if (decoded(equals < 0 ? pair : pair.substring(0, equals)).equals(name)) {
                values.add(equals < 0 ? "" : decoded(pair.substring(equals + 1)));
            }
        }
        return values;
    }

    private String text(String name, String expected) {
        List<String> found = all(name);
        if (found.isEmpty() || found.get(0).isBlank()) {
            throw BadParameterException.missing(name, expected);
        }
        if (found.size() > 1) {
            throw BadParameterException.unlike(
                    name, String.join("' and '", found), "it once, as " + expected);
        }
        return found.get(0);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw BadParameterException.unlike("body", text, "percent signs with two digits");
        }
    }

    private void checkContentType(String expected) {
        String found = headers.getFirst("Content-Type");
        if (found == null) {
            throw BadParameterException.missing("header Content-Type", expected);
        }
        String type = found.toLowerCase(Locale.ROOT).replace(" ", "");
        boolean exact = type.equals(expected);
        if (!exact && !type.replace("\"utf-8\"", "utf-8").equals(expected + ";charset=utf-8")) {
            throw BadParameterException.unlike(
                    "header Content-Type", found, expected + ", in UTF-8");
        }
    }
}
