package dev.stockload.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The places where job definitions are looked for: {@code jobs} in each of some folders.
 *
 * @param accounts the names of the accounts that are set; empty where any will do
 * @param sources the names of the sources that are set
 */
public record JobFolder(List<Path> homes, Set<String> accounts, Set<String> sources) {
    private static final List<String> ENDINGS = List.of(".yml", ".yaml");

    /** For definitions whose accounts are not looked at. */
    public JobFolder(List<Path> homes) {
        this(homes, Set.of(), Set.of());
    }

    /** The definition of this name; the first folder that has it counts. */
    public JobDefinition find(String name) throws IOException {
        List<Path> tried = new ArrayList<>();
        for (Path home : homes) {
            List<Path> files = files(home, name);
            if (files.size() > 1) {
                throw new UnusableJobException(
                        "%s and %s are both job '%s': remove or rename one"
                                .formatted(files.get(0), files.get(1), name));
            }
            if (!files.isEmpty()) {
                return JobFile.read(name, files.get(0), accounts, sources);
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
        return homes.stream().anyMatch(home -> !files(home, name).isEmpty());
    }

    private static List<Path> files(Path home, String name) {
        return ENDINGS.stream()
                .filter(ending -> isPlain(name))
                .map(ending -> home.resolve("jobs").resolve(name + ending))
                .filter(Files::isRegularFile)
                .toList();
    }

    /**
     * The names of the definitions in the first place that has any: whoever has jobs of their own
     * does not want the samples to run beside them.
     */
    public List<String> names() throws IOException {
        for (Path home : homes) {
            List<String> names = names(home.resolve("jobs"));
            if (!names.isEmpty()) {
                return names;
            }
        }
        return List.of();
    }

    private static List<String> names(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .flatMap(
                            name ->
                                    ENDINGS.stream()
                                            .filter(name::endsWith)
                                            .map(ending -> withoutEnd(name, ending)))
                    .filter(name -> !name.isEmpty())
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    private static String withoutEnd(String name, String end) {
        return name.substring(0, name.length() - end.length());
    }

    private static boolean isPlain(String name) {
        return !name.contains("/") && !name.contains("\\") && !name.startsWith(".");
    }
}
