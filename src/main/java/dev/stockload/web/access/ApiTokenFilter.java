package dev.stockload.web.access;

import dev.stockload.app.ApiTokens;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

import java.io.IOException;
import java.util.List;

/** Authenticates a program by its token. */
final class ApiTokenFilter extends OncePerRequestFilter {
    private static final String BEARER = "Bearer ";

    private final ApiTokens tokens;

    ApiTokenFilter(ApiTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain rest)
            throws ServletException, IOException {
        String given = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (given != null && given.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            String token = given.substring(BEARER.length()).strip();
            tokens.find(token).ifPresent(ApiTokenFilter::authenticate);
        }
        rest.doFilter(request, response);
    }

    private static void authenticate(ApiTokens.Token token) {
        List<String> rights =
                token.readOnly()
                        ? List.of(ApiTokens.READ)
                        : List.of(ApiTokens.READ, ApiTokens.WRITE);
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(
                UsernamePasswordAuthenticationToken.authenticated(
                        token.name(), null, AuthorityUtils.createAuthorityList(rights)));
        SecurityContextHolder.setContext(context);
    }
}
