package dev.stockload.web;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Why a request cannot be done: a page says it in words, the HTTP interface in JSON. */
final class Refusal {
    private static final String RETRY_AFTER_SECONDS = "30";

    /** It says when to try again. */
    private static final class TooManyException extends ResponseStatusException {
        private TooManyException(String sentence) {
            super(HttpStatus.TOO_MANY_REQUESTS, sentence);
        }

        @Override
        public HttpHeaders getHeaders() {
            HttpHeaders headers = new HttpHeaders();
            headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
            return headers;
        }
    }

    private Refusal() {}

    /** It asks for what cannot be meant. */
    static ResponseStatusException badRequest(String sentence) {
        return new ResponseStatusException(HttpStatus.BAD_REQUEST, sentence);
    }

    /** There is no such thing. */
    static ResponseStatusException notFound(String sentence) {
        return new ResponseStatusException(HttpStatus.NOT_FOUND, sentence);
    }

    /** So many ask for it already that it has to wait. */
    static ResponseStatusException tooMany(String sentence) {
        return new TooManyException(sentence);
    }

    /** It asks for what cannot be used. */
    static ResponseStatusException unusable(String sentence) {
        return new ResponseStatusException(HttpStatus.UNPROCESSABLE_CONTENT, sentence);
    }

    /** It is not in a state in which that can be done. */
    static ResponseStatusException conflict(String sentence) {
        return new ResponseStatusException(HttpStatus.CONFLICT, sentence);
    }
}
