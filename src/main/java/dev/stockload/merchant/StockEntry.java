package dev.stockload.merchant;

import com.fasterxml.jackson.annotation.JsonProperty;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.deser.std.StdDeserializer;

import java.util.Objects;

/** The stock of one colour and size at the service; the barcode may be null. */
public record StockEntry(
        String guid,
        String barCode,
        String color,
        @JsonDeserialize(using = SizeText.class) String size,
        @JsonProperty(required = true) int stock) {
    public StockEntry {
        Objects.requireNonNull(color, "color");
        Objects.requireNonNull(size, "size");
    }

    /** Sizes are documented as text but sent as numbers: 36, 36.0 and "36" are the same. */
    static class SizeText extends StdDeserializer<String> {
        SizeText() {
            super(String.class);
        }

        @Override
        public String deserialize(JsonParser json, DeserializationContext context) {
            if (json.currentToken().isNumeric()) {
                return json.getDecimalValue().stripTrailingZeros().toPlainString();
            }
            return json.currentToken() == JsonToken.VALUE_STRING
                    ? json.getString().strip()
                    : (String)
                            context.handleUnexpectedToken(
                                    context.constructType(String.class), json);
        }
    }
}
