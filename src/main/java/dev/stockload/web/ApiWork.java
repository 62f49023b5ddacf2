package dev.stockload.web;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Stops work that somebody follows. */
@Tag(name = "Work")
@RestController
@RequestMapping(path = "/api/work", produces = MediaType.APPLICATION_JSON_VALUE)
class ApiWork {
    private final FollowedWork work;

    ApiWork(FollowedWork work) {
        this.work = work;
    }

    @Operation(summary = "Stop work that is told as events, after the request in flight")
    @PostMapping("/{id}/stop")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Refuses(404)
    void stop(@PathVariable String id) {
        if (!work.stop(id)) {
            throw Refusal.notFound("There is no work %s under way".formatted(id));
        }
    }
}
