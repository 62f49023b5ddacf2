package dev.stockload.merchant;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.deser.std.StdDeserializer;

import java.util.Objects;

/** What the service holds for one colour and size of a product; the barcode is null if none. */
public record StockEntry(
        String guid,
        String barCode,
        String color,
        @JsonDeserialize(using = SizeText.class) String size,
        int stock) {
    public StockEntry {
        Objects.requireNonNull(color, "color");
        Objects.requireNonNull(size, "size");
    }

    /** A size is documented as text and sent as a number: 36, 36.0 and "36" are one size. */
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
