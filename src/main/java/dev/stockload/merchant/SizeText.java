package dev.stockload.merchant;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;

import java.io.IOException;

/** A size is documented as text and sent as a number: 36, 36.0 and "36" are one size. */
class SizeText extends StdDeserializer<String> {
    SizeText() {
        super(String.class);
    }

    @Override
    public String deserialize(JsonParser json, DeserializationContext context) throws IOException {
        if (json.currentToken().isNumeric()) {
            return json.getDecimalValue().stripTrailingZeros().toPlainString();
        }
        return json.currentToken() == JsonToken.VALUE_STRING
                ? json.getText().strip()
                : (String) context.handleUnexpectedToken(String.class, json);
    }
}
