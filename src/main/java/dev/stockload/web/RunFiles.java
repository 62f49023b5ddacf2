package dev.stockload.web;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The files of a run that people and other programs may have. */
record RunFiles(Path folder) {
    private static final List<String> NAMES =
            List.of("rejected.xlsx", "rejected.csv", "undo.csv", "report.json");

    static RunFiles of(Path data, String run) {
        return new RunFiles(data.resolve("reports").resolve(run));
    }

    /** Those that are there, the rows to correct first. */
    List<String> names() {
        return NAMES.stream().filter(name -> find(name).isPresent()).toList();
    }

    Optional<Path> find(String name) {
        return Optional.of(name)
                .filter(NAMES::contains)
                .map(folder::resolve)
                .filter(Files::isRegularFile);
    }

    /** The file with the rows to correct, where there are any. */
    Optional<String> rejects() {
        return names().stream().filter(name -> name.startsWith("rejected")).findFirst();
    }
}
