package dev.stockload.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
                                known.isEmpty() ? "" : WordSuggestion.offer(name, known)));
    }

    public boolean contains(String name) {
        return homes.stream().anyMatch(home -> !files(home, name).isEmpty());
    }

    private static List<Path> files(Path home, String name) {
        Path folder = home.resolve("jobs");
        if (!isPlain(name) || !Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> found =
                    files.filter(file -> name(file).filter(name::equals).isPresent())
                            .filter(Files::isRegularFile)
                            .sorted(Comparator.reverseOrder())
                            .toList();
            return found.isEmpty() ? inAnyCase(folder, name) : found;
        } catch (IOException e) {
            // A folder that may be entered and not listed.
            return inAnyCase(folder, name);
        }
    }

    /** Where the file system does not care for case, neither do we. */
    private static List<Path> inAnyCase(Path folder, String name) {
        return ENDINGS.stream()
                .map(ending -> folder.resolve(name + ending))
                .filter(Files::isRegularFile)
                .toList();
    }

    /** The job that a file defines; empty where it is no definition. */
    private static Optional<String> name(Path file) {
        String name = file.getFileName().toString();
        return ENDINGS.stream()
                .filter(ending -> name.toLowerCase(Locale.ROOT).endsWith(ending))
                .map(ending -> name.substring(0, name.length() - ending.length()))
                .filter(job -> !job.isEmpty())
                .findFirst();
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
            return files.map(JobFolder::name)
                    .flatMap(Optional::stream)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    private static boolean isPlain(String name) {
        return !name.contains("/") && !name.contains("\\") && !name.startsWith(".");
    }
}
