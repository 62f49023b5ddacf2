package dev.stockload.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.boot.web.error.ErrorAttributeOptions;
import org.springframework.boot.web.error.ErrorAttributeOptions.Include;
import org.springframework.boot.webmvc.error.ErrorAttributes;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.servlet.ModelAndView;

import java.util.Map;
import java.util.Optional;

/**
 * What is said where there is nothing, or where it failed: a page with words for people, JSON for
 * programs under /api, never the words of a bug.
 */
@Controller
class ErrorPage implements ErrorController {
    private final ErrorAttributes attributes;
    private final boolean pages;

    ErrorPage(ErrorAttributes attributes, ConsoleOptions options) {
        this.attributes = attributes;
        this.pages = options.at().pages();
    }

    @RequestMapping("/error")
    Object error(HttpServletRequest request) {
        Map<String, Object> words =
                attributes.getErrorAttributes(
                        new ServletWebRequest(request),
                        ErrorAttributeOptions.of(Include.STATUS, Include.MESSAGE));
        // Whoever asks for this address itself has met no fault: there is nothing here.
        HttpStatus answered =
                Optional.ofNullable(HttpStatus.resolve((Integer) words.get("status")))
                        .orElse(HttpStatus.NOT_FOUND);
        words.put("status", answered.value());
        if (answered.is5xxServerError()) {
            words.remove("message");
        }
        return pages && !isOfApi(request)
                ? new ModelAndView("error", words, answered)
                : problem(answered, words.get("message"));
    }

    private static ResponseEntity<ProblemDetail> problem(HttpStatus status, Object message) {
        ProblemDetail problem = ProblemDetail.forStatus(status);
        problem.setDetail(
                status == HttpStatus.NOT_FOUND
                        ? "There is nothing at this address; %s describes what there is"
                                .formatted(ApiDescription.PATH)
                        : message == null ? status.getReasonPhrase() : message.toString());
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    private static boolean isOfApi(HttpServletRequest request) {
        return String.valueOf(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI))
                .startsWith("/api");
    }
}
