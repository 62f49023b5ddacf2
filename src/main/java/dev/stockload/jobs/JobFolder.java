package dev.stockload.jobs;

import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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

    /** What runs without a definition are called by, and the commands with them. */
    private static final Set<String> COMMANDS =
            Set.of(
                    ("run import check diff resume undo status jobs sources serve products stock"
                                    + " verify why morning details published quota accounts tokens"
                                    + " backup restore sandbox completion help")
                            .split(" "));

    /**
     * A definition and its schedule.
     *
     * @param definition empty where its file cannot be used
     * @param fault what is wrong with the file, in a sentence
     */
    public record Entry(String name, Optional<JobDefinition> definition, Optional<String> fault) {
        public Optional<CronTimes> timetable() {
            return definition.flatMap(JobDefinition::timetable);
        }

        public List<Instant> next(Instant after, int count) {
            return timetable().map(times -> times.next(after, count)).orElse(List.of());
        }
    }

    /** For definitions whose accounts are not looked at. */
    public JobFolder(List<Path> homes) {
        this(homes, Set.of(), Set.of());
    }

    /** The definition of this name; the first folder that has it counts. */
    public JobDefinition find(String name) throws IOException {
        Map<String, List<Path>> all = files();
        if (all.containsKey(name)) {
            return read(name, all.get(name));
        }
        List<String> known = names();
        throw Refusal.job(
                "There is no job '%s' in %s%s"
                        .formatted(
                                name,
                                homes.stream()
                                        .map(home -> home.resolve("jobs").toString())
                                        .collect(Collectors.joining(" or ")),
                                known.isEmpty() ? "" : WordSuggestion.offer(name, known)));
    }

    /**
     * Reads a definition.
     *
     * @param files those of its name, of which there is to be one
     */
    JobDefinition read(String name, List<Path> files) throws IOException {
        if (files.size() > 1) {
            throw Refusal.job(
                    "%s and %s are both job '%s': remove or rename one"
                            .formatted(files.get(0), files.get(1), name));
        }
        if (isCommand(name)) {
            throw Refusal.job(
                    "%s: a job cannot be called '%s', since that is a command: rename the file"
                            .formatted(files.get(0), name));
        }
        return JobFile.read(name, files.get(0), accounts, sources);
    }

    static boolean isCommand(String name) {
        return COMMANDS.contains(name.toLowerCase(Locale.ROOT));
    }

    public boolean contains(String name) {
        return files().containsKey(name);
    }

    /** The files of all definitions by their names; of a name, those of the first folder. */
    Map<String, List<Path>> files() {
        Map<String, List<Path>> all = new TreeMap<>();
        homes.forEach(home -> files(home.resolve("jobs")).forEach(all::putIfAbsent));
        return all;
    }

    /**
     * The definitions in the first place that has any: whoever has jobs of their own does not want
     * the samples to run beside them.
     */
    Map<String, List<Path>> own() {
        return homes.stream()
                .map(home -> files(home.resolve("jobs")))
                .filter(files -> !files.isEmpty())
                .findFirst()
                .orElse(Map.of());
    }

    public List<String> names() {
        return List.copyOf(own().keySet());
    }

    /** All definitions, by name; one that cannot be used does not hide the others. */
    public List<Entry> list() throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (Map.Entry<String, List<Path>> each : own().entrySet()) {
            entries.add(entry(each.getKey(), each.getValue()));
        }
        return entries;
    }

    /**
     * One definition.
     *
     * @throws Refusal where there is no such file
     */
    public Entry get(String name) throws IOException {
        Optional<Entry> entry = entry(name);
        if (entry.isEmpty()) {
            find(name);
        }
        return entry.orElseThrow();
    }

    /** One definition; empty where there is no such file. */
    Optional<Entry> entry(String name) throws IOException {
        List<Path> files = files().get(name);
        return files == null ? Optional.empty() : Optional.of(entry(name, files));
    }

    private Entry entry(String name, List<Path> files) throws IOException {
        try {
            JobDefinition job = read(name, files);
            return new Entry(name, Optional.of(job), Optional.empty());
        } catch (Refusal e) {
            return new Entry(name, Optional.empty(), Optional.of(e.getMessage()));
        }
    }

    private static Map<String, List<Path>> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Map.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !Files.isDirectory(file))
                    .filter(file -> name(file).isPresent())
                    .sorted(Comparator.reverseOrder())
                    .collect(
                            Collectors.groupingBy(
                                    file -> name(file).orElseThrow(),
                                    TreeMap::new,
                                    Collectors.toList()));
        } catch (IOException e) {
            throw Refusal.job("%s cannot be listed".formatted(folder), e);
        }
    }

    /** The job that a file defines; empty where it is no definition. */
    private static Optional<String> name(Path file) {
        String name = file.getFileName().toString();
        return ENDINGS.stream()
                .filter(ending -> name.toLowerCase(Locale.ROOT).endsWith(ending))
                .map(ending -> name.substring(0, name.length() - ending.length()))
                .filter(job -> !job.isEmpty() && !job.startsWith("."))
                .findFirst();
    }
}
