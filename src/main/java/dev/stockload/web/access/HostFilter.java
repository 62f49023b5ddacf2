package dev.stockload.web.access;

import dev.stockload.app.Settings;
import dev.stockload.stock.SafeText;
import dev.stockload.web.parts.ConsoleAddress;
import dev.stockload.web.parts.Uploads;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.filter.OncePerRequestFilter;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Refuses requests for another host name, from pages of another site, and that are too large,
 * before anything else reads them. Another site can point its own name to this machine (DNS
 * rebinding), and its pages could then use the console; an IP address cannot be pointed elsewhere.
 */
final class HostFilter extends OncePerRequestFilter {
    private static final int MISDIRECTED = 421;
    private static final Set<String> FOREIGN = Set.of("cross-site", "same-site");
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final int LONGEST_NAME = 100;
    private static final Pattern PORT = Pattern.compile(":\\d*$");

    private final Set<String> names;
    private final boolean isForOthers;

    HostFilter(ConsoleAddress address) {
        this.names = address.names();
        this.isForOthers = address.asksForPassword();
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain rest)
            throws ServletException, IOException {
        WebSecurity.HEADERS.forEach(response::setHeader);
        String name = requestedName(request);
        if (!isOurs(name)) {
            String shown = SafeText.cut(name, LONGEST_NAME);
            say(
                    request,
                    response,
                    MISDIRECTED,
                    "The console does not answer to the name '%1$s'. On its own machine it is at http://127.0.0.1:%2$d. To make it reachable as %1$s, start Stockload with %3$s=%1$s"
                            .formatted(shown, request.getLocalPort(), Settings.CONSOLE_HOSTS));
        } else if (isForeign(request)) {
            say(
                    request,
                    response,
                    HttpServletResponse.SC_FORBIDDEN,
                    "This came from a page of another site; the console only takes requests from"
                            + " its own pages.");
        } else if (request.getContentLengthLong() > Uploads.LIMIT_BYTES) {
            say(
                    request,
                    response,
                    HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                    Uploads.TOO_LARGE);
        } else {
            rest.doFilter(request, response);
        }
    }

    /**
     * The host name of the request. A forwarded name never replaces it, since a page of another
     * site can send such a header; behind a proxy both names must be ours.
     */
    private String requestedName(HttpServletRequest request) {
        String forwarded = String.valueOf(request.getServerName());
        String host = request.getHeader("Host");
        if (host == null) {
            return forwarded;
        }
        String name = PORT.matcher(host.strip()).replaceFirst("");
        return isOurs(name) ? forwarded : name;
    }

    private boolean isOurs(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        String host = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
        return names.contains(host) || isForOthers && ConsoleAddress.isIpAddress(host);
    }

    /** By the header in which browsers name the site of the page; a followed link is allowed. */
    private static boolean isForeign(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        return site != null
                && FOREIGN.contains(site)
                && !(READING.contains(request.getMethod())
                        && "navigate".equals(request.getHeader("Sec-Fetch-Mode")));
    }

    private static void say(
            HttpServletRequest request, HttpServletResponse response, int status, String sentence)
            throws IOException {
        if (request.getRequestURI().startsWith("/api")) {
            WebSecurity.problem(response, status, sentence);
            return;
        }
        response.setStatus(status);
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().println(sentence);
    }
}
