package dev.stockload.web;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;

import org.springdoc.core.configuration.SpringDocConfiguration;
import org.springdoc.core.properties.SpringDocConfigProperties;
import org.springdoc.webmvc.core.configuration.SpringDocWebMvcConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The description of the HTTP interface, which other programs find at /api/openapi.json. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    SpringDocConfiguration.class,
    SpringDocConfigProperties.class,
    SpringDocWebMvcConfiguration.class
})
class ApiDescription {
    static final String PATH = "/api/openapi.json";
    private static final String TOKEN = "token";

    @Bean
    OpenAPI description() {
        return new OpenAPI()
                .info(
                        new Info()
                                .title("Stockload")
                                .version("1")
                                .description(
                                        "Start, follow and steer imports. A token comes from"
                                                + " `stockload tokens add NAME`."))
                .components(
                        new Components()
                                .addSecuritySchemes(
                                        TOKEN,
                                        new SecurityScheme()
                                                .type(SecurityScheme.Type.HTTP)
                                                .scheme("bearer")))
                .addSecurityItem(new SecurityRequirement().addList(TOKEN));
    }
}
