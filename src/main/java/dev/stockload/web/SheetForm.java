package dev.stockload.web;

import dev.stockload.imports.ImportOptions;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.MissingMode;
import dev.stockload.imports.SendMode;
import dev.stockload.sheet.CsvNames;
import dev.stockload.sheet.HeaderField;
import dev.stockload.sheet.SheetChoice;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.web.Uploads.Upload;

import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ResponseStatusException;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a person chose on the import page. */
record SheetForm(
        SheetOptions sheet, String account, SendMode send, MissingMode missing, boolean again) {
    private static final List<String> FILLED =
            HeaderField.FILLED.stream().map(HeaderField::key).toList();
    private static final List<String> SENDS =
            Arrays.stream(SendMode.values()).map(SendMode::key).toList();

    private static final List<String> MISSING =
            Arrays.stream(MissingMode.values()).map(MissingMode::key).toList();

    static SheetForm of(MultiValueMap<String, String> given, List<String> accounts) {
        Map<HeaderField, String> columns = new EnumMap<>(HeaderField.class);
        for (HeaderField field : HeaderField.values()) {
            String header = text(given, "column-" + field.key());
            if (header != null) {
                columns.put(field, header);
            }
        }
        Set<HeaderField> fillDown = EnumSet.noneOf(HeaderField.class);
        for (String key : given.getOrDefault("fill", List.of())) {
            fillDown.add(
                    HeaderField.ofKey(key)
                            .filter(HeaderField.FILLED::contains)
                            .orElseThrow(() -> unknown("fill", key, FILLED)));
        }
        return new SheetForm(
                new SheetOptions(
                        isYes(given, "all-sheets")
                                ? SheetChoice.ALL
                                : SheetChoice.valueOf(text(given, "sheet")),
                        columns,
                        encoding(text(given, "encoding")),
                        delimiter(text(given, "delimiter")),
                        fillDown),
                account(text(given, "account"), accounts),
                send(text(given, "send")),
                missing(text(given, "missing")),
                isYes(given, "again"));
    }

    /** Whether a box is ticked: named without a value, or with one that says so. */
    private static boolean isYes(MultiValueMap<String, String> given, String name) {
        String value = given.getFirst(name);
        if (value == null || value.matches("(?i)false|no|off|0")) {
            return false;
        }
        if (!value.matches("(?i)|true|yes|on|1")) {
            throw Refusal.badRequest("%s is '%s': use true or false".formatted(name, value));
        }
        return true;
    }

    private static String account(String given, List<String> accounts) {
        if (given != null && !accounts.contains(given)) {
            throw unknown("account", given, accounts);
        }
        return given == null ? accounts.get(0) : given;
    }

    private static String encoding(String given) {
        if (given != null && !CsvNames.isEncoding(given)) {
            throw Refusal.badRequest(
                    "There is no encoding '%s': %s".formatted(given, CsvNames.ENCODINGS));
        }
        return given;
    }

    private static Character delimiter(String given) {
        if (given == null) {
            return null;
        }
        return CsvNames.delimiter(given)
                .orElseThrow(
                        () ->
                                Refusal.badRequest(
                                        "There is no delimiter '%s': it %s"
                                                .formatted(given, CsvNames.DELIMITERS)));
    }

    private static SendMode send(String given) {
        return given == null
                ? SendMode.ALL
                : SendMode.of(given).orElseThrow(() -> unknown("send", given, SENDS));
    }

    private static MissingMode missing(String given) {
        return given == null
                ? MissingMode.KEEP
                : MissingMode.of(given).orElseThrow(() -> unknown("missing", given, MISSING));
    }

    /** What cannot be meant is refused, and never taken for something else. */
    private static ResponseStatusException unknown(String what, String given, List<String> known) {
        return Refusal.badRequest(
                "There is no %s '%s'; choose among %s"
                        .formatted(what, given, String.join(", ", known)));
    }

    /** The import of a sheet as it was chosen. */
    ImportOrder order(Upload upload, ConsoleOptions options) {
        return new ImportOrder(
                        ImportOrder.NO_JOB,
                        options.accountKey().apply(account),
                        upload.file(),
                        ImportOptions.of(sheet, send, missing),
                        again,
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
        if (given.getOrDefault(name, List.of()).size() > 1) {
            throw Refusal.badRequest("%s is given more than once".formatted(name));
        }
        String text = given.getFirst(name);
        return text == null || text.isBlank() ? null : text.strip();
    }
}
