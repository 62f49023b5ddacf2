package dev.stockload.web.access;

import dev.stockload.app.ApiTokens;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.authentication.AuthenticationFilter;

import java.io.IOException;
import java.util.List;

/** Lets programs into the HTTP interface by their tokens. */
final class TokenFilter {
    private static final String BEARER = "Bearer ";

    private TokenFilter() {}

    static AuthenticationFilter of(ApiTokens tokens) {
        AuthenticationManager asIs = program -> program;
        AuthenticationFilter filter =
                new AuthenticationFilter(asIs, request -> program(request, tokens));
        filter.setSuccessHandler((request, response, program) -> {});
        return filter;
    }

    /** A program by its token; null if it sends none, or one that is not known. */
    private static Authentication program(HttpServletRequest request, ApiTokens tokens) {
        String given = String.valueOf(request.getHeader(HttpHeaders.AUTHORIZATION));
        return given.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? tokens.find(given.substring(BEARER.length()).strip())
                        .map(TokenFilter::authenticated)
                        .orElse(null)
                : null;
    }

    private static Authentication authenticated(ApiTokens.Token token) {
        List<String> rights =
                token.readOnly()
                        ? List.of(ApiTokens.READ)
                        : List.of(ApiTokens.READ, ApiTokens.WRITE);
        return UsernamePasswordAuthenticationToken.authenticated(
                token.name(), null, AuthorityUtils.createAuthorityList(rights));
    }

    static void askForToken(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
            throws IOException {
        response.setHeader("WWW-Authenticate", "Bearer");
        WebSecurity.problem(
                response,
                HttpServletResponse.SC_UNAUTHORIZED,
                "A token is needed: stockload tokens add NAME makes one");
    }

    static void refuse(
            HttpServletRequest request, HttpServletResponse response, AccessDeniedException why)
            throws IOException {
        WebSecurity.problem(response, HttpServletResponse.SC_FORBIDDEN, "This token may only read");
    }
}
