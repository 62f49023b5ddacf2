package dev.stockload.web;

import dev.stockload.imports.MissingMode;
import dev.stockload.imports.SendMode;
import dev.stockload.sheet.HeaderField;

import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.BooleanSchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.FileSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The parts of the form with which a sheet is uploaded, as the description has them. */
final class UploadSchema {
    private UploadSchema() {}

    static Content content() {
        return new Content()
                .addMediaType(
                        org.springframework.http.MediaType.MULTIPART_FORM_DATA_VALUE,
                        new MediaType().schema(form()));
    }

    /** The names of the parts. */
    static Set<String> parts() {
        return form().getProperties().keySet();
    }

    private static Schema<?> form() {
        Schema<?> form =
                new ObjectSchema()
                        .addProperty("file", new FileSchema().description("the sheet, one file"))
                        .addProperty(
                                "account", text("the account; the usual one if it is not given"))
                        .addProperty(
                                "send",
                                choice(Arrays.stream(SendMode.values()).map(SendMode::key).toList())
                                        .description("which colours are sent"))
                        .addProperty(
                                "missing",
                                choice(
                                                Arrays.stream(MissingMode.values())
                                                        .map(MissingMode::key)
                                                        .toList())
                                        .description(
                                                "what earlier imports sent and this sheet does not"
                                                        + " name; keep if it is not given"))
                        .addProperty(
                                "again",
                                new BooleanSchema()
                                        .description("send it anew if it was imported before"))
                        .addProperty("sheet", text("the name of a sheet of the workbook"))
                        .addProperty(
                                "all-sheets",
                                new BooleanSchema()
                                        .description("all sheets that have the same header"))
                        .addProperty("encoding", text("the encoding of a CSV file"))
                        .addProperty("delimiter", text("what separates the cells of a CSV file"))
                        .addProperty(
                                "fill",
                                new ArraySchema()
                                        .items(
                                                choice(
                                                        HeaderField.FILLED.stream()
                                                                .map(HeaderField::key)
                                                                .toList()))
                                        .description("columns that repeat the value above"));
        for (HeaderField field : HeaderField.values()) {
            form.addProperty("column-" + field.key(), text("the header of this column"));
        }
        form.required(List.of("file"));
        return form;
    }

    private static Schema<?> text(String description) {
        return new StringSchema().description(description);
    }

    private static StringSchema choice(List<String> values) {
        StringSchema schema = new StringSchema();
        values.forEach(schema::addEnumItem);
        return schema;
    }
}
