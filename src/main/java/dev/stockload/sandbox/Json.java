package dev.stockload.sandbox;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON as the sandbox reads it, strictly, and writes it. */
final class Json {
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                    .build();

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static byte[] bytes(JsonNode node) {
        return MAPPER.writeValueAsBytes(node);
    }

    /** Reads a request body; whatever is not JSON is a bad parameter. */
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
}
