package dev.stockload.web;

import dev.stockload.jobs.WordSuggestion;

import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the JSON of requests word for word: a key that nobody knows, one that is there twice or a
 * value of another kind is refused, since the request would mean something else without it.
 */
class ApiBodies implements JsonMapperBuilderCustomizer {
    private static final Pattern TWICE = Pattern.compile("Duplicate Object property \"([^\"]*)\"");

    @Override
    public void customize(JsonMapper.Builder mapper) {
        mapper.enable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .withCoercionConfig(
                        LogicalType.Textual,
                        text ->
                                text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                        .setCoercion(
                                                CoercionInputShape.Boolean, CoercionAction.Fail));
    }

    /** Why the body of a request cannot be read. */
    static String words(Throwable fault) {
        if (fault instanceof UnrecognizedPropertyException unknown) {
            return "There is no key '%s' in the body%s"
                    .formatted(
                            unknown.getPropertyName(),
                            WordSuggestion.offer(
                                    unknown.getPropertyName(),
                                    unknown.getKnownPropertyIds().stream()
                                            .map(String::valueOf)
                                            .toList()));
        }
        if (fault instanceof JacksonException bad) {
            Matcher twice = TWICE.matcher(String.valueOf(bad.getOriginalMessage()));
            if (twice.find()) {
                return "The body has the key '%s' twice".formatted(twice.group(1));
            }
            String key = bad.getPath().isEmpty() ? null : bad.getPath().get(0).getPropertyName();
            if (key != null) {
                return ofKey(key, bad);
            }
        }
        return "The JSON of the request is missing or not as %s describes it"
                .formatted(ApiDescription.PATH);
    }

    private static String ofKey(String key, JacksonException bad) {
        return bad instanceof MismatchedInputException mismatch
                        && mismatch.getTargetType() != null
                        && !(bad instanceof InvalidNullException)
                ? "%s has a value of the wrong kind: it takes %s"
                        .formatted(key, kind(mismatch.getTargetType()))
                : "%s is missing, or not as %s describes it".formatted(key, ApiDescription.PATH);
    }

    private static String kind(Class<?> wanted) {
        if (Collection.class.isAssignableFrom(wanted)) {
            return "a list";
        }
        if (wanted == boolean.class || wanted == Boolean.class) {
            return "true or false";
        }
        if (wanted.isPrimitive() || Number.class.isAssignableFrom(wanted)) {
            return "whole numbers";
        }
        return wanted == String.class ? "text" : "what %s describes".formatted(ApiDescription.PATH);
    }
}
