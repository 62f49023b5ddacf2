package dev.stockload.jobs.define;

import dev.stockload.stock.Refusal;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds definitions in {@code jobs} of each home; without accounts, any account is accepted. */
public record JobFolder(List<Path> homes, Set<String> accounts, Set<String> sources) {
    private static final List<String> ENDINGS = List.of(".yml", ".yaml");
    private static final Map<Path, Read<Entry>> PARSED = new ConcurrentHashMap<>();
    private static final Map<Path, Read<Map<String, List<Path>>>> LISTED =
            new ConcurrentHashMap<>();

    /** Without device names, which Windows does not allow as file names. */
    private static final Pattern NAME =
            Pattern.compile(
                    "(?!(?i:con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?$)[A-Za-z0-9][A-Za-z0-9._-]{0,59}");

    private static final Set<String> COMMANDS =
            Set.of(
                    ("run import check diff resume undo status jobs sources serve products stock"
                                    + " verify why morning details published quota accounts tokens"
                                    + " backup restore sandbox completion export template help")
                            .split(" "));

    /** Equal sets of names are one, so that thousands are not compared for each of their jobs. */
    private static final Map<Set<String>, Set<String>> NAMES = new ConcurrentHashMap<>();

    public JobFolder {
        accounts = NAMES.computeIfAbsent(Set.copyOf(accounts), same -> same);
    }

    /** What a file or a folder had when it was in this state. */
    private record Read<T>(Object state, T content) {}

    /** A definition, or the fault of its file in a sentence. */
    public record Entry(String name, Optional<JobDefinition> definition, Optional<String> fault) {
        public static Entry of(JobDefinition job) {
            return new Entry(job.name(), Optional.of(job), Optional.empty());
        }

        public static List<JobDefinition> usable(List<Entry> entries) {
            return entries.stream().map(Entry::definition).flatMap(Optional::stream).toList();
        }

        public Optional<CronTimes> timetable() {
            return definition.flatMap(JobDefinition::timetable);
        }

        public List<Instant> next(Instant after, int count) {
            return timetable().map(times -> times.next(after, count)).orElse(List.of());
        }
    }

    public JobDefinition find(String name) {
        Entry entry = get(name);
        return entry.definition().orElseThrow(() -> Refusal.job(entry.fault().orElseThrow()));
    }

    JobDefinition read(String name, List<Path> files) {
        if (files.size() > 1) {
            throw Refusal.job(
                    "%s and %s are both job '%s': remove or rename one"
                            .formatted(files.get(0), files.get(1), name));
        }
        if (isCommand(name)) {
            throw Refusal.job(
                    "%s: a job cannot be called '%s', because that is a command: rename the file"
                            .formatted(files.get(0), name));
        }
        return JobFile.of(name, files.get(0), JobYaml.load(files.get(0)), this);
    }

    /**
     * Throws if a job has a file here and is to be forgotten: its next run would begin anew, and
     * take sheets that it has taken.
     *
     * @param to its new name, or null
     */
    public void expectNoFile(String job, String to) {
        if (to != null) {
            checkName(to);
        }
        if (contains(job)) {
            Path file = files(job).get(0);
            String what = to == null ? "remove " + file : "rename %s to %s.yml".formatted(file, to);
            throw Refusal.badRequest(
                    "Job %s has a file: %s first, so that it does not begin anew with old sheets"
                            .formatted(job, what));
        }
    }

    static void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw Refusal.job(
                    "A job name consists of letters, digits, '-', '_' and '.', such as nightly-stock, but this is '%s'"
                            .formatted(name));
        }
        if (isCommand(name)) {
            throw Refusal.job(
                    "A job cannot be called '%s', because that is a command: choose another name"
                            .formatted(name));
        }
    }

    private static boolean isCommand(String name) {
        return COMMANDS.contains(name.toLowerCase(Locale.ROOT));
    }

    public boolean contains(String name) {
        return !files(name).isEmpty();
    }

    /** Those of the first folder that has any of this name. */
    private List<Path> files(String name) {
        return homes.stream()
                .map(home -> files(home.resolve("jobs")).get(name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(List.of());
    }

    /** The files of all definitions by name; for each name, those of the first folder. */
    public Map<String, List<Path>> files() {
        Map<String, List<Path>> all = new TreeMap<>();
        homes.forEach(home -> files(home.resolve("jobs")).forEach(all::putIfAbsent));
        return all;
    }

    /** Those of the first folder that has any: samples must not run with a user's own jobs. */
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

    public List<Entry> list() {
        return own().entrySet().stream()
                .map(each -> entry(each.getKey(), each.getValue()))
                .toList();
    }

    public Entry get(String name) {
        return entry(name).orElseThrow(() -> unknown(name));
    }

    private Refusal unknown(String name) {
        List<String> known = names();
        List<String> folders = homes.stream().map(home -> home.resolve("jobs").toString()).toList();
        String offer = known.isEmpty() ? "" : WordSuggestion.offer(name, known);
        return Refusal.job(
                "There is no job '%s' in %s%s"
                        .formatted(name, String.join(" or ", folders), offer));
    }

    public Optional<Entry> entry(String name) {
        return Optional.of(files(name))
                .filter(files -> !files.isEmpty())
                .map(files -> entry(name, files));
    }

    private Entry entry(String name, List<Path> files) {
        return files.size() > 1
                ? parsed(name, files)
                : read(files.get(0), List.of(accounts, sources), PARSED, () -> parsed(name, files));
    }

    /** Reads what has changed: there may be thousands of files, asked for every few seconds. */
    private static <T> T read(Path path, Object by, Map<Path, Read<T>> all, Supplier<T> reading) {
        Object now = state(path, by);
        Read<T> known = all.get(path);
        if (known == null || !known.state().equals(now)) {
            known = new Read<>(now, reading.get());
            all.put(path, known);
        }
        return known.content();
    }

    /** Never the same for what may change again within the resolution of its time. */
    private static Object state(Path path, Object by) {
        File file = path.toFile();
        long changed = file.lastModified();
        boolean rests = changed < System.currentTimeMillis() - 2000;
        return rests ? List.of(by, file.length(), changed) : new Object();
    }

    private Entry parsed(String name, List<Path> files) {
        try {
            return Entry.of(read(name, files));
        } catch (Refusal e) {
            return new Entry(name, Optional.empty(), Optional.of(e.getMessage()));
        }
    }

    private static Map<String, List<Path>> files(Path folder) {
        return Files.isDirectory(folder)
                ? read(folder, "files", LISTED, () -> listed(folder))
                : Map.of();
    }

    private static Map<String, List<Path>> listed(Path folder) {
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

    private static Optional<String> name(Path file) {
        String name = file.getFileName().toString();
        return ENDINGS.stream()
                .filter(ending -> name.toLowerCase(Locale.ROOT).endsWith(ending))
                .map(ending -> name.substring(0, name.length() - ending.length()))
                .filter(job -> !job.isEmpty() && !job.startsWith("."))
                .findFirst();
    }
}
