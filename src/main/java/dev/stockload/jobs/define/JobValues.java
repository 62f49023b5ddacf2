package dev.stockload.jobs.define;

import dev.stockload.sheet.Correction;
import dev.stockload.sheet.WholeFile;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** How a job reads texts from now on: lines that are added to its file as they are shown. */
public record JobValues(String job, Set<Correction> values) {
    private static final Pattern KEY = Pattern.compile("(?m)^values\\s*:");

    /** Single rows are those of one sheet. */
    static Map<String, Map<String, String>> ofAllRows(Set<Correction> values) {
        Map<String, Map<String, String>> all = new TreeMap<>();
        values.stream()
                .filter(each -> each.place() == null)
                .forEach(
                        each ->
                                all.computeIfAbsent(each.field().key(), f -> new TreeMap<>())
                                        .put(each.found(), each.value()));
        return all;
    }

    public boolean isEmpty() {
        return ofAllRows(values).isEmpty();
    }

    public String lines() {
        return JobDraft.dumped(Map.of(ImportOption.VALUES.key(), ofAllRows(values)));
    }

    public Path addTo(JobFolder folder) throws IOException {
        Path file = folder.files().get(job).get(0);
        String text = Files.readString(file);
        if (KEY.matcher(text).find()) {
            throw Refusal.job(
                    "%s has values already: add these lines to them by hand".formatted(file));
        }
        String all = text + (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + lines();
        JobFile.of(job, file, JobYaml.parse(file, all), folder);
        return WholeFile.writeText(file, out -> out.write(all));
    }
}
