package dev.stockload.web;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Why a request cannot be done: a page says it in words, the HTTP interface in JSON. */
final class Refusal {
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
        return new ResponseStatusException(HttpStatus.TOO_MANY_REQUESTS, sentence);
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
