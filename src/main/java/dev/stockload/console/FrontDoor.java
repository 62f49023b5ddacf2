package dev.stockload.console;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.filter.OncePerRequestFilter;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;

/**
 * Turns away what is not meant for us before anything else looks at it. Where no password is asked
 * for, a page of another site could reach us under a name of its own that leads to this machine.
 */
final class FrontDoor extends OncePerRequestFilter {
    private static final Set<String> OURS = Set.of("localhost", "127.0.0.1", "[::1]", "::1");
    private static final int MISDIRECTED = 421;

    private final boolean anyName;

    FrontDoor(boolean anyName) {
        this.anyName = anyName;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain rest)
            throws ServletException, IOException {
        String name = String.valueOf(request.getServerName()).toLowerCase(Locale.ROOT);
        if (!anyName && !OURS.contains(name)) {
            say(
                    response,
                    MISDIRECTED,
                    "The console is at http://127.0.0.1:%d and not under another name."
                            .formatted(request.getLocalPort()));
        } else if (request.getContentLengthLong() > Uploads.LIMIT_BYTES) {
            say(
                    response,
                    HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                    "The file is larger than %d MB, the most that can be uploaded here. Import it with: stockload import FILE"
                            .formatted(Uploads.LIMIT_MEGABYTES));
        } else {
            rest.doFilter(request, response);
        }
    }

    private static void say(HttpServletResponse response, int status, String sentence)
            throws IOException {
        response.setStatus(status);
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().println(sentence);
    }
}
