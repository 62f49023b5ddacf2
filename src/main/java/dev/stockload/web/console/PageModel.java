package dev.stockload.web.console;

import dev.stockload.process.TimeWords;
import dev.stockload.queue.ImportTicket;
import dev.stockload.stock.Refusal;
import dev.stockload.stock.Refusal.Kind;
import dev.stockload.web.api.ErrorPage;
import dev.stockload.web.api.ErrorPage.ApiErrors;
import dev.stockload.web.parts.IdempotencyKeys;
import dev.stockload.web.parts.IdempotencyKeys.Request;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.util.WebUtils;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What every page needs. A form is performed once, however often it is posted: it has a key, and a
 * repeated post is redirected to the result of the first.
 */
@ControllerAdvice
public record PageModel(IdempotencyKeys keys) implements AsyncHandlerInterceptor, WebMvcConfigurer {
    public static final String PART = "HX-Request";

    /** The cookie with the browser's time zone, which its script sets. */
    private static final String ZONE = "zone";

    private static final String KEY = "once";
    private static final String ANSWER = PageModel.class.getName();

    /**
     * A refused action goes back to the page with its button and says why there. Anything else gets
     * a page of its own, also what no button of ours asks for.
     */
    @ExceptionHandler(Refusal.class)
    ModelAndView refused(Refusal why, HttpServletRequest request, RedirectAttributes next) {
        String path = request.getServletPath();
        boolean action = request.getMethod().equals("POST");
        boolean ours = why.kind() != Kind.NOT_FOUND && why.kind() != Kind.BAD_REQUEST;
        if (action && ours) {
            next.addFlashAttribute("fault", why.getMessage());
            String back =
                    path.startsWith("/jobs/") ? "/jobs" : path.replaceFirst("(.)/[^/]*$", "$1");
            return new ModelAndView("redirect:" + back);
        }
        return ErrorPage.page(ApiErrors.status(why.kind()), why.getMessage());
    }

    static String toRun(ImportTicket ticket, RedirectAttributes next) {
        String more =
                ticket.earlier().isPresent() ? ". \u201cSend again\u201d sends it once more." : ".";
        ticket.note().ifPresent(words -> next.addFlashAttribute("notice", words + more));
        return "redirect:/runs/" + ticket.run();
    }

    static String flash(String kind, String words, String page, RedirectAttributes next) {
        next.addFlashAttribute(kind, words);
        return page;
    }

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
        TimeWords.readBy(zone(request));
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

    private static ZoneId zone(HttpServletRequest request) {
        Cookie cookie = WebUtils.getCookie(request, ZONE);
        try {
            return cookie == null ? null : ZoneId.of(cookie.getValue());
        } catch (DateTimeException e) {
            return null;
        }
    }

    @Override
    public void afterConcurrentHandlingStarted(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        TimeWords.readBy(null);
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request,
            HttpServletResponse response,
            Object handler,
            Exception fault) {
        TimeWords.readBy(null);
        if (request.getAttribute(ANSWER) instanceof Request asked) {
            String location = response.getHeader(HttpHeaders.LOCATION);
            keys.end(asked, location == null ? List.of() : List.of(location));
        }
    }
}
