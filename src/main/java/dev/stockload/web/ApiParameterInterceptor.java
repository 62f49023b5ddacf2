package dev.stockload.web;

import dev.stockload.stock.Refusal;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Refuses parameters of other programs that an operation does not have, or that say nothing: left
 * out in silence, a misspelt one would make the request mean something else.
 */
class ApiParameterInterceptor implements HandlerInterceptor, WebMvcConfigurer {
    private static final int MOST_OF_NOTHING = 64;

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
            // One that takes all there is takes the parts of an upload.
            boolean form = known.values().removeIf(Map.class::isAssignableFrom);
            Set<String> parts = form ? SheetForm.schema().getProperties().keySet() : Set.of();
            request.getParameterMap()
                    .forEach(
                            (name, values) -> {
                                if (known.containsKey(name)) {
                                    expectValue(name, values, known.get(name));
                                } else if (!parts.contains(name)) {
                                    throw unknown(name, known.keySet(), parts);
                                }
                            });
        }
        return true;
    }

    private static boolean takesBody(HandlerMethod operation) {
        return Arrays.stream(operation.getMethodParameters())
                .anyMatch(
                        each ->
                                each.hasParameterAnnotation(RequestBody.class)
                                        || each.getParameterType() == MultipartFile.class);
    }

    /** Parameters in a form are read as those of the address are. */
    private static void expectNoBody(HttpServletRequest request, Collection<String> known)
            throws IOException {
        String type = String.valueOf(request.getContentType());
        boolean form =
                type.startsWith(MediaType.APPLICATION_FORM_URLENCODED_VALUE)
                        || type.startsWith(MediaType.MULTIPART_FORM_DATA_VALUE);
        if (!form && !isEmpty(request.getInputStream().readNBytes(MOST_OF_NOTHING))) {
            String there =
                    switch (known.size()) {
                        case 0 -> "";
                        case 1 -> "; its parameter, in the address or in a form, is %s";
                        default -> "; its parameters, in the address or in a form, are %s";
                    };
            throw Refusal.badRequest(
                    "This takes no body" + there.formatted(String.join(" and ", known)));
        }
    }

    /** Some programs write an object of nothing where nothing is to be said. */
    private static boolean isEmpty(byte[] body) {
        String said = new String(body, StandardCharsets.UTF_8).replaceAll("\\s", "");
        return said.isEmpty() || said.equals("{}");
    }

    /** The parameters of an operation by their names, with their types. */
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
        if (!parts.isEmpty()) {
            Set<String> all = new LinkedHashSet<>(parts);
            all.addAll(known);
            return Refusal.badRequest(
                    "There is no part '%s' here; there are %s"
                            .formatted(name, String.join(", ", all)));
        }
        String there =
                switch (known.size()) {
                    case 0 -> "there is none";
                    case 1 -> "there is " + known.iterator().next();
                    default -> "there are " + String.join(" and ", known);
                };
        return Refusal.badRequest("There is no parameter '%s' here; %s".formatted(name, there));
    }
}
