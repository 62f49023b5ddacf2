package dev.stockload.web.access;

import dev.stockload.app.ApiTokens;
import dev.stockload.web.api.ApiDescription;
import dev.stockload.web.api.ApiImports;
import dev.stockload.web.parts.ConsoleOptions;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AuthenticationFilter;

import java.io.IOException;
import java.util.List;

/** What a program may ask for with its token: one that may only read changes nothing. */
@Configuration(proxyBeanMethods = false)
public class TokenRights {
    private static final String BEARER = "Bearer ";

    /** Programs use a token and no cookies, so no web page can act in their name. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SecurityFilterChain api(HttpSecurity http, ConsoleOptions options) throws Exception {
        return http.securityMatcher("/api/**")
                .csrf(csrf -> csrf.disable())
                .requestCache(cache -> cache.disable())
                .sessionManagement(
                        session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .addFilterBefore(
                        tokenFilter(new ApiTokens(options.ledger().database())),
                        AuthorizationFilter.class)
                .authorizeHttpRequests(
                        all ->
                                all.dispatcherTypeMatchers(
                                                DispatcherType.ASYNC, DispatcherType.ERROR)
                                        .permitAll()
                                        .requestMatchers(ApiDescription.PATH)
                                        .permitAll()
                                        .requestMatchers(HttpMethod.POST, ApiImports.ONLY_SHOWN)
                                        .hasAuthority(ApiTokens.READ)
                                        .requestMatchers(HttpMethod.GET)
                                        .hasAuthority(ApiTokens.READ)
                                        .requestMatchers(HttpMethod.HEAD)
                                        .hasAuthority(ApiTokens.READ)
                                        .anyRequest()
                                        .hasAuthority(ApiTokens.WRITE))
                .exceptionHandling(
                        asked ->
                                asked.authenticationEntryPoint(TokenRights::askForToken)
                                        .accessDeniedHandler(TokenRights::refuseToken))
                .build();
    }

    private static AuthenticationFilter tokenFilter(ApiTokens tokens) {
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
                        .map(TokenRights::authenticated)
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

    private static void askForToken(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
            throws IOException {
        response.setHeader("WWW-Authenticate", "Bearer");
        WebSecurity.problem(
                response,
                HttpServletResponse.SC_UNAUTHORIZED,
                "A token is needed: stockload tokens add NAME makes one");
    }

    private static void refuseToken(
            HttpServletRequest request, HttpServletResponse response, AccessDeniedException why)
            throws IOException {
        WebSecurity.problem(response, HttpServletResponse.SC_FORBIDDEN, "This token may only read");
    }
}
