package dev.stockload.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The places where job definitions are looked for: {@code jobs} in each of some folders.
 *
 * @param accounts the names of the accounts that are set; empty where any will do
 */
public record JobFolder(List<Path> homes, Set<String> accounts) {
    /** For definitions whose accounts are not looked at. */
    public JobFolder(List<Path> homes) {
        this(homes, Set.of());
    }

    /** The definition of this name; the first folder that has it counts. */
    public JobDefinition find(String name) throws IOException {
        List<Path> tried = new ArrayList<>();
        for (Path home : homes) {
            Path file = home.resolve("jobs").resolve(name + ".yml");
            if (isPlain(name) && Files.isRegularFile(file)) {
                return JobFile.read(name, file, accounts);
            }
            tried.add(home.resolve("jobs"));
        }
        List<String> known = names();
        throw new UnusableJobException(
                "There is no job '%s' in %s%s"
                        .formatted(
                                name,
                                tried.stream()
                                        .map(Path::toString)
                                        .collect(Collectors.joining(" or ")),
                                known.isEmpty() ? "" : Nearest.offer(name, known)));
    }

    public boolean contains(String name) {
        return isPlain(name)
                && homes.stream()
                        .anyMatch(
                                home ->
                                        Files.isRegularFile(
                                                home.resolve("jobs").resolve(name + ".yml")));
    }

    /**
     * The names of the definitions in the first place that has any: whoever has jobs of their own
     * does not want the samples to run beside them.
     */
    public List<String> names() throws IOException {
        for (Path home : homes) {
            List<String> names = JobFile.names(home.resolve("jobs"));
            if (!names.isEmpty()) {
                return names;
            }
        }
        return List.of();
    }

    private static boolean isPlain(String name) {
        return !name.contains("/") && !name.contains("\\") && !name.startsWith(".");
    }
}
