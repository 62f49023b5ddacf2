package dev.stockload.web.parts;

import dev.stockload.check.ProblemGroup;
import dev.stockload.jobs.define.ImportOption;
import dev.stockload.process.Sha256;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.SheetPreview;
import dev.stockload.sheet.WholeFile;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.web.parts.Uploads.Upload;

import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What was chosen about an uploaded sheet, as the parts of its form; kept beside it, so that a
 * reload, a login or another person finds it. Corrections are only kept, not in the form.
 */
public record SheetChoices(MultiValueMap<String, String> parts) {
    /** The names of inputs for how a text is read begin so; the cells that have it follow. */
    public static final String READ_AS = "as:";

    /** The part of a page that says how texts were read when it was shown. */
    private static final String READING = "reading";

    /** The run whose sheet it is, if that is corrected. */
    private static final String CORRECTS = "corrects";

    private static final String VALUES = ImportOption.VALUES.key();
    private static final String AGAIN = "again";
    private static final int MOST_HEADERS = 1000;
    private static final JsonMapper JSON = JsonMapper.shared();

    /** What a request gives; what it does not give is as it was kept. */
    public static SheetChoices of(Upload upload, MultiValueMap<String, String> given)
            throws IOException {
        SheetChoices kept = kept(upload);
        MultiValueMap<String, String> parts = new LinkedMultiValueMap<>();
        given.forEach(
                (name, words) -> {
                    if (SheetForm.parts().contains(name)) {
                        parts.put(name, words);
                    }
                });
        if (parts.isEmpty()) {
            return kept;
        }
        for (String name : List.of(VALUES, CORRECTS)) {
            if (kept.parts.containsKey(name)) {
                parts.putIfAbsent(name, kept.parts.get(name));
            }
        }
        return new SheetChoices(parts);
    }

    public static SheetChoices kept(Upload upload) throws IOException {
        Path file = file(upload);
        MultiValueMap<String, String> parts = new LinkedMultiValueMap<>();
        if (Files.exists(file)) {
            parts.putAll(
                    JSON.readValue(
                            Files.readString(file),
                            new TypeReference<Map<String, List<String>>>() {}));
        }
        return new SheetChoices(parts);
    }

    public void keep(Upload upload) throws IOException {
        Map<String, List<String>> kept = new LinkedHashMap<>(parts);
        kept.remove(AGAIN);
        WholeFile.writeText(file(upload), out -> out.write(JSON.writeValueAsString(kept)));
    }

    /** Keeps what holds for the next sheet with this header, too: no account and no single row. */
    public void keepFor(List<String> header, Path data) throws IOException {
        Map<String, List<String>> kept = new LinkedHashMap<>(parts);
        kept.keySet().removeAll(List.of(AGAIN, CORRECTS, "account"));
        kept.replace(
                VALUES,
                parts.getOrDefault(VALUES, List.of()).stream()
                        .filter(word -> word.indexOf(ImportOption.BECOMES) > 0)
                        .toList());
        Path file = file(header, data);
        Path folder = Files.createDirectories(file.getParent());
        try (Stream<Path> files = Files.list(folder)) {
            if (files.count() < MOST_HEADERS || Files.exists(file)) {
                WholeFile.writeText(file, out -> out.write(JSON.writeValueAsString(kept)));
            }
        }
    }

    /** What was chosen for the last sheet with the same header, if nothing is for this one. */
    public static void recall(Upload upload, List<SheetPreview.Line> rows, Path data)
            throws IOException {
        for (SheetPreview.Line row : rows) {
            Path known = file(row.texts(), data);
            if (Files.exists(known) && !Files.exists(file(upload))) {
                Files.copy(known, file(upload));
            }
        }
    }

    private static Path file(List<String> header, Path data) {
        return data.resolve("headers").resolve(Sha256.of(String.join("\n", header)));
    }

    private static Path file(Upload upload) {
        return upload.file().resolveSibling("choices");
    }

