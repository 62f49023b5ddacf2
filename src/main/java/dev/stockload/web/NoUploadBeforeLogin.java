package dev.stockload.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

import java.io.IOException;

/** Whoever has not logged in leaves no file on the disk while the form is looked at. */
final class NoUploadBeforeLogin extends OncePerRequestFilter {
    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain rest)
            throws ServletException, IOException {
        boolean upload = String.valueOf(request.getContentType()).startsWith("multipart/");
        if (upload && SecurityContextHolder.getContext().getAuthentication() == null) {
            response.sendRedirect("/login");
        } else {
            rest.doFilter(request, response);
        }
    }
}
