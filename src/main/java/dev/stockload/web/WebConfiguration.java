package dev.stockload.web;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

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
    WebSecurity.class,
    ErrorPage.class,
    Uploads.class,
    UploadTidy.class,
    RunReports.class,
    EventStreams.class,
    FollowedWork.class,
    ApiEvents.class,
    ApiErrors.class,
    ApiRuns.class,
    ApiImports.class,
    ApiChanges.class,
    ApiDetails.class,
    ApiQuotas.class,
    ApiAccounts.class,
    ApiWork.class,
    ApiLocal.class,
    ApiDescription.class
})
class WebConfiguration {}
