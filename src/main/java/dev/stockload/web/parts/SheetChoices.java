package dev.stockload.web.parts;

import dev.stockload.check.ProblemGroup;
import dev.stockload.jobs.define.ImportOption;
import dev.stockload.process.Sha256;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.SheetPreview;
import dev.stockload.sheet.WholeFile;
import dev.stockload.web.parts.Uploads.Upload;

import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        choices.keep(read.values());
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
        Set<Correction> corrections = corrections();
        given.forEach(
                (name, all) -> {
                    // A button comes after the input beside it.
                    String value = all.get(all.size() - 1);
                    if (name.startsWith(READ_AS) && !value.isBlank()) {
                        String word = word(name.substring(READ_AS.length()), value.strip());
                        SheetForm.corrections(List.of(word))
                                .forEach(each -> add(each, corrections));
                    }
                });
        List<String> discarded = given.getOrDefault("discard", List.of());
        corrections.removeIf(each -> discarded.contains(ImportOption.cells(each)));
        keep(corrections);
    }

    /** Takes what is offered for each text of these. */
    public void take(List<ProblemGroup> groups) {
        Set<Correction> corrections = corrections();
        for (ProblemGroup each : groups) {
            if (each.offered() != null && each.field() != null && !each.found().isEmpty()) {
                add(new Correction(each.field(), each.found(), each.offered(), null), corrections);
            }
        }
        keep(corrections);
    }

    private Set<Correction> corrections() {
        return SheetForm.corrections(parts.getOrDefault(VALUES, List.of()));
    }

    private void keep(Set<Correction> corrections) {
        parts.put(
                VALUES,
                corrections.stream()
                        .map(each -> word(ImportOption.cells(each), each.value()))
                        .toList());
    }

    /** Without a row, the new text may have any sign. */
    private static String word(String cells, String value) {
        boolean isOfRow = cells.matches("(?s)[^:]*@.*");
        return cells + (isOfRow ? '=' : ImportOption.BECOMES) + value;
    }

    /** A text that came of a correction, and is bad as well, is corrected there. */
    private static void add(Correction given, Set<Correction> all) {
        List<Correction> before =
                all.stream()
                        .filter(each -> each.field() == given.field())
                        .filter(each -> each.value().equals(given.found()))
                        .filter(each -> Correction.OF_ONE_CELL.compare(each, given) != 0)
                        .toList();
        boolean isNew = before.isEmpty() || given.value().equals(given.found());
        for (Correction each : isNew ? List.of(given) : before) {
            all.remove(each);
            all.add(new Correction(each.field(), each.found(), given.value(), each.place()));
        }
    }
}
