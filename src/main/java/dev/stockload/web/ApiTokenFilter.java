package dev.stockload.web;

import dev.stockload.ledger.ApiTokens;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
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

    /** Whether somebody came with a token, and not with a browser. */
    static boolean isProgram(Authentication who) {
        return who.getAuthorities().stream().anyMatch(may -> READ.equals(may.getAuthority()));
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain rest)
            throws ServletException, IOException {
        String given = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (given != null && given.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            String token = given.substring(BEARER.length()).strip();
            tokens.find(token).ifPresent(ApiTokenFilter::letIn);
        }
        rest.doFilter(request, response);
    }

    private static void letIn(ApiTokens.Token token) {
        if (token.readOnly()) {
            letIn(token.name(), READ);
        } else {
            letIn(token.name(), READ, WRITE);
        }
    }

    private static void letIn(String name, String... rights) {
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(
                UsernamePasswordAuthenticationToken.authenticated(
                        name, null, AuthorityUtils.createAuthorityList(rights)));
        SecurityContextHolder.setContext(context);
    }
}
