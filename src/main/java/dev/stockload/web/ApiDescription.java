package dev.stockload.web;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;

import org.springdoc.core.configuration.SpringDocConfiguration;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springdoc.core.properties.SpringDocConfigProperties;
import org.springdoc.webmvc.core.configuration.SpringDocWebMvcConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.multipart.MultipartFile;

import java.util.Arrays;

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

    /** What every operation may be answered with, and that events are text. */
    @Bean
    GlobalOperationCustomizer answers() {
        return (operation, method) -> {
            ApiResponses responses = operation.getResponses();
            responses.values().forEach(ApiDescription::describeEvents);
            responses.addApiResponse("401", refusal("The token is missing or wrong"));
            if (method.hasMethodAnnotation(PostMapping.class)) {
                responses.addApiResponse("403", refusal("The token may only read"));
                responses.addApiResponse("409", refusal("Not in the state it is in now"));
                responses.addApiResponse(
                        "422", refusal("The sheet, the job or the settings cannot be used"));
            }
            if (takesUpload(method)) {
                operation.setRequestBody(
                        new RequestBody().required(true).content(UploadSchema.content()));
                responses.addApiResponse(
                        "413",
                        refusal("The file is over %d MB".formatted(Uploads.LIMIT_MEGABYTES)));
            }
            if (isNamed(method)) {
                responses.addApiResponse("404", refusal("There is no such thing"));
            }
            return operation;
        };
    }

    private static boolean takesUpload(HandlerMethod method) {
        return Arrays.stream(method.getMethodParameters())
                .anyMatch(each -> each.getParameterType() == MultipartFile.class);
    }

    private static boolean isNamed(HandlerMethod method) {
        return Arrays.stream(method.getMethodParameters())
                .anyMatch(each -> each.hasParameterAnnotation(PathVariable.class));
    }

    private static void describeEvents(ApiResponse response) {
        Content content = response.getContent();
        if (content != null && content.containsKey(MediaType.TEXT_EVENT_STREAM_VALUE)) {
            content.get(MediaType.TEXT_EVENT_STREAM_VALUE).schema(new StringSchema());
        }
    }

    private static ApiResponse refusal(String why) {
        Schema<?> problem =
                new ObjectSchema()
                        .addProperty("status", new IntegerSchema())
                        .addProperty("detail", new StringSchema());
        return new ApiResponse()
                .description(why)
                .content(
                        new Content()
                                .addMediaType(
                                        MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                                        new io.swagger.v3.oas.models.media.MediaType()
                                                .schema(problem)));
    }
}
