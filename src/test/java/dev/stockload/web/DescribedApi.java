package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;

import org.springframework.http.ResponseEntity;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.beans.Introspector;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
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

    /** The parameters of each operation, such as "path id true": required or not. */
    Map<String, Set<String>> parameters() {
        Map<String, Set<String>> all = new TreeMap<>();
        for (String operation : operations()) {
            Set<String> parameters = new TreeSet<>();
            for (JsonNode each : operation(operation).path("parameters")) {
                String in = each.get("in").asString();
                boolean required = each.path("required").asBoolean(false);
                parameters.add("%s %s %s".formatted(in, each.get("name").asString(), required));
            }
            all.put(operation, parameters);
        }
        return all;
    }

    /** The parts of the form that an operation takes. */
    JsonNode parts(String operation) {
        JsonNode content = operation(operation).at("/requestBody/content");
        return content.at("/multipart~1form-data/schema/properties");
    }

    /** The schema of what an operation answers if it succeeds. */
    JsonNode answer(String operation) {
        JsonNode responses = operation(operation).get("responses");
        JsonNode success = responses.path(responses.has("200") ? "200" : "202");
        return success.at("/content/application~1json/schema");
    }

    /** The schema of what an operation takes. */
    JsonNode body(String operation) {
        return operation(operation).at("/requestBody/content/application~1json/schema");
    }

    /** Expects each record within a type to be described with its fields and no others. */
    void expectFields(String place, Type type, JsonNode schema) {
        if (schema.has("$ref")) {
            expectFields(place, type, description.at(schema.get("$ref").asString().substring(1)));
        } else if (schema.has("anyOf")) {
            expectFields(place, type, schema.get("anyOf").get(0));
        } else if (type instanceof ParameterizedType of && of.getRawType() == List.class) {
            expectFields(place, of.getActualTypeArguments()[0], schema.get("items"));
        } else if (type instanceof ParameterizedType of) {
            // An answer with a status around it, or a page of something.
            JsonNode items = schema.at("/properties/items/items");
            expectFields(
                    place,
                    of.getActualTypeArguments()[0],
                    of.getRawType() == ResponseEntity.class ? schema : items);
        } else if (type instanceof Class<?> each && each.isRecord() && !schema.isMissingNode()) {
            JsonNode properties = schema.get("properties");
            Set<String> fields = new TreeSet<>();
            for (RecordComponent field : each.getRecordComponents()) {
                JsonProperty renamed = field.getAccessor().getAnnotation(JsonProperty.class);
                String name = renamed == null ? field.getName() : renamed.value();
                fields.add(name);
                expectFields(place + "\n  ." + name, field.getGenericType(), properties.path(name));
            }
            for (Method method : each.getDeclaredMethods()) {
                boolean isField = method.getName().matches("is[A-Z]\\w*");
                if (isField
                        && Modifier.isPublic(method.getModifiers())
                        && method.getParameterCount() == 0
                        && !method.isAnnotationPresent(JsonIgnore.class)) {
                    fields.add(Introspector.decapitalize(method.getName().substring(2)));
                }
            }
            assertThat(new TreeSet<>(properties.propertyNames())).as(place).isEqualTo(fields);
        }
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
        JsonNode content = response(operation, status).path("content");
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

    private JsonNode response(String operation, String status) {
        JsonNode response = operation(operation).get("responses").get(status);
        return response.has("$ref")
                ? description.at(response.get("$ref").asString().substring(1))
                : response;
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
