package dev.stockload.web.api;

import dev.stockload.process.FaultMessages;
import dev.stockload.stock.Refusal;
import dev.stockload.stock.Refusal.Kind;
import dev.stockload.web.parts.Uploads;
import dev.stockload.web.parts.WebContext;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;

import org.apache.tomcat.util.http.InvalidParameterException;
import org.apache.tomcat.util.http.fileupload.impl.SizeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Answers errors with a page, or with problem JSON under /api, never with the message of an
 * exception from a library.
 */
@Controller
public record ErrorPage(WebContext context) implements ErrorController {
    private static final String API = "/api";

    @RequestMapping("/error")
    Object error(HttpServletRequest request) {
        // A direct request for this address had no error: there is no such page.
        HttpStatus answered =
                request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
                        ? HttpStatus.valueOf(code)
                        : HttpStatus.NOT_FOUND;
        String path = String.valueOf(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI));
        return isPage(path) ? page(answered, null) : problem(answered, message(answered, request));
    }

    /** Our own message; null if the message is that of a library. */
    private static String message(HttpStatus status, HttpServletRequest request) {
        Object words = request.getAttribute(RequestDispatcher.ERROR_MESSAGE);
        boolean ours =
                words instanceof String text
                        && !text.isBlank()
                        && !text.startsWith("No static")
                        && !status.is5xxServerError();
        return ours ? words.toString() : null;
    }

    /** Handles uploads that are too large or broken, which no controller sees. */
    @ControllerAdvice
    public record BrokenUploads(ErrorPage page) {
        @ExceptionHandler(MultipartException.class)
        Object broken(MultipartException e, HttpServletRequest request) {
            HttpStatus status = HttpStatus.BAD_REQUEST;
            String words = "The upload broke off; send it again";
            if (e.getRootCause() instanceof SizeException limit) {
                if (limit.getPermittedSize() == Uploads.LIMIT_PART_HEADER) {
                    words = "The name of a file or a part is too long: give it a shorter one";
                } else {
                    status = HttpStatus.CONTENT_TOO_LARGE;
                    words = Uploads.TOO_LARGE;
                }
            }
            return page.isPage(request.getRequestURI())
                    ? ErrorPage.page(status, words)
                    : problem(status, words);
        }
    }

    private boolean isPage(String path) {
        return context.address().pages() && !path.startsWith(API);
    }

    public static ModelAndView page(HttpStatus status, String message) {
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

    /** Answers API requests that fail with problem details in JSON. */
    @RestControllerAdvice(annotations = RestController.class)
    public static class ApiErrors extends ResponseEntityExceptionHandler {
        private static final Logger API_LOG = LoggerFactory.getLogger(ApiErrors.class);

        /** After this time a restarted process answers. */
        private static final String RETRY_AFTER_SECONDS = "30";

        @ExceptionHandler(Refusal.class)
        public ResponseEntity<ProblemDetail> refused(Refusal why) {
            ProblemDetail problem =
                    ProblemDetail.forStatusAndDetail(status(why.kind()), why.getMessage());
            problem.setProperty("kind", why.kind());
            HttpHeaders headers = new HttpHeaders();
            if (why.kind() == Kind.STOPPING || why.kind() == Kind.TOO_MANY) {
                headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
            }
            return ResponseEntity.status(problem.getStatus()).headers(headers).body(problem);
        }

        public static HttpStatus status(Kind kind) {
            return switch (kind) {
                case UNUSABLE_SHEET, UNUSABLE_SETTINGS, UNUSABLE_JOB, IMPOSSIBLE, NO_SHEET ->
                        HttpStatus.UNPROCESSABLE_CONTENT;
                case FAILED -> HttpStatus.CONFLICT;
                case SERVICE_FAILED -> HttpStatus.BAD_GATEWAY;
                case STOPPING -> HttpStatus.SERVICE_UNAVAILABLE;
                case BAD_REQUEST -> HttpStatus.BAD_REQUEST;
                case NOT_FOUND -> HttpStatus.NOT_FOUND;
                case TOO_MANY -> HttpStatus.TOO_MANY_REQUESTS;
            };
        }

        @ExceptionHandler(InvalidParameterException.class)
        ProblemDetail unreadable(InvalidParameterException e) {
            return ProblemDetail.forStatusAndDetail(
                    HttpStatus.BAD_REQUEST,
                    "The parameters cannot be read: they are UTF-8, with % before each escape");
        }

        @ExceptionHandler(Exception.class)
        ProblemDetail bug(Exception e) {
            API_LOG.error("An API request failed", e);
            return ProblemDetail.forStatusAndDetail(
                    HttpStatus.INTERNAL_SERVER_ERROR, FaultMessages.explain(e));
        }

        @Override
        protected ProblemDetail createProblemDetail(
                Exception e,
                HttpStatusCode status,
                String defaultDetail,
                String code,
                Object[] parts,
                WebRequest asked) {
            String detail = defaultDetail;
            if (e instanceof TypeMismatchException wrong) {
                detail = explain(wrong);
            } else if (e instanceof HttpMessageNotReadableException) {
                detail = ApiRequests.explain(e.getCause());
            }
            return ProblemDetail.forStatusAndDetail(status, detail);
        }

        private static String explain(TypeMismatchException e) {
            Class<?> wanted = e.getRequiredType();
            boolean number = wanted == int.class || wanted == Integer.class;
            String other = wanted == boolean.class ? "true or false" : "another value";
            String takes = number ? "a whole number" : other;
            return "%s is '%s', but it takes %s"
                    .formatted(e.getPropertyName(), e.getValue(), takes);
        }
    }
}
