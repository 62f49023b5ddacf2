package dev.stockload.web.api;

import dev.stockload.web.parts.SheetForm;
import dev.stockload.web.parts.Uploads;

import io.swagger.v3.core.jackson.ModelResolver;
import io.swagger.v3.core.jackson.TypeNameResolver;
import io.swagger.v3.oas.annotations.OpenAPIDefinition;
import io.swagger.v3.oas.annotations.enums.SecuritySchemeType;
import io.swagger.v3.oas.annotations.info.Info;
import io.swagger.v3.oas.annotations.security.SecurityRequirement;
import io.swagger.v3.oas.annotations.security.SecurityScheme;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;

import org.springdoc.core.configuration.SpringDocConfiguration;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springdoc.core.properties.SpringDocConfigProperties;
import org.springdoc.core.providers.ObjectMapperProvider;
import org.springdoc.core.utils.SpringDocUtils;
import org.springdoc.webmvc.core.configuration.SpringDocWebMvcConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The OpenAPI description of the HTTP interface, at /api/openapi.json. */
@OpenAPIDefinition(
        info =
                @Info(
                        title = "Stockload",
                        version = "1",
                        description =
                                "Start, follow, stop and resume imports. A token comes from"
                                        + " `stockload tokens add NAME`."),
        security = @SecurityRequirement(name = "token"))
@SecurityScheme(name = "token", type = SecuritySchemeType.HTTP, scheme = "bearer")
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    SpringDocConfiguration.class,
    SpringDocConfigProperties.class,
    SpringDocWebMvcConfiguration.class
})
public class ApiDescription {
    public static final String PATH = "/api/openapi.json";

    /** The statuses with which any request may be refused. */
    private static final List<Integer> OF_ALL = List.of(400, 401, 403, 405, 406, 421, 500);

    private static final Map<Integer, String> REFUSALS =
            Map.ofEntries(
                    Map.entry(400, "The request cannot be understood"),
                    Map.entry(401, "The token is missing or wrong"),
                    Map.entry(403, "The token may only read, or a page of another site asks"),
                    Map.entry(404, "There is no such resource"),
                    Map.entry(405, "The method is not supported here"),
                    Map.entry(406, "The answer has none of the accepted media types"),
                    Map.entry(409, "Not possible in its present state"),
                    Map.entry(413, "The file is over %d MB".formatted(Uploads.LIMIT_MEGABYTES)),
                    Map.entry(415, "The body has another media type than described"),
                    Map.entry(421, "The server does not answer to this host name"),
                    Map.entry(422, "The sheet, the job, the settings or the key cannot be used"),
                    Map.entry(429, "Too many requests at once; try again later"),
                    Map.entry(500, "A bug or a broken machine; the log file has the details"),
                    Map.entry(502, "The merchant service does not answer, or refuses our request"),
                    Map.entry(503, "Stockload is stopping; Retry-After says when to try again"));

    private static final Map<String, String> NULLABLE =
            Map.ofEntries(
                    Map.entry("StatusReport", "endedAt"),
                    Map.entry("ImportAnswer", "id run message"),
                    Map.entry("RunAnswer", "message"),
                    Map.entry("VerifyAnswer", "result"),
                    Map.entry("JobAnswer", "account from read schedule next last fault"),
                    Map.entry("Base", "at"),
                    Map.entry("Change", "item before after"),
                    Map.entry("DiffSummary", "warning objection alreadyImported"),
                    Map.entry("QuotaReportStore", "nextFree"),
                    Map.entry("FetchedProduct", "store"),
                    Map.entry("SizeDifference", "sentStock sentBarcode foundStock foundBarcode"),
                    Map.entry("Answer", "item unread"),
                    Map.entry("MorningJobNight", "run sheet cameAt comparison"),
                    Map.entry("MorningHeld", "problem"),
                    Map.entry("MorningNight", "pieces atZero toCorrect"),
                    Map.entry("SizeHistory", "wanted known shown"),
                    Map.entry(
                            "SizeHistoryStep",
                            "run job by before after file sheet row column request message"),
                    Map.entry("DetailRun", "out endedAt resumeAt message"));

    static {
        SpringDocUtils.getConfig()
                .replaceWithClass(Path.class, String.class)
                .replaceWithClass(SseEmitter.class, String.class);
    }

    @Bean
    GlobalOperationCustomizer answers() {
        return (operation, method) -> {
            ApiResponses responses = operation.getResponses();
            OF_ALL.forEach(status -> responses.addApiResponse("" + status, refusal(status)));
            Refuses own = method.getMethodAnnotation(Refuses.class);
            if (own != null) {
                for (int status : own.value()) {
                    responses.addApiResponse("" + status, refusal(status));
                }
            }
            if (takesUpload(method)) {
                Content form = content(MediaType.MULTIPART_FORM_DATA_VALUE, SheetForm.schema());
                operation.setRequestBody(new RequestBody().required(true).content(form));
            }
            return operation;
        };
    }

    private static boolean takesUpload(HandlerMethod method) {
        return Arrays.stream(method.getMethodParameters())
                .anyMatch(each -> each.getParameterType() == MultipartFile.class);
    }

    private static ApiResponse refusal(int status) {
        Schema<?> problem =
                new ObjectSchema()
                        .addProperty("status", new IntegerSchema())
                        .addProperty("title", new StringSchema())
                        .addProperty("detail", new StringSchema())
                        .addProperty("instance", new StringSchema())
                        .addProperty("kind", new StringSchema());
        return new ApiResponse()
                .description(REFUSALS.get(status))
                .content(content(MediaType.APPLICATION_PROBLEM_JSON_VALUE, problem));
    }

    private static Content content(String type, Schema<?> schema) {
        return new Content()
                .addMediaType(type, new io.swagger.v3.oas.models.media.MediaType().schema(schema));
    }

    /** The statuses with which an operation may be refused, besides those of every operation. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Refuses {
        int[] value();
    }

    /**
     * Names a nested record after both records, since several have one called {@code Row}; an
     * answer of a controller has its own name alone.
     */
    private static final class NestedNames extends TypeNameResolver {
        @Override
        protected String getNameOfClass(Class<?> type) {
            Class<?> outer = type.getEnclosingClass();
            boolean ofRecord =
                    outer != null
                            && outer.isRecord()
                            && !outer.isAnnotationPresent(RestController.class);
            return ofRecord ? outer.getSimpleName() + type.getSimpleName() : type.getSimpleName();
        }
    }

    @Bean
    ModelResolver names(ObjectMapperProvider mappers) {
        return new ModelResolver(mappers.jsonMapper(), new NestedNames()).openapi31(true);
    }

    @Bean
    @SuppressWarnings({"rawtypes", "unchecked"}) // the library's own types are raw
    GlobalOpenApiCustomizer nullableParts() {
        return description ->
                NULLABLE.forEach(
                        (name, parts) -> {
                            Map<String, Schema> schemas = description.getComponents().getSchemas();
                            Map<String, Schema> all = schemas.get(name).getProperties();
                            for (String part : parts.split(" ")) {
                                all.put(part, orNull(all.get(part)));
                            }
                        });
    }

    private static Schema<?> orNull(Schema<?> schema) {
        if (schema.get$ref() != null) {
            return new Schema<>().anyOf(List.of(schema, new Schema<>().types(Set.of("null"))));
        }
        schema.addType("null");
        return schema;
    }
}
