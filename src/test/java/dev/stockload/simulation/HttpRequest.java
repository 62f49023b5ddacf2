package dev.stockload.simulation;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A request as it came over the wire. */
record HttpRequest(String path, Map<String, String> headers, String body) {
    /** The request that these bytes are; empty while some are missing. */
    static Optional<HttpRequest> of(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            return Optional.empty();
        }
        String[] lines = text.substring(0, end).split("\r\n");
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.put(
                    lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                    lines[i].substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        if (bytes.length < end + 4 + length) {
            return Optional.empty();
        }
        String body = new String(bytes, end + 4, length, StandardCharsets.UTF_8);
        return Optional.of(new HttpRequest(lines[0].split(" ")[1], headers, body));
    }

    boolean isCreate() {
        return path.endsWith("/Stock/Creat");
    }

    /** A field of the form in the body, or null. */
    String field(String name) {
        for (String pair : body.split("&")) {
            String[] parts = pair.split("=", 2);
            if (parts[0].equals(name)) {
                return URLDecoder.decode(parts[1], StandardCharsets.UTF_8);
            }
        }
        return null;
    }
}
