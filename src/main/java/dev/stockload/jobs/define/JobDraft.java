package dev.stockload.jobs.define;

import dev.stockload.book.rules.Work;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.SheetOptions;

import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A definition that is not saved yet; {@code keys} are those besides sheet and send. */
public record JobDraft(String name, Map<String, String> keys, SheetOptions sheet, Work send) {
    /** Writes it as {@code jobs/NAME.yml}. */
    public Path save(JobFolder folder, Path data) throws IOException {
        if (!keys.containsKey("read") && !keys.containsKey("from")) {
            throw JobRefusal.of("read", "A job needs a file to read, such as incoming/*.xlsx");
        }
        JobText text = JobText.added(folder, name, "");
        for (Map.Entry<String, String> key : keys.entrySet()) {
            text = text.with(key.getKey(), key.getValue());
        }
        return text.withText(text.text() + yaml()).save(folder, data);
    }

    private String yaml() {
        Map<String, Object> all = new LinkedHashMap<>();
        ImportOption.words(sheet)
                .forEach(
                        (option, words) ->
                                all.put(option.key(), option.isList() ? words : words.get(0)));
        Map<String, String> columns = new LinkedHashMap<>();
        new TreeMap<>(sheet.columns()).forEach((field, header) -> columns.put(field.key(), header));
        all.replace(ImportOption.COLUMNS.key(), columns);
        all.replace(ImportOption.VALUES.key(), ofAllRows(sheet.values()));
        all.put("send", send.key());
        return dumped(all);
    }

    /** The lines of a job that reads these texts so, too; empty if it does already. */
    public static String lines(JobDefinition job, Set<Correction> values) {
        Set<Correction> own = job.options().sheet().values();
        Set<Correction> all = new LinkedHashSet<>(own);
        all.addAll(values);
        String lines = lines(all);
        return lines.equals(lines(own)) ? "" : lines;
    }

    private static String lines(Set<Correction> values) {
        Map<String, Map<String, String>> all = ofAllRows(values);
        return all.isEmpty() ? "" : dumped(Map.of(ImportOption.VALUES.key(), all));
    }

    /** Single rows are those of one sheet. */
    private static Map<String, Map<String, String>> ofAllRows(Set<Correction> values) {
        Map<String, Map<String, String>> all = new TreeMap<>();
        values.stream()
                .filter(each -> each.place() == null)
                .forEach(
                        each ->
                                all.computeIfAbsent(each.field().key(), f -> new TreeMap<>())
                                        .put(each.found(), each.value()));
        return all;
    }

    static String dumped(Map<String, ?> all) {
        DumperOptions style = new DumperOptions();
        style.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        style.setAllowUnicode(true);
        return new Yaml(style).dump(all);
    }
}
