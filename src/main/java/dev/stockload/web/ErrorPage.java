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
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.ModelAndView;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is said where there is nothing, or where it failed: a page with words for people, JSON for
 * programs under /api, never the words of a bug.
 */
@Controller
class ErrorPage implements ErrorController {
    private static final String API = "/api";

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
        return answer(
                answered,
                words,
                String.valueOf(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI)));
    }

    /** A file that is too large is noticed before anybody knows what it is for. */
    @ControllerAdvice
    static class BrokenUploads {
        private final ErrorPage page;

        BrokenUploads(ErrorPage page) {
            this.page = page;
        }

        @ExceptionHandler(MultipartException.class)
        Object broken(MultipartException e, HttpServletRequest request) {
            boolean tooLarge = e instanceof MaxUploadSizeExceededException;
            HttpStatus status = tooLarge ? HttpStatus.CONTENT_TOO_LARGE : HttpStatus.BAD_REQUEST;
            Map<String, Object> words = new HashMap<>();
            words.put("status", status.value());
            words.put(
                    "message",
                    tooLarge
                            ? Uploads.TOO_LARGE
                            : "The form with the file broke off; send it again");
            words.put("hasPassword", false);
            return page.answer(status, words, request.getRequestURI());
        }
    }

    private Object answer(HttpStatus status, Map<String, Object> words, String path) {
        return pages && !path.startsWith(API)
                ? new ModelAndView("error", words, status)
                : problem(status, words.get("message"));
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
}
