package dev.stockload.imports.report;

import dev.stockload.runs.RunState;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The files of a run that people and other programs may download. */
public record RunFiles(Path folder) {
    /** What the service showed beside what was sent. */
    public static final String VERIFY = "verify.csv";

    static final String UNDO = "undo.csv";
    private static final String REPORT = "report.json";
    private static final List<String> NAMES =
            List.of("rejected.xlsx", "rejected.csv", UNDO, VERIFY, REPORT);

    public static RunFiles of(Path data, String run) {
        return new RunFiles(RunFolder.of(data, run).path());
    }

    /** The names of the existing files, the rows to correct first. */
    public List<String> names() {
        return NAMES.stream().filter(name -> find(name).isPresent()).toList();
    }

    public Optional<Path> find(String name) {
        return Optional.of(name)
                .filter(NAMES::contains)
                .map(folder::resolve)
                .filter(Files::isRegularFile);
    }

    /** What a running run is doing now, in a sentence, if it has reported that. */
    public Optional<String> doing() {
        return new RunFolder(folder)
                .snapshot()
                .filter(report -> report.state() == RunState.RUNNING)
                .map(StatusReport::message);
    }

    /** The path of its report, which may not exist yet. */
    public Path report() {
        return folder.resolve(REPORT);
    }

    /** The file with the result for each size of an undo, if there is one. */
    public Optional<Path> undo() {
        return find(UNDO);
    }

    /** The file with the rows to correct, if there are any. */
    public Optional<Path> rejects() {
        return names().stream()
                .filter(name -> name.startsWith("rejected"))
                .findFirst()
                .map(folder::resolve);
    }
}
