package dev.stockload.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Does what a form asks for once, however often it is posted. The forms of a page have a key, and
 * whoever posts one again is led to what became of the first post.
 */
@ControllerAdvice
class OnceOnly implements HandlerInterceptor, WebMvcConfigurer {
    private static final String KEY = "once";
    private static final String ANSWER = OnceOnly.class.getName();
    private static final int PATIENCE_SECONDS = 30;

    private static final int MOST_KEYS = 1000;

    /** Where people were led to, by the keys of their posts. */
    private final Map<String, CompletableFuture<String>> answers =
            Collections.synchronizedMap(
                    new LinkedHashMap<>() {
                        @Override
                        protected boolean removeEldestEntry(
                                Map.Entry<String, CompletableFuture<String>> eldest) {
                            return size() > MOST_KEYS;
                        }
                    });

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
        CompletableFuture<String> own = new CompletableFuture<>();
        CompletableFuture<String> first =
                answers.putIfAbsent(request.getRequestURI() + ' ' + key, own);
        if (first == null) {
            request.setAttribute(ANSWER, own);
            return true;
        }
        response.sendRedirect(
                first.completeOnTimeout("/runs", PATIENCE_SECONDS, TimeUnit.SECONDS).join());
        return false;
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request,
            HttpServletResponse response,
            Object handler,
            Exception fault) {
        if (request.getAttribute(ANSWER) instanceof CompletableFuture<?> own) {
            complete(own, response.getHeader(HttpHeaders.LOCATION));
        }
    }

    @SuppressWarnings("unchecked")
    private static void complete(CompletableFuture<?> own, String location) {
        ((CompletableFuture<String>) own).complete(location == null ? "/runs" : location);
    }
}
