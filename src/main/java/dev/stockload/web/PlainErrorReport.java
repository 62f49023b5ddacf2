package dev.stockload.web;

import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;

import java.io.IOException;
import java.io.Writer;

/**
 * What the web server itself says of requests that are too broken to reach the pages or the HTTP
 * interface: the same JSON as that of the interface, and no word of a bug.
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
        response.setContentType("application/problem+json");
        response.setCharacterEncoding("utf-8");
        try (Writer out = response.getReporter()) {
            if (out != null) {
                out.write(
                        "{\"status\":%d,\"detail\":\"This request cannot be understood; %s describes what can be asked\"}"
                                .formatted(response.getStatus(), ApiDescription.PATH));
            }
        } catch (IOException | IllegalStateException e) {
            // Whoever asked has gone.
        }
    }
}
