package dev.stockload.web.access;

import dev.stockload.app.ApiTokens;
import dev.stockload.web.api.ApiDescription;
import dev.stockload.web.api.ApiImports;
import dev.stockload.web.console.PageModel;
import dev.stockload.web.parts.WebContext;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.savedrequest.RequestCache;
import org.springframework.web.filter.OncePerRequestFilter;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.util.Map;

/** Access rules for the console and the HTTP interface, and the security headers of pages. */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
public class WebSecurity {
    /** How long people stay logged in without a click. */
    public static final String SESSION_TIMEOUT = "12h";

    private static final int SCRAPES = Ordered.HIGHEST_PRECEDENCE + 1;

    /** On every answer, also on those that no page and no filter gives. */
    static final Map<String, String> HEADERS =
            Map.of(
                    "X-Content-Type-Options",
                    "nosniff",
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                            + " connect-src 'self'; form-action 'self'; base-uri 'none';"
                            + " frame-ancestors 'none'",
                    "Referrer-Policy",
                    "same-origin",
                    "Cross-Origin-Opener-Policy",
                    "same-origin",
                    "Cross-Origin-Resource-Policy",
                    "same-origin");

    @Bean
    FilterRegistrationBean<HostFilter> frontDoor(WebContext context) {
        FilterRegistrationBean<HostFilter> first =
                new FilterRegistrationBean<>(new HostFilter(context.address()));
        first.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return first;
    }

    /** Each instance counts wrong passwords separately. */
    @Bean
    AuthenticationManager people(WebContext context) {
        return new LoginAttempts(context.address().password(), context.clock());
    }

    @Bean
    SecurityFilterChain rules(HttpSecurity http, WebContext context) throws Exception {
        http.csrf(csrf -> csrf.csrfTokenRepository(tokens()));
        return (context.address().asksForPassword() ? withLogin(http) : open(http)).build();
    }

    /** Programs use a token and no cookies, so no web page can act in their name. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    SecurityFilterChain api(HttpSecurity http, WebContext context) throws Exception {
        return http.securityMatcher("/api/**")
                .csrf(csrf -> csrf.disable())
                .requestCache(cache -> cache.disable())
                .sessionManagement(
                        session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .addFilterBefore(
                        TokenFilter.of(new ApiTokens(context.ledger().database())),
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
                                asked.authenticationEntryPoint(TokenFilter::askForToken)
                                        .accessDeniedHandler(TokenFilter::refuse))
                .build();
    }

    /** Guesses at the login do not lock out a metrics scrape from the same address. */
    @Bean
    @Order(SCRAPES)
    SecurityFilterChain scrapes(HttpSecurity http, WebContext context) throws Exception {
        http.securityMatcher("/actuator/**");
        if (!context.address().asksForPassword()) {
            return open(http).build();
        }
        return http.authenticationManager(people(context))
                .authorizeHttpRequests(
                        all ->
                                all.dispatcherTypeMatchers(DispatcherType.ERROR)
                                        .permitAll()
                                        .requestMatchers("/actuator/health")
                                        .permitAll()
                                        .anyRequest()
                                        .authenticated())
                // It knows a login, and makes no session of its own; all that is there only reads.
                .sessionManagement(
                        session -> session.sessionCreationPolicy(SessionCreationPolicy.NEVER))
                .csrf(csrf -> csrf.disable())
                .requestCache(cache -> cache.disable())
                .httpBasic(basic -> basic.authenticationEntryPoint(WebSecurity::askForBasic))
                .build();
    }

    private static void askForBasic(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
            throws IOException {
        if (why instanceof LoginAttempts.TooManyTries tooMany) {
            tooMany(response, tooMany);
        } else {
            response.setHeader("WWW-Authenticate", "Basic realm=\"Stockload\"");
            response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        }
    }

    private static void tooMany(HttpServletResponse response, LoginAttempts.TooManyTries tooMany)
            throws IOException {
        response.setHeader("Retry-After", String.valueOf(tooMany.seconds()));
        problem(
                response,
                HttpStatus.TOO_MANY_REQUESTS.value(),
                "Too many attempts. Try again in %d s".formatted(tooMany.seconds()));
    }

    /** Writes a refusal as problem JSON; for code that runs before the controllers. */
    static void problem(HttpServletResponse response, int status, String sentence)
            throws IOException {
        response.setStatus(status);
        response.setContentType("application/problem+json;charset=UTF-8");
        response.getWriter()
                .print(
                        JsonMapper.shared()
                                .createObjectNode()
                                .put("status", status)
                                .put("detail", sentence));
    }

    /** The CSRF token is in a cookie, so that an open page still works after a restart. */
    private static CookieCsrfTokenRepository tokens() {
        CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
        tokens.setCookieName("stockload-form");
        tokens.setCookieCustomizer(cookie -> cookie.httpOnly(true).sameSite("Strict"));
        return tokens;
    }

    private static HttpSecurity open(HttpSecurity http) {
        return http.authorizeHttpRequests(all -> all.anyRequest().permitAll())
                .sessionManagement(
                        session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS));
    }

    private static HttpSecurity withLogin(HttpSecurity http) {
        RequestedPage page = new RequestedPage();
        return http.authorizeHttpRequests(
                        all ->
                                // The end of a stream or an error page follows an allowed request.
                                all.dispatcherTypeMatchers(
                                                DispatcherType.ASYNC, DispatcherType.ERROR)
                                        .permitAll()
                                        .requestMatchers("/login", "/static/**", "/webjars/**")
                                        .permitAll()
                                        .anyRequest()
                                        .authenticated())
                .formLogin(
                        form ->
                                form.loginPage("/login")
                                        .defaultSuccessUrl("/runs")
                                        .failureHandler(WebSecurity::refused))
                .httpBasic(Customizer.withDefaults())
                .requestCache(cache -> cache.requestCache(page))
                .addFilterBefore(new NoUploadBeforeLogin(page), CsrfFilter.class)
                .logout(logout -> logout.logoutSuccessUrl("/login"))
                .exceptionHandling(
                        asked -> asked.authenticationEntryPoint(WebSecurity::askForPassword));
    }

    private static void refused(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
            throws IOException {
        if (why instanceof LoginAttempts.TooManyTries tooMany) {
            response.sendRedirect("/login?wait=" + tooMany.seconds());
        } else {
            response.sendRedirect("/login?wrong");
        }
    }

    /** Redirects a page to the login, and a part of a page by a header. */
    private static void askForPassword(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
            throws IOException {
        if (request.getHeader(PageModel.PART) != null) {
            response.setHeader("HX-Redirect", "/login");
            response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        } else if (why instanceof LoginAttempts.TooManyTries tooMany) {
            tooMany(response, tooMany);
        } else {
            response.sendRedirect("/login");
        }
    }

    /** Refuses uploads before the login, since parsing the form would write a file. */
    private static final class NoUploadBeforeLogin extends OncePerRequestFilter {
        private final RequestCache asked;

        private NoUploadBeforeLogin(RequestCache asked) {
            this.asked = asked;
        }

        @Override
        protected void doFilterInternal(
                HttpServletRequest request, HttpServletResponse response, FilterChain rest)
                throws ServletException, IOException {
            boolean upload = String.valueOf(request.getContentType()).startsWith("multipart/");
            if (upload && SecurityContextHolder.getContext().getAuthentication() == null) {
                asked.saveRequest(request, response);
                response.sendRedirect("/login");
            } else {
                rest.doFilter(request, response);
            }
        }
    }
}