    /** How a run has read its sheet; {@code run} is the run that is corrected, or null. */
    public static SheetChoices ofRun(SheetOptions read, String run) {
        MultiValueMap<String, String> parts = new LinkedMultiValueMap<>();
        ImportOption.words(read)
                .forEach(
                        (option, words) -> {
                            if (option == ImportOption.COLUMNS || option == ImportOption.VALUES) {
                                return;
                            }
                            parts.put(
                                    SheetForm.part(option),
                                    option == ImportOption.SHEETS ? List.of("true") : words);
                        });
        read.columns().forEach((field, name) -> parts.set(SheetForm.column(field), name));
        SheetChoices choices = new SheetChoices(parts);
        Map<String, String> values = new LinkedHashMap<>();
        read.values().forEach(each -> values.put(ImportOption.cells(each), each.value()));
        choices.values(values);
        if (run != null) {
            parts.set(CORRECTS, run);
        }
        return choices;
    }

    /** The same for a sheet that is imported by hand. */
    public SheetChoices byHand() {
        MultiValueMap<String, String> others = new LinkedMultiValueMap<>(parts);
        others.remove(CORRECTS);
        return new SheetChoices(others);
    }

    /** The id of the run that is corrected; null if this is another import. */
    public String corrects() {
        return parts.getFirst(CORRECTS);
    }

    /** Differs once texts are read otherwise, or another run is corrected. */
    public String reading() {
        return Sha256.of(parts.get(VALUES) + " " + corrects());
    }

    /** Whether somebody has changed how texts are read since a page was shown. */
    public static boolean areOthers(Upload upload, MultiValueMap<String, String> given)
            throws IOException {
        String shown = given.getFirst(READING);
        return shown != null && !shown.equals(kept(upload).reading());
    }

    /** Enters how texts are read, as the inputs of the page and its buttons say. */
    public void correct(MultiValueMap<String, String> given) {
        Map<String, String> values = values();
        given.forEach(
                (name, all) -> {
                    // A button comes after the input beside it.
                    String value = all.get(all.size() - 1);
                    if (name.startsWith(READ_AS) && !value.isBlank()) {
                        read(name.substring(READ_AS.length()), value.strip(), values);
                    }
                });
        values.keySet().removeAll(given.getOrDefault("discard", List.of()));
        values(values);
    }

    /** Takes what is offered for each text of these. */
    public void take(List<ProblemGroup> groups) {
        Map<String, String> values = values();
        for (ProblemGroup each : groups) {
            if (each.offered() != null && each.field() != null && !each.found().isEmpty()) {
                Correction taken = new Correction(each.field(), each.found(), each.offered(), null);
                read(ImportOption.cells(taken), taken.value(), values);
            }
        }
        values(values);
    }

    /** A text that came of a correction, and is bad as well, is corrected there. */
    private static void read(String cells, String value, Map<String, String> values) {
        int colon = cells.indexOf(':');
        String field =
                HeaderField.ofKey(cells.split("[@:]", 2)[0]).map(HeaderField::key).orElse("");
        String found = cells.substring(colon + 1);
        List<String> before = new ArrayList<>();
        values.forEach(
                (key, old) -> {
                    if (key.startsWith(field) && old.equals(found) && !key.equals(cells)) {
                        before.add(key);
                    }
                });
        if (before.isEmpty() || value.equals(found)) {
            values.put(cells, value);
        } else {
            before.forEach(key -> values.put(key, value));
        }
    }

    private Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        for (String word : parts.getOrDefault(VALUES, List.of())) {
            int at = word.indexOf(ImportOption.BECOMES);
            int end = at < 0 ? word.lastIndexOf('=') : at;
            values.put(word.substring(0, end), word.substring(end + 1));
        }
        return values;
    }

    /** Without a row, the new text may have any sign. */
    private static char separator(String cells) {
        return cells.indexOf('@') < cells.indexOf(':') && cells.contains("@")
                ? '='
                : ImportOption.BECOMES;
    }

    private void values(Map<String, String> values) {
        List<String> words = new ArrayList<>();
        values.forEach((cells, value) -> words.add(cells + separator(cells) + value));
        parts.put(VALUES, words);
    }
}
