package dev.stockload.web;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import java.time.Duration;

/**
 * The web server and the HTTP interface, part by part: what else is on the class path has no say.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    ErrorMvcAutoConfiguration.class,
    HttpEncodingAutoConfiguration.class,
    MultipartAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    SecurityFilterAutoConfiguration.class
})
@Import({
    Monitoring.class,
    WebSecurity.class,
    ErrorPage.class,
    ErrorPage.BrokenUploads.class,
    Uploads.class,
    SheetTurn.class,
    IdempotencyKeys.class,
    EventStreams.class,
    ApiBodies.class,
    ApiErrors.class,
    ApiParameterInterceptor.class,
    ApiRuns.class,
    ApiJobs.class,
    ApiImports.class,
    ApiChanges.class,
    ApiDetails.class,
    ApiAccounts.class,
    ApiDescription.class
})
class WebConfiguration {
    /** How long the first part of a request's body may take. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> tomcat() {
        return server -> {
            // Behind the valve that finds out for whom a proxy asks.
            server.addEngineValves(new RequestBodyValve(PATIENCE));
            server.addContextCustomizers(
                    context ->
                            ((StandardHost) context.getParent())
                                    .setErrorReportValveClass(PlainErrorReport.class.getName()));
        };
    }
}
