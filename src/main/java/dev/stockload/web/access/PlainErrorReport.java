package dev.stockload.web.access;

import dev.stockload.web.api.ApiDescription;

import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;

import java.io.IOException;
import java.io.Writer;

/**
 * Answers requests that are too broken to reach a controller: with problem JSON like the HTTP
 * interface, without details of Tomcat.
 */
public final class PlainErrorReport extends ErrorReportValve {
    private static final int FIRST_ERROR = 400;

    @Override
    protected void report(Request request, Response response, Throwable fault) {
        if (response.getStatus() < FIRST_ERROR
                || response.getContentWritten() > 0
                || !response.setErrorReported()) {
            return;
        }
        WebSecurity.HEADERS.forEach(response::setHeader);
        response.setContentType("application/problem+json");
        response.setCharacterEncoding("utf-8");
        try (Writer out = response.getReporter()) {
            if (out != null) {
                out.write(
                        "{\"status\":%d,\"detail\":\"This request cannot be understood; %s describes what can be asked\"}"
                                .formatted(response.getStatus(), ApiDescription.PATH));
            }
        } catch (IOException | IllegalStateException e) {
            // The client has gone.
        }
    }
}
