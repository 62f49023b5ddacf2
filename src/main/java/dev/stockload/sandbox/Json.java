package dev.stockload.sandbox;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

import java.util.Collection;

/** Reads JSON strictly, and writes it. */
final class Json {
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                    .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                    .withCoercionConfig(
                            LogicalType.Textual,
                            texts ->
                                    texts.setCoercion(
                                                    CoercionInputShape.Integer, CoercionAction.Fail)
                                            .setCoercion(
                                                    CoercionInputShape.Float, CoercionAction.Fail)
                                            .setCoercion(
                                                    CoercionInputShape.Boolean,
                                                    CoercionAction.Fail))
                    .build();

    private Json() {}

    static byte[] bytes(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    /** Parses a request body; invalid JSON is a bad parameter. */
    static JsonNode read(byte[] body) {
        try {
            return MAPPER.readTree(body);
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

    /**
     * Converts a body to records; a value that does not fit is a bad parameter, named by its path.
     */
    static <T> T bind(JsonNode body, TypeReference<T> type) {
        try {
            return MAPPER.treeToValue(body, type);
        } catch (JacksonException e) {
            StringBuilder place = new StringBuilder();
            JsonNode found = body;
            for (JacksonException.Reference step : e.getPath()) {
                boolean element = step.getPropertyName() == null;
                found = element ? found.path(step.getIndex()) : found.path(step.getPropertyName());
                place.append(element ? "[" + step.getIndex() + "]" : "." + step.getPropertyName());
            }
            if (e.getCause() instanceof BadParameterException fault) {
                throw fault.within(place.toString());
            }
            throw BadParameterException.unlike(place.toString(), found, expected(e));
        }
    }

    private static String expected(JacksonException e) {
        Class<?> type = e instanceof MismatchedInputException m ? m.getTargetType() : null;
        if (type == Integer.class) {
            return "a whole number without quotes";
        }
        if (type == String.class) {
            return "a text in quotes";
        }
        if (type != null && Collection.class.isAssignableFrom(type)) {
            return "an array";
        }
        return "an object with the fields of the document and no others";
    }
}
