package dev.stockload.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A browser with cookies and without scripts. */
final class Visitor {
    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

    private final String address;
    private final CookieManager cookies = new CookieManager();
    private final HttpClient http =
            HttpClient.newBuilder()
                    .cookieHandler(cookies)
                    .followRedirects(HttpClient.Redirect.NORMAL)
                    .build();

    Visitor(String address) {
        this.address = address;
    }

    HttpResponse<String> get(String path) {
        return send(request(path).GET());
    }

    /** Requests a part of a page, as its scripts do. */
    HttpResponse<String> getPart(String path) {
        return send(request(path).header("HX-Request", "true").GET());
    }

    /** Requests a page in this language. */
    HttpResponse<String> getIn(String language, String path) {
        return send(request(path).header("Accept-Language", language).GET());
    }

    /** Requests a page with a foreign cookie. */
    HttpResponse<String> getWith(String path, String cookie) {
        return send(request(path).header("Cookie", cookie).GET());
    }

    String cookie(String name) {
        return cookies.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst()
                .orElse("");
    }

    /** Sends a form with the token of a page. */
    HttpResponse<String> post(String path, String tokenFrom, String... pairs) {
        return post(path, pairs, token(tokenFrom));
    }

    HttpResponse<String> postWithout(String path, String... pairs) {
        return post(path, pairs, null);
    }

    /** Sends a form that was on another page than the one with its token. */
    HttpResponse<String> postFrom(String page, String path, String tokenFrom) {
        return send(
                request(path)
                        .header("Referer", page)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("_csrf=" + encoded(token(tokenFrom)))));
    }

    private HttpResponse<String> post(String path, String[] pairs, String token) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < pairs.length; i += 2) {
            body.append(encoded(pairs[i])).append('=').append(encoded(pairs[i + 1])).append('&');
        }
        if (token != null) {
            body.append("_csrf=").append(encoded(token));
        }
        return send(
                request(path)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(body.toString())));
    }

    HttpResponse<String> drop(String name, String text) throws IOException {
        return drop(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Uploads a file on the import page. */
    HttpResponse<String> drop(String name, byte[] content) throws IOException {
        String token = token("/import");
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(
                "--xx\r\nContent-Disposition: form-data; name=\"_csrf\"\r\n\r\n%s\r\n--xx\r\nContent-Disposition: form-data; name=\"sheet\"; filename=\"%s\"\r\nContent-Type: application/octet-stream\r\n\r\n"
                        .formatted(token, name)
                        .getBytes(StandardCharsets.UTF_8));
        body.write(content);
        body.write("\r\n--xx--\r\n".getBytes(StandardCharsets.UTF_8));
        return send(
                request("/import")
                        .header("Content-Type", "multipart/form-data; boundary=xx")
                        .POST(BodyPublishers.ofByteArray(body.toByteArray())));
    }

    private String token(String page) {
        Matcher token = TOKEN.matcher(get(page).body());
        if (!token.find()) {
            throw new AssertionError("No form with a token is on " + page);
        }
        return token.group(1);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path))
                .header("Accept", "text/html, */*");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
