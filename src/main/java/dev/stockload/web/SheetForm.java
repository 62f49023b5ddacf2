package dev.stockload.web;

import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.SendMode;
import dev.stockload.sheet.CsvNames;
import dev.stockload.sheet.HeaderField;
import dev.stockload.sheet.SheetChoice;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.web.Uploads.Upload;

import org.springframework.util.MultiValueMap;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a person chose on the import page. */
record SheetForm(SheetOptions sheet, String account, SendMode send) {
    static SheetForm of(MultiValueMap<String, String> given, List<String> accounts) {
        Map<HeaderField, String> columns = new EnumMap<>(HeaderField.class);
        for (HeaderField field : HeaderField.values()) {
            String header = text(given, "column-" + field.key());
            if (header != null) {
                columns.put(field, header);
            }
        }
        Set<HeaderField> fillDown = EnumSet.noneOf(HeaderField.class);
        given.getOrDefault("fill", List.of())
                .forEach(
                        key ->
                                HeaderField.ofKey(key)
                                        .filter(HeaderField.FILLED::contains)
                                        .ifPresent(fillDown::add));
        String delimiter = text(given, "delimiter");
        String account = text(given, "account");
        return new SheetForm(
                new SheetOptions(
                        given.containsKey("all-sheets")
                                ? SheetChoice.ALL
                                : SheetChoice.valueOf(text(given, "sheet")),
                        columns,
                        text(given, "encoding"),
                        delimiter == null ? null : CsvNames.delimiter(delimiter).orElse(null),
                        fillDown),
                account != null && accounts.contains(account) ? account : accounts.get(0),
                SendMode.of(String.valueOf(text(given, "send"))).orElse(SendMode.ALL));
    }

    /** The import of a sheet as it was chosen. */
    ImportOrder order(Upload upload, ConsoleOptions options, boolean again) {
        return new ImportOrder(
                        ImportOrder.NO_JOB,
                        options.accountKey().apply(account),
                        upload.file(),
                        sheet,
                        send,
                        again,
                        Optional.empty(),
                        true)
                .named(upload.name());
    }

    public String delimiterKey() {
        Character delimiter = sheet.delimiter();
        return delimiter == null ? "" : CsvNames.written(delimiter);
    }

    public String column(HeaderField field) {
        return sheet.columns().getOrDefault(field, "");
    }

    public boolean fills(HeaderField field) {
        return sheet.fillDown().contains(field);
    }

    static String text(MultiValueMap<String, String> given, String name) {
        String text = given.getFirst(name);
        return text == null || text.isBlank() ? null : text.strip();
    }
}
