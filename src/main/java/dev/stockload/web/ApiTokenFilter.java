package dev.stockload.web;

import dev.stockload.ledger.ApiTokens;

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

/** Knows a program by the token it comes with. */
final class ApiTokenFilter extends OncePerRequestFilter {
    static final String READ = "read";
    static final String WRITE = "write";
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
        if (given != null && given.startsWith(BEARER)) {
            tokens.find(given.substring(BEARER.length()).strip()).ifPresent(ApiTokenFilter::letIn);
        }
        rest.doFilter(request, response);
    }

    private static void letIn(ApiTokens.Token token) {
        String[] rights = token.readOnly() ? new String[] {READ} : new String[] {READ, WRITE};
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(
                UsernamePasswordAuthenticationToken.authenticated(
                        token.name(), null, AuthorityUtils.createAuthorityList(rights)));
        SecurityContextHolder.setContext(context);
    }
}
