package dev.stockload.jobs.define;

import dev.stockload.runs.SendMode;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sources.FilePattern;
import dev.stockload.stock.Refusal;

import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds definitions in {@code jobs} of each home; without accounts, any account is accepted. */
public record JobFolder(List<Path> homes, Set<String> accounts, Set<String> sources) {
    private static final List<String> ENDINGS = List.of(".yml", ".yaml");

    /** Names that no job may have. */
    private static final Set<String> COMMANDS =
            Set.of(
                    ("run import check diff resume undo status jobs sources serve products stock"
                                    + " verify why morning details published quota accounts tokens"
                                    + " backup restore sandbox completion help")
                            .split(" "));

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
                    "%s: a job cannot be called '%s', since that is a command: rename the file"
                            .formatted(files.get(0), name));
        }
        return JobFile.read(name, files.get(0), accounts, sources);
    }

    static boolean isCommand(String name) {
        return COMMANDS.contains(name.toLowerCase(Locale.ROOT));
    }

    /**
     * Throws if a job has a file here and is to be forgotten: its next run would begin anew, and
     * take sheets that it has taken.
     *
     * @param to its new name, or null
     */
    public void expectNoFile(String job, String to) {
        if (to != null) {
            JobDraft.checkName(to);
        }
        if (contains(job)) {
            throw Refusal.badRequest(
                    "Job %s has a file: %s first, so that it does not begin anew with old sheets"
                            .formatted(
                                    job,
                                    to == null
                                            ? "remove " + files().get(job).get(0)
                                            : "rename %s to %s.yml"
                                                    .formatted(files().get(job).get(0), to)));
        }
    }

    public boolean contains(String name) {
        return files().containsKey(name);
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
        return Refusal.job(
                "There is no job '%s' in %s%s"
                        .formatted(
                                name,
                                homes.stream()
                                        .map(home -> home.resolve("jobs").toString())
                                        .collect(Collectors.joining(" or ")),
                                known.isEmpty() ? "" : WordSuggestion.offer(name, known)));
    }

    public Optional<Entry> entry(String name) {
        return Optional.ofNullable(files().get(name)).map(files -> entry(name, files));
    }

    private Entry entry(String name, List<Path> files) {
        try {
            return Entry.of(read(name, files));
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

    private static Optional<String> name(Path file) {
        String name = file.getFileName().toString();
        return ENDINGS.stream()
                .filter(ending -> name.toLowerCase(Locale.ROOT).endsWith(ending))
                .map(ending -> name.substring(0, name.length() - ending.length()))
                .filter(job -> !job.isEmpty() && !job.startsWith("."))
                .findFirst();
    }

    /** A definition that is not saved yet; {@code keys} are those besides sheet and send. */
    public record JobDraft(
            String name, Map<String, String> keys, SheetOptions sheet, SendMode send) {
        /** Device names, which Windows does not allow as file names, with or without an ending. */
        private static final String DEVICE = "(?i:con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?";

        private static final Pattern HOST =
                Pattern.compile("(?i)https?://(?:[^/@]*@)?(\\[[^]]*]|[^/:?#]+)");

        private static final Pattern SHEET;

        static {
            String ending = "(xlsx|xlsm|xls|ods|csv|tsv|txt|html?|zip|gz)";
            SHEET = Pattern.compile("(?i).*\\.(%1$s|\\{%1$s(,%1$s)*})".formatted(ending));
        }

        private static final Pattern NAME =
                Pattern.compile("(?!" + DEVICE + "$)[A-Za-z0-9][A-Za-z0-9._-]{0,59}");

        private static void checkName(String name) {
            if (!NAME.matcher(name).matches()) {
                throw Refusal.job(
                        "A job name consists of letters, digits, '-', '_' and '.', such as nightly-stock, but this is '%s'"
                                .formatted(name));
            }
            if (JobFolder.isCommand(name)) {
                throw Refusal.job(
                        "A job cannot be called '%s', since that is a command: choose another name"
                                .formatted(name));
            }
        }

        /**
         * Writes it as {@code jobs/NAME.yml} into the first home. It may only read sheets below
         * that home: a job that was written in the browser must not read other files of this
         * machine, the settings or the data folder.
         */
        public Path save(JobFolder folder, Path data) throws IOException {
            checkName(name);
            if (read().isEmpty() && !keys.containsKey("from")) {
                throw Refusal.job("A job needs a file to read, such as incoming/*.xlsx");
            }
            if (folder.contains(name)) {
                throw taken();
            }
            Path home = folder.homes().get(0);
            if (!keys.containsKey("from")) {
                checkPlace(home, data);
            }
            if (isOfThisMachine(keys.getOrDefault("notify", ""))) {
                throw Refusal.job(
                        "A job saved here does not notify a program of this machine, but '%s' leads there: write jobs/%s.yml by hand"
                                .formatted(keys.get("notify"), name));
            }
            Path jobs = Files.createDirectories(home.resolve("jobs"));
            Path file = jobs.resolve(name + ".yml");
            Path part = Files.createTempFile(jobs, ".", ".part");
            try {
                Files.writeString(part, yaml());
                JobFile.read(name, part, folder.accounts(), folder.sources());
                // Unlike a move, a copy never replaces a definition that was saved meanwhile.
                Files.copy(part, file);
                return file;
            } catch (FileAlreadyExistsException e) {
                throw taken();
            } catch (Refusal e) {
                throw Refusal.job(e.getMessage().replace(part.toString(), file.toString()), e);
            } finally {
                Files.deleteIfExists(part);
            }
        }

        private void checkPlace(Path home, Path data) throws IOException {
            FilePattern pattern = pattern();
            Path folder = home.resolve(pattern.folder());
            Path place = real(pattern.isGlob() ? folder : folder.resolve(pattern.name()));
            if (!place.startsWith(real(home))) {
                throw Refusal.job(
                        "A job saved here can only read files under %s, but '%s' is elsewhere: write jobs/%s.yml by hand"
                                .formatted(home.toAbsolutePath().normalize(), read(), name));
            }
            if (!SHEET.matcher(read()).matches()) {
                throw Refusal.job(
                        "A job saved here reads stock sheets, such as incoming/*.xlsx or stock.csv, but this is '%s': write jobs/%s.yml by hand"
                                .formatted(read(), name));
            }
            boolean deep = pattern.isGlob() && (pattern.name() + "/").matches(".*(/|\\*\\*).+");
            if (place.startsWith(real(data)) || deep && real(data).startsWith(place)) {
                throw Refusal.job(
                        "A job saved here does not read the data folder, but '%s' leads there: name the folder that the sheets come to"
                                .formatted(read()));
            }
        }

        private static boolean isOfThisMachine(String address) {
            Matcher host = HOST.matcher(address);
            try {
                InetAddress[] all =
                        host.find() ? InetAddress.getAllByName(host.group(1)) : new InetAddress[0];
                for (InetAddress each : all) {
                    if (each.isLoopbackAddress()
                            || each.isAnyLocalAddress()
                            || each.isLinkLocalAddress()
                            || NetworkInterface.getByInetAddress(each) != null) {
                        return true;
                    }
                }
            } catch (IOException e) {
                // The host does not exist.
            }
            return false;
        }

        private FilePattern pattern() {
            try {
                return FilePattern.of(read());
            } catch (IllegalArgumentException e) {
                throw Refusal.job(
                        "A job reads a file or a pattern, such as incoming/*.xlsx, but this is "
                                + e.getMessage(),
                        e);
            }
        }

        /** The path with its links resolved, as far as it exists. */
        private static Path real(Path path) throws IOException {
            Path whole = path.toAbsolutePath().normalize();
            for (Path at = whole; at != null; at = at.getParent()) {
                if (Files.exists(at)) {
                    return at.toRealPath().resolve(at.relativize(whole)).normalize();
                }
            }
            return whole;
        }

        private Refusal taken() {
            return Refusal.job("There is already a job '%s': choose another name".formatted(name));
        }

        private String read() {
            return keys.getOrDefault("read", "");
        }

        private String yaml() {
            Map<String, Object> all = new LinkedHashMap<>(keys);
            ImportOption.words(sheet)
                    .forEach(
                            (option, words) ->
                                    all.put(option.key(), option.isList() ? words : words.get(0)));
            Map<String, String> columns = new LinkedHashMap<>();
            new TreeMap<>(sheet.columns())
                    .forEach((field, header) -> columns.put(field.key(), header));
            all.replace(ImportOption.COLUMNS.key(), columns);
            Map<String, Map<String, String>> values = new LinkedHashMap<>();
            new TreeMap<>(sheet.values())
                    .forEach((field, texts) -> values.put(field.key(), new TreeMap<>(texts)));
            all.replace(ImportOption.VALUES.key(), values);
            all.put("send", send.key());
            DumperOptions style = new DumperOptions();
            style.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
            style.setAllowUnicode(true);
            return new Yaml(style).dump(all);
        }
    }
}
