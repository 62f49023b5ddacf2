package dev.stockload.sandbox;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parameters of a form-urlencoded body or query string; those that nobody asks for are ignored. */
final class Form {
    private static final String INT = "a whole number";

    private final Map<String, List<String>> values;

    private Form(Map<String, List<String>> values) {
        this.values = values;
    }

    static Form of(String query, String body) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        read(query == null ? "" : query, values);
        read(body, values);
        return new Form(values);
    }

    int number(String name) {
        String text = text(name, INT);
        try {
            // Integer.parseInt would take digits of other scripts and a plus sign.
            if (text.matches("-?[0-9]{1,10}")) {
                return Integer.parseInt(text);
            }
        } catch (NumberFormatException e) {
            // Ten digits beyond int: as wrong as letters.
        }
        throw BadParameterException.unlike(name, text, INT);
    }

    Optional<Boolean> flag(String name) {
        if (!values.containsKey(name)) {
            return Optional.empty();
        }
        String expected = "true, false, or no such parameter";
        String text = text(name, expected);
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return Optional.of(Boolean.valueOf(text));
        }
        throw BadParameterException.unlike(name, text, expected);
    }

    String text(String name, String expected) {
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

    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    private static void read(String encoded, Map<String, List<String>> values) {
        for (String pair : encoded.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
                String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
                values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
            }
        }
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw BadParameterException.unlike("body", text, "percent signs with two digits");
        }
    }
}
