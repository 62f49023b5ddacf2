package dev.stockload.web;

import dev.stockload.stock.Refusal;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.filter.OncePerRequestFilter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Turns away what is not meant for us before anything else looks at it: what asks for another host,
 * what a page of another site sends, and what is too large.
 */
final class HostFilter extends OncePerRequestFilter {
    private static final int MISDIRECTED = 421;
    private static final Set<String> FOREIGN = Set.of("cross-site", "same-site");
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final int LONGEST_NAME = 100;
    private static final Pattern PORT = Pattern.compile(":\\d*$");

    private final HostNames names;

    HostFilter(HostNames names) {
        this.names = names;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain rest)
            throws ServletException, IOException {
        String name = nameAskedFor(request);
        if (!names.isOurs(name)) {
            String shown = name.substring(0, Math.min(LONGEST_NAME, name.length()));
            say(
                    request,
                    response,
                    MISDIRECTED,
                    "The console does not answer to the name '%1$s'. On its own machine it is at http://127.0.0.1:%2$d. To make it reachable as %1$s, start Stockload with %3$s=%1$s"
                            .formatted(shown, request.getLocalPort(), HostNames.SETTING));
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
     * The name in the request itself, never one that a header puts in its place: a page of another
     * site can write such a header. Behind a proxy the name that it tells must be ours as well.
     */
    private String nameAskedFor(HttpServletRequest request) {
        String told = String.valueOf(request.getServerName());
        String host = request.getHeader("Host");
        if (host == null) {
            return told;
        }
        String name = PORT.matcher(host.strip()).replaceFirst("");
        return names.isOurs(name) ? told : name;
    }

    /** Browsers tell whose page a request comes from; a link that somebody follows is welcome. */
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

    /**
     * The names under which the console may be asked for. A page of another site can make its own
     * name lead to this machine, and then speak with us as if we were that site: so a name that we
     * do not know is not answered. An address is nobody's name.
     */
    static final class HostNames {
        static final String SETTING = "STOCKLOAD_CONSOLE_HOSTS";

        private static final List<String> THIS_MACHINE =
                List.of("localhost", "127.0.0.1", "[::1]", "::1");
        private static final Pattern NAME =
                Pattern.compile(
                        "[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*");
        private static final Pattern ADDRESS =
                Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[?[0-9a-f:.]*:[0-9a-f:.]*(%\\w+)?]?");

        private final Set<String> names;
        private final boolean addresses;

        /**
         * @param others whether other machines are answered, by the addresses and names of this one
         */
        HostNames(Collection<String> set, boolean others) {
            this.names = new HashSet<>(THIS_MACHINE);
            this.addresses = others;
            names.addAll(set);
            if (others) {
                names.addAll(own());
            }
        }

        /** Reads the setting: names with commas or spaces between them. */
        static Set<String> parse(String setting) {
            return setting == null
                    ? Set.of()
                    : Pattern.compile("[,\\s]+")
                            .splitAsStream(setting.strip())
                            .filter(name -> !name.isEmpty())
                            .map(HostNames::checked)
                            .collect(Collectors.toUnmodifiableSet());
        }

        boolean isOurs(String name) {
            String lower = name.toLowerCase(Locale.ROOT);
            String plain = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
            return names.contains(plain) || addresses && ADDRESS.matcher(plain).matches();
        }

        private static String checked(String given) {
            String name = given.toLowerCase(Locale.ROOT);
            if (!NAME.matcher(name).matches() && !ADDRESS.matcher(name).matches()) {
                throw Refusal.settings(
                        "%s has '%s', which is not a host name: it looks like stock.shop.example, without https:// and without a port"
                                .formatted(SETTING, given));
            }
            return name;
        }

        /** What this machine is called, as its neighbours may call it. */
        private static List<String> own() {
            try {
                String name = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
                String first = name.replaceAll("\\..*", "");
                return List.of(name, first, first + ".local");
            } catch (UnknownHostException e) {
                return List.of();
            }
        }
    }
}
