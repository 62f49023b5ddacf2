package dev.stockload.web;

import dev.stockload.process.TimeWords;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;
import dev.stockload.web.access.LoginPage;
import dev.stockload.web.access.PlainErrorReport;
import dev.stockload.web.access.RequestBodyValve;
import dev.stockload.web.access.SlowClientProtocol;
import dev.stockload.web.access.WebSecurity;
import dev.stockload.web.api.ApiRuns;
import dev.stockload.web.console.RunPages;
import dev.stockload.web.parts.Uploads;
import dev.stockload.web.parts.WebContext;

import org.apache.catalina.core.StandardHost;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.thymeleaf.autoconfigure.ThymeleafAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.AbstractEnvironment;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.thymeleaf.spring6.view.ThymeleafViewResolver;

import java.io.Closeable;
import java.net.SocketException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** The web server of {@code serve}, with the console and the HTTP interface. */
public record Console(AnnotationConfigServletWebServerApplicationContext server, WebContext context)
        implements Closeable {
    private static final String HOME = "classpath:/dev/stockload/web/";

    private static final String LOOPBACK =
            "127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|0:0:0:0:0:0:0:1|::1";

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(ThymeleafAutoConfiguration.class)
    @ComponentScan(basePackageClasses = RunPages.class)
    static class Pages {
        /** What the templates of all pages use. */
        Pages(ThymeleafViewResolver views, WebContext context) {
            views.addStaticVariable("sandbox", context.workspace().isSandbox());
            views.addStaticVariable("hasPassword", context.address().asksForPassword());
            views.addStaticVariable("number", (LongFunction<String>) Count::of);
            views.addStaticVariable("readersZone", (Supplier<String>) Pages::zone);
            views.addStaticVariable("minutes", (Function<Instant, String>) TimeWords::minute);
            views.addStaticVariable("seconds", (Function<Instant, String>) TimeWords::second);
        }

        /** As browsers name it. */
        private static String zone() {
            ZoneId zone = TimeWords.zone();
            return zone.normalized().equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
        }
    }

    /**
     * The web server and the HTTP interface. Lists what it takes of Spring Boot, so that nothing
     * else on the class path configures itself.
     */
    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
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
    @ComponentScan(basePackageClasses = {ApiRuns.class, Uploads.class})
    @Import({Monitoring.class, WebSecurity.class, LoginPage.class})
    static class WebConfiguration {
        /** How long the first part of a request's body may take. */
        private static final Duration FIRST_WAIT = Duration.ofSeconds(10);

        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> tomcat() {
            return server -> {
                server.setProtocol(SlowClientProtocol.class.getName());
                // After the valve that finds out the client behind a proxy.
                server.addEngineValves(new RequestBodyValve(FIRST_WAIT));
                server.addContextCustomizers(
                        context ->
                                ((StandardHost) context.getParent())
                                        .setErrorReportValveClass(
                                                PlainErrorReport.class.getName()));
            };
        }
    }

    public static Console start(WebContext context) {
        // Tomcat uses the JDK's logging, which would print to the terminal.
        if (!SLF4JBridgeHandler.isInstalled()) {
            SLF4JBridgeHandler.removeHandlersForRootLogger();
            SLF4JBridgeHandler.install();
        }
        AnnotationConfigServletWebServerApplicationContext server =
                new AnnotationConfigServletWebServerApplicationContext();
        server.setEnvironment(environment(context));
        server.registerBean(WebContext.class, () -> context);
        server.register(WebConfiguration.class);
        if (context.address().pages()) {
            server.register(Pages.class);
        }
        try {
            server.refresh();
        } catch (RuntimeException e) {
            server.close();
            throw taken(e, context.address().port());
        }
        return new Console(server, context);
    }

    private static RuntimeException taken(RuntimeException fault, int port) {
        if (!(ExceptionUtils.getRootCause(fault) instanceof SocketException why)) {
            return fault;
        }
        boolean inUse = String.valueOf(why.getMessage()).contains("in use");
        return Refusal.settings(
                "Port %d %s: name another with --port"
                        .formatted(
                                port,
                                inUse
                                        ? "is in use by another program"
                                        : "cannot be used (" + why.getMessage() + ")"),
                fault);
    }

    public int port() {
        return server.getWebServer().getPort();
    }

    public String url() {
        return context.address().url(port());
    }

    @Override
    public void close() {
        server.close();
    }

    /** Only our own settings: those of users are not meant for the web server. */
    private static ConfigurableEnvironment environment(WebContext context) {
        ConfigurableEnvironment environment = new AbstractEnvironment() {};
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("console", settings(context)));
        return environment;
    }

    private static Map<String, Object> settings(WebContext context) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("server.address", context.address().address().getHostAddress());
        settings.put("server.port", context.address().port());
        // A client that follows a run gets its end before the connection is closed.
        settings.put("server.shutdown", "graceful");
        settings.put("server.server-header", "");
        settings.put("server.tomcat.max-swallow-size", RequestBodyValve.SWALLOWED + "B");
        settings.put("server.tomcat.connection-timeout", "10s");
        settings.put("server.tomcat.accept-count", SlowClientProtocol.MOST_OPEN);
        // A connection brings one request: who sends many waits for each like everybody else.
        settings.put("server.tomcat.max-keep-alive-requests", 1);
        settings.put("server.tomcat.use-relative-redirects", "true");
        // A file name may be long: only its end is kept.
        settings.put("server.tomcat.max-part-header-size", Uploads.LIMIT_PART_HEADER + "B");
        // Forwarded headers are trusted only if host names are set, and only from a local proxy.
        if (context.address().hosts().isEmpty()) {
            settings.put("server.forward-headers-strategy", "none");
        } else {
            settings.put("server.forward-headers-strategy", "native");
            settings.put("server.tomcat.remoteip.internal-proxies", LOOPBACK);
        }
        settings.put("server.servlet.session.timeout", WebSecurity.SESSION_TIMEOUT);
        settings.put("server.servlet.session.cookie.name", "stockload");
        settings.put("server.servlet.session.cookie.http-only", "true");
        settings.put("server.servlet.session.cookie.same-site", "strict");
        settings.put("server.servlet.session.tracking-modes", "cookie");
        settings.put("server.compression.enabled", "true");
        settings.put(
                "spring.servlet.multipart.location",
                Uploads.folder(context).toAbsolutePath().toString());
        settings.put("spring.servlet.multipart.max-file-size", Uploads.LIMIT_MEGABYTES + "MB");
        settings.put(
                "spring.servlet.multipart.max-request-size", Uploads.LIMIT_MEGABYTES + 1 + "MB");
        settings.put("spring.thymeleaf.prefix", HOME + "templates/");
        // The pages and their numbers are English, whatever the browser's language.
        settings.put("spring.web.locale", "en");
        settings.put("spring.web.locale-resolver", "fixed");
        settings.put("spring.web.resources.static-locations", HOME + "static/");
        // Under a path of their own: each link of a page would be looked for in all jars.
        settings.put("spring.mvc.static-path-pattern", "/static/**");
        settings.put("spring.web.resources.chain.strategy.content.enabled", "true");
        settings.put("spring.web.resources.cache.cachecontrol.max-age", "30d");
        settings.put("spring.mvc.async.request-timeout", "-1");
        settings.put("management.endpoints.web.exposure.include", "health,prometheus");
        settings.put("management.endpoint.health.show-details", "never");
        return settings;
    }
}
