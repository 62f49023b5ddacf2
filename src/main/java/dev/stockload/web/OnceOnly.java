package dev.stockload.web;

import dev.stockload.web.IdempotencyKeys.Request;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Does what a form asks for once, however often it is posted. The forms of a page have a key, and
 * whoever posts one again is led to what became of the first post.
 */
@ControllerAdvice
class OnceOnly implements HandlerInterceptor, WebMvcConfigurer {
    private static final String KEY = "once";
    private static final String ANSWER = OnceOnly.class.getName();

    private final IdempotencyKeys keys;

    OnceOnly(IdempotencyKeys keys) {
        this.keys = keys;
    }

    /** The key of the forms on a page. */
    @ModelAttribute(KEY)
    String key() {
        return UUID.randomUUID().toString();
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).excludePathPatterns("/api/**");
    }

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        String key = request.getMethod().equals("POST") ? request.getParameter(KEY) : null;
        if (key == null) {
            return true;
        }
        Request asked = new Request(key, "form " + request.getRequestURI(), "");
        Optional<List<String>> first = keys.begin(asked);
        if (first.isPresent()) {
            response.sendRedirect(first.get().get(0));
        } else {
            request.setAttribute(ANSWER, asked);
        }
        return first.isEmpty();
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request,
            HttpServletResponse response,
            Object handler,
            Exception fault) {
        if (request.getAttribute(ANSWER) instanceof Request asked) {
            String location = response.getHeader(HttpHeaders.LOCATION);
            keys.end(asked, location == null ? List.of() : List.of(location));
        }
    }
}
