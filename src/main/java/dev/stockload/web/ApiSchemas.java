package dev.stockload.web;

import io.swagger.v3.core.jackson.ModelResolver;
import io.swagger.v3.core.jackson.TypeNameResolver;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;

import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.providers.ObjectMapperProvider;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What Java's types do not tell of the answers: their names, and which parts may be null. */
@Configuration(proxyBeanMethods = false)
class ApiSchemas {
    /** The parts of each answer that may be null. */
    private static final Map<String, String> NULLABLE =
            Map.ofEntries(
                    Map.entry("StatusReport", "endedAt"),
                    Map.entry("ImportAnswer", "id run message"),
                    Map.entry("RunAnswer", "message"),
                    Map.entry("JobAnswer", "account from read schedule next last fault"),
                    Map.entry("Base", "at"),
                    Map.entry("Change", "item before"),
                    Map.entry("DiffSummary", "warning objection alreadyImported"),
                    Map.entry("QuotaReportStore", "nextFree"),
                    Map.entry("FetchedProduct", "store"),
                    Map.entry("SizeDifference", "sentStock sentBarcode foundStock foundBarcode"),
                    Map.entry("DetailRun", "out endedAt resumeAt message"));

    /** The description's schema that nothing fits. */
    private static final Schema<?> NONE = new Schema<>().booleanSchemaValue(false);

    static {
        SpringDocUtils.getConfig().replaceWithClass(Path.class, String.class);
    }

    /** A record inside another is named after both: several have rows, each their own. */
    private static final class NestedNames extends TypeNameResolver {
        @Override
        protected String getNameOfClass(Class<?> type) {
            Class<?> outer = type.getEnclosingClass();
            return outer != null && outer.isRecord()
                    ? outer.getSimpleName() + type.getSimpleName()
                    : type.getSimpleName();
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

    /** A body with another key is refused. */
    @Bean
    GlobalOpenApiCustomizer noOtherKeys() {
        return description ->
                description.getPaths().values().stream()
                        .flatMap(path -> path.readOperations().stream())
                        .map(Operation::getRequestBody)
                        .filter(Objects::nonNull)
                        .flatMap(body -> body.getContent().values().stream())
                        .map(MediaType::getSchema)
                        .map(schema -> whole(description, schema))
                        .forEach(schema -> schema.setAdditionalProperties(NONE));
    }

    private static Schema<?> whole(OpenAPI description, Schema<?> schema) {
        String named = schema.get$ref();
        return named == null
                ? schema
                : description
                        .getComponents()
                        .getSchemas()
                        .get(named.substring(named.lastIndexOf('/') + 1));
    }

    private static Schema<?> orNull(Schema<?> schema) {
        if (schema.get$ref() != null) {
            return new Schema<>().anyOf(List.of(schema, new Schema<>().types(Set.of("null"))));
        }
        schema.addType("null");
        return schema;
    }
}
