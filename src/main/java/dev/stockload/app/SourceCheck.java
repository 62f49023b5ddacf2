package dev.stockload.app;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;

import dev.stockload.process.StopSignal;
import dev.stockload.sources.FilePattern;
import dev.stockload.sources.Source;
import dev.stockload.sources.SourceFile;
import dev.stockload.sources.Sources;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The answer of a source of the settings, with the newest files first; no text has a secret.
 *
 * @param refusal null if it could be reached
 */
public record SourceCheck(
        String source,
        String serverKey,
        Double seconds,
        List<SourceFile> files,
        @JsonIgnore Refusal refusal) {
    /** Connects to it; nothing is fetched. */
    public static SourceCheck of(String name, Connections connections) throws IOException {
        long from = System.nanoTime();
        try {
            connections.address(name);
            Sources sources = new Sources(connections.sources(), new StopSignal());
            try (Source source = sources.open(name, LocalDate.now(ZoneOffset.UTC))) {
                List<SourceFile> files = new ArrayList<>(source.probe(FilePattern.of("")));
                files.sort(Comparator.comparing(SourceFile::modified).reversed());
                double seconds = (System.nanoTime() - from) / 1e9;
                return new SourceCheck(name, source.serverKey().orElse(null), seconds, files, null);
            }
        } catch (Refusal e) {
            return new SourceCheck(name, null, null, List.of(), e);
        }
    }

    @JsonProperty
    public String fault() {
        return refusal == null ? null : refusal.getMessage();
    }

    public String sentence() {
        return "%s: %s found in %.1f s".formatted(source, Count.of(files.size(), "file"), seconds);
    }
}
