package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The description of the HTTP interface, to compare answers with. */
final class DescribedApi {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final JsonNode description;
    private final Map<String, Set<String>> met = new TreeMap<>();

    DescribedApi(String description) {
        this.description = JSON.readTree(description);
    }

    /** The operations, such as "get /api/runs/{id}". */
    List<String> operations() {
        List<String> all = new ArrayList<>();
        JsonNode paths = description.get("paths");
        for (String path : paths.propertyNames()) {
            paths.get(path).propertyNames().forEach(method -> all.add(method + " " + path));
        }
        return all;
    }

    boolean takes(String operation, String mediaType) {
        return operation(operation).at("/requestBody/content").has(mediaType);
    }

    /** The described statuses of an operation that never occurred. */
    Set<String> unmet(String operation) {
        Set<String> unmet = new TreeSet<>();
        operation(operation).get("responses").propertyNames().forEach(unmet::add);
        unmet.removeAll(met.getOrDefault(operation, Set.of()));
        return unmet;
    }

    /** Expects an answer to be described: its status, media type and schema. */
    void expect(String operation, HttpResponse<String> answer) {
        String status = String.valueOf(answer.statusCode());
        String what = "%s answers %s %s".formatted(operation, status, answer.body());
        expectStatus(operation, status);
        JsonNode content = operation(operation).get("responses").get(status).path("content");
        if (content.isEmpty()) {
            assertThat(answer.body()).as(what).isEmpty();
            return;
        }
        String type = answer.headers().firstValue("Content-Type").orElse("none").split(";")[0];
        assertThat(content.propertyNames()).as(what).contains(type);
        JsonNode schema = content.get(type).get("schema");
        if (type.equals("application/x-ndjson")) {
            answer.body().lines().forEach(line -> expect(JSON.readTree(line), schema, what));
        } else if (type.endsWith("json")) {
            expect(JSON.readTree(answer.body()), schema, what);
        }
    }

    void expectStatus(String operation, String status) {
        assertThat(operation(operation).get("responses").propertyNames())
                .as(operation)
                .contains(status);
        met.computeIfAbsent(operation, each -> new TreeSet<>()).add(status);
    }

    private JsonNode operation(String operation) {
        String[] words = operation.split(" ");
        return description.get("paths").get(words[1]).get(words[0]);
    }

    private void expect(JsonNode value, JsonNode schema, String place) {
        if (schema.has("$ref")) {
            expect(value, description.at(schema.get("$ref").asString().substring(1)), place);
            return;
        }
        if (schema.has("anyOf")) {
            boolean none = value.isNull();
            assertThat(none && schema.toString().contains("\"null\"") || !none)
                    .as(place + " is null")
                    .isTrue();
            if (!none) {
                expect(value, schema.get("anyOf").get(0), place);
            }
            return;
        }
        assertThat(schema.path("type").toString()).as(place).contains(typeOf(value));
        if (schema.has("enum")) {
            assertThat(schema.get("enum").toString()).as(place).contains(value.toString());
        }
        if (schema.path("format").asString("").equals("date-time") && value.isString()) {
            assertThat(Instant.parse(value.asString())).as(place).isNotNull();
        }
        if (value.isArray()) {
            value.forEach(each -> expect(each, schema.get("items"), place + " []"));
        }
        if (value.isObject() && schema.has("properties")) {
            JsonNode properties = schema.get("properties");
            schema.path("required")
                    .forEach(name -> assertThat(value.has(name.asString())).as(place).isTrue());
            for (String name : value.propertyNames()) {
                assertThat(properties.propertyNames()).as(place).contains(name);
                expect(value.get(name), properties.get(name), place + "\n  ." + name);
            }
        }
    }

    private static String typeOf(JsonNode value) {
        String type = value.getNodeType().name().toLowerCase(java.util.Locale.ROOT);
        return '"' + (value.isIntegralNumber() ? "integer" : type) + '"';
    }
}
