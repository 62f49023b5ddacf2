package dev.stockload.web.api;

import dev.stockload.jobs.define.WordSuggestion;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.SheetForm;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads API requests strictly: refuses parameters and body keys that are unknown, repeated, empty
 * or of the wrong kind, since the request would mean something else without them.
 */
@Component
class ApiRequests implements HandlerInterceptor, WebMvcConfigurer, JsonMapperBuilderCustomizer {
    private static final int MOST_EMPTY_BYTES = 64;
    private static final Pattern TWICE = Pattern.compile("Duplicate Object property \"([^\"]*)\"");

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this)
                .addPathPatterns("/api/**")
                .excludePathPatterns(ApiDescription.PATH);
    }

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (handler instanceof HandlerMethod operation) {
            Map<String, Class<?>> known = parameters(operation);
            if (!takesBody(operation)) {
                expectNoBody(request, known.keySet());
            }
            // A parameter of type Map takes the parts of an upload.
            boolean form = known.values().removeIf(Map.class::isAssignableFrom);
            Set<String> parts = form ? SheetForm.parts() : Set.of();
            request.getParameterMap()
                    .forEach(
                            (name, values) -> {
                                if (known.containsKey(name)) {
                                    expectValue(name, values, known.get(name));
                                } else if (!parts.contains(name)) {
                                    throw unknown(name, known.keySet(), parts);
                                }
                            });
            expectOneFile(request);
        }
        return true;
    }

    /** A second file would not be read, so it is refused. */
    private static void expectOneFile(HttpServletRequest request) {
        if (request instanceof MultipartHttpServletRequest form
                && form.getMultiFileMap().values().stream().mapToInt(List::size).sum() > 1) {
            throw Refusal.badRequest("One import takes one file: send one request for each");
        }
    }

    private static boolean takesBody(HandlerMethod operation) {
        return Arrays.stream(operation.getMethodParameters())
                .anyMatch(
                        each ->
                                each.hasParameterAnnotation(RequestBody.class)
                                        || each.getParameterType() == MultipartFile.class);
    }

    /** A form is no body: its parameters are read like those of the address. */
    private static void expectNoBody(HttpServletRequest request, Collection<String> known)
            throws IOException {
        String type = String.valueOf(request.getContentType());
        boolean form =
                type.startsWith(MediaType.APPLICATION_FORM_URLENCODED_VALUE)
                        || type.startsWith(MediaType.MULTIPART_FORM_DATA_VALUE);
        if (!form && !isEmpty(request.getInputStream().readNBytes(MOST_EMPTY_BYTES))) {
            throw Refusal.badRequest(
                    known.isEmpty()
                            ? "This takes no body"
                            : "This takes no body; in the address or in a form it takes "
                                    + String.join(" and ", known));
        }
    }

    /** Some programs send {@code {}} as an empty body. */
    private static boolean isEmpty(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8).replaceAll("\\s", "");
        return text.isEmpty() || text.equals("{}");
    }

    private static Map<String, Class<?>> parameters(HandlerMethod operation) {
        Map<String, Class<?>> parameters = new TreeMap<>();
        for (MethodParameter each : operation.getMethodParameters()) {
            RequestParam named = each.getParameterAnnotation(RequestParam.class);
            if (named != null) {
                parameters.put(
                        named.name().isEmpty() ? each.getParameter().getName() : named.name(),
                        each.getParameterType());
            }
        }
        return parameters;
    }

    private static void expectValue(String name, String[] values, Class<?> type) {
        if (Arrays.stream(values).anyMatch(String::isBlank)) {
            throw Refusal.badRequest(
                    "%s has no value: give it one, or leave it out".formatted(name));
        }
        if (values.length > 1 && !Collection.class.isAssignableFrom(type)) {
            throw Refusal.badRequest("%s is given more than once".formatted(name));
        }
    }

    private static RuntimeException unknown(
            String name, Collection<String> known, Collection<String> parts) {
        Set<String> all = new LinkedHashSet<>(parts);
        all.addAll(known);
        return Refusal.badRequest(
                "There is no %s '%s' here; it takes %s"
                        .formatted(
                                parts.isEmpty() ? "parameter" : "part",
                                name,
                                all.isEmpty() ? "none" : String.join(", ", all)));
    }

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

    public static String explain(Throwable fault) {
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
        if (wanted == Boolean.class) {
            return "true or false";
        }
        return wanted == String.class ? "text" : "what %s describes".formatted(ApiDescription.PATH);
    }
}
