package dev.stockload.web;

import dev.stockload.app.FaultKind;
import dev.stockload.app.UnusableSettingsException;
import dev.stockload.jobs.UnusableJobException;
import dev.stockload.runs.FaultMessages;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.StoppingException;
import dev.stockload.runs.UnusableAccountException;
import dev.stockload.sheet.UnusableSheetException;

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

    @ExceptionHandler(RunFailedException.class)
    ProblemDetail failed(RunFailedException e) {
        return of(HttpStatus.CONFLICT, e);
    }

    @ExceptionHandler(StoppingException.class)
    ResponseEntity<ProblemDetail> stopping(StoppingException e) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                .body(of(HttpStatus.SERVICE_UNAVAILABLE, e));
    }

    @ExceptionHandler({
        UnusableSheetException.class,
        UnusableJobException.class,
        UnusableSettingsException.class,
        UnusableAccountException.class
    })
    ProblemDetail unusable(RuntimeException e) {
        return of(HttpStatus.UNPROCESSABLE_CONTENT, e);
    }

    @ExceptionHandler(AccessDeniedException.class)
    ProblemDetail forbidden(AccessDeniedException e) {
        return of(HttpStatus.FORBIDDEN, e);
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
        return of(HttpStatus.INTERNAL_SERVER_ERROR, e, FaultMessages.words(e));
    }

    @Override
    protected ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest asked) {
        Class<?> wanted = e.getRequiredType();
        boolean number =
                wanted != null
                        && (wanted.isPrimitive() && wanted != boolean.class
                                || Number.class.isAssignableFrom(wanted));
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(
                        status,
                        "%s is '%s', but it takes %s"
                                .formatted(
                                        e.getPropertyName(),
                                        e.getValue(),
                                        number
                                                ? "a whole number"
                                                : wanted == boolean.class
                                                        ? "true or false"
                                                        : "another value"));
        return handleExceptionInternal(e, problem, headers, status, asked);
    }

    @Override
    protected ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest asked) {
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(status, ApiBodies.words(e.getCause()));
        return handleExceptionInternal(e, problem, headers, status, asked);
    }

    private static ProblemDetail of(HttpStatus status, RuntimeException e) {
        return of(status, e, e.getMessage());
    }

    private static ProblemDetail of(HttpStatus status, Exception e, String words) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, words);
        problem.setProperty("kind", FaultKind.of(e));
        return problem;
    }
}
