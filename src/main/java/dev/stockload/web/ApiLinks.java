package dev.stockload.web;

import org.springframework.web.util.UriComponentsBuilder;

import java.net.URI;

/** Where other programs find what they asked for. */
final class ApiLinks {
    private ApiLinks() {}

    /** The address of a thing by its id, which may have letters of any language. */
    static URI of(String path, String id) {
        return UriComponentsBuilder.fromPath(path).encode().buildAndExpand(id).toUri();
    }
}
