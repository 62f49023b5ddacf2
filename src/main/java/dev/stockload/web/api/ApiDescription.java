package dev.stockload.web.api;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The OpenAPI description of the HTTP interface, which a test compares with the answers. */
@RestController
public record ApiDescription() {
    public static final String PATH = "/api/openapi.json";

    @GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
    Resource description() {
        return new ClassPathResource("openapi.json", ApiDescription.class);
    }
}
