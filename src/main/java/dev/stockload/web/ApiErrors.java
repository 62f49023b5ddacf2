package dev.stockload.web;

import dev.stockload.runs.FaultMessages;
import dev.stockload.stock.Refusal;
import dev.stockload.stock.Refusal.Kind;

import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** What other programs are told where their request cannot be done: problem details in JSON. */
@RestControllerAdvice(annotations = RestController.class)
class ApiErrors extends ResponseEntityExceptionHandler {
    private static final Logger API_LOG = LoggerFactory.getLogger(ApiErrors.class);

    /** By then a process that is started anew answers. */
    private static final String RETRY_AFTER_SECONDS = "30";

    @ExceptionHandler(Refusal.class)
    ResponseEntity<ProblemDetail> refused(Refusal why) {
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(status(why.kind()), why.getMessage());
        problem.setProperty("kind", why.kind());
        HttpHeaders headers = new HttpHeaders();
        if (why.kind() == Kind.STOPPING || why.kind() == Kind.TOO_MANY) {
            headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return ResponseEntity.status(problem.getStatus()).headers(headers).body(problem);
    }

    /** The status with which pages and the HTTP interface refuse. */
    static HttpStatus status(Kind kind) {
        return switch (kind) {
            case UNUSABLE_SHEET, UNUSABLE_SETTINGS, UNUSABLE_JOB, NO_SHEET ->
                    HttpStatus.UNPROCESSABLE_CONTENT;
            case FAILED -> HttpStatus.CONFLICT;
            case STOPPING -> HttpStatus.SERVICE_UNAVAILABLE;
            case BAD_REQUEST -> HttpStatus.BAD_REQUEST;
            case NOT_FOUND -> HttpStatus.NOT_FOUND;
            case TOO_MANY -> HttpStatus.TOO_MANY_REQUESTS;
        };
    }

    @ExceptionHandler(AccessDeniedException.class)
    ProblemDetail forbidden(AccessDeniedException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.FORBIDDEN, e.getMessage());
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
                HttpStatus.INTERNAL_SERVER_ERROR, FaultMessages.words(e));
    }

    @Override
    protected ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest asked) {
        Class<?> wanted = e.getRequiredType();
        boolean number =
                wanted != null
                        && (wanted.isPrimitive() && wanted != boolean.class
                                || Number.class.isAssignableFrom(wanted));
        String other = wanted == boolean.class ? "true or false" : "another value";
        String takes = number ? "a whole number" : other;
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(
                        status,
                        "%s is '%s', but it takes %s"
                                .formatted(e.getPropertyName(), e.getValue(), takes));
        return handleExceptionInternal(e, problem, headers, status, asked);
    }

    @Override
    protected ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest asked) {
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(status, ApiRequests.words(e.getCause()));
        return handleExceptionInternal(e, problem, headers, status, asked);
    }
}
