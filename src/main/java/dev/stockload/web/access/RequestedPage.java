package dev.stockload.web.access;

import dev.stockload.web.console.PageModel;
import dev.stockload.web.console.RunPages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.security.web.savedrequest.CookieRequestCache;

import java.net.URI;
import java.util.Objects;

/**
 * The page that opens after the login: the one that was asked for, or the one whose form was sent
 * too late, never a part of a page. It is in a cookie, so that strangers take no memory.
 */
final class RequestedPage extends CookieRequestCache {
    /** Browsers refuse larger cookies, and the server larger headers. */
    private static final int LONGEST = 2_000;

    RequestedPage() {
        setRequestMatcher(RequestedPage::isPage);
        setCookieCustomizer(cookie -> cookie.setAttribute("SameSite", "Strict"));
    }

    private static boolean isPage(HttpServletRequest request) {
        String query = String.valueOf(request.getQueryString());
        return request.getMethod().equals("GET")
                && request.getRequestURI().length() + query.length() <= LONGEST
                && !request.getServletPath().equals(RunPages.EVENTS)
                && request.getHeader(PageModel.PART) == null
                && String.valueOf(request.getHeader(HttpHeaders.ACCEPT)).contains("text/html");
    }

    @Override
    public void saveRequest(HttpServletRequest request, HttpServletResponse response) {
        super.saveRequest(
                request.getMethod().equals("POST") ? new PageOfForm(request) : request, response);
    }

    /** The page that a form was on, which other sites cannot choose: only its path counts. */
    private static final class PageOfForm extends HttpServletRequestWrapper {
        private URI page = URI.create("/");

        private PageOfForm(HttpServletRequest form) {
            super(form);
            try {
                page = URI.create(String.valueOf(form.getHeader(HttpHeaders.REFERER)));
            } catch (IllegalArgumentException e) {
                // Not an address: the login leads to the first page.
            }
        }

        @Override
        public String getMethod() {
            return "GET";
        }

        @Override
        public String getRequestURI() {
            return Objects.toString(page.getRawPath(), "");
        }

        @Override
        public String getQueryString() {
            return page.getRawQuery();
        }
    }
}
