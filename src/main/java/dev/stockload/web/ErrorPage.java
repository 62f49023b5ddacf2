package dev.stockload.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;

import org.apache.tomcat.util.http.fileupload.impl.SizeException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.ModelAndView;

import java.util.Optional;

/**
 * What is said where there is nothing, or where it failed: a page with words for people, JSON for
 * programs under /api, never the words of a bug.
 */
@Controller
class ErrorPage implements ErrorController {
    private static final String API = "/api";

    private final boolean pages;

    ErrorPage(ConsoleOptions options) {
        this.pages = options.at().pages();
    }

    @RequestMapping("/error")
    Object error(HttpServletRequest request) {
        // Whoever asks for this address itself has met no fault: there is nothing here.
        HttpStatus answered =
                request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
                        ? HttpStatus.valueOf(code)
                        : HttpStatus.NOT_FOUND;
        return answer(
                answered,
                message(answered, request),
                String.valueOf(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI)));
    }

    /** Our own words about a refusal; null where there are only those of a library or a bug. */
    private static String message(HttpStatus status, HttpServletRequest request) {
        Object words = request.getAttribute(RequestDispatcher.ERROR_MESSAGE);
        boolean ours =
                words instanceof String text
                        && !text.isBlank()
                        && !text.startsWith("No static")
                        && !status.is5xxServerError();
        return ours ? words.toString() : null;
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
            HttpStatus status = HttpStatus.BAD_REQUEST;
            String words = "The form with the file broke off; send it again";
            Optional<SizeException> limit = limit(e);
            if (limit.isPresent()) {
                if (limit.get().getPermittedSize() == Uploads.LIMIT_PART_HEADER) {
                    words = "The name of a file or a part is too long: give it a shorter one";
                } else {
                    status = HttpStatus.CONTENT_TOO_LARGE;
                    words = Uploads.TOO_LARGE;
                }
            }
            return page.answer(status, words, request.getRequestURI());
        }

        /** The limit that was reached; there is one for the file, and one for its name. */
        private static Optional<SizeException> limit(Throwable fault) {
            for (Throwable at = fault; at != null; at = at.getCause()) {
                if (at instanceof SizeException limit) {
                    return Optional.of(limit);
                }
            }
            return Optional.empty();
        }
    }

    private Object answer(HttpStatus status, String message, String path) {
        if (!pages || path.startsWith(API)) {
            return problem(status, message);
        }
        ModelAndView page = new ModelAndView("error", "status", status.value());
        page.addObject("message", message);
        page.setStatus(status);
        return page;
    }

    private static ResponseEntity<ProblemDetail> problem(HttpStatus status, String message) {
        String detail =
                switch (status) {
                    case NOT_FOUND -> "There is nothing at this address";
                    case BAD_REQUEST -> "This request cannot be understood";
                    default -> status.getReasonPhrase();
                };
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(
                        status,
                        message == null || status == HttpStatus.NOT_FOUND
                                ? "%s; %s describes what can be asked"
                                        .formatted(detail, ApiDescription.PATH)
                                : message);
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
