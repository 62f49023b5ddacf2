package dev.stockload.jobs.define;

import dev.stockload.book.rules.Work;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.WholeFile;
import dev.stockload.sources.FilePattern;
import dev.stockload.stock.Refusal;

import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.CollectionNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The text of a job file as a person in a browser changes it, whole or key by key: what is left
 * alone stays as it is, with its comments.
 *
 * @param before the text that was allowed before, since somebody with access to the machine wrote
 *     it; empty for a new job
 */
public record JobText(String name, Path file, String text, String before) {
    private static final Pattern HOST =
            Pattern.compile("(?i)https?://(?:[^/@]*@)?(\\[[^]]*]|[^/:?#]+)");

    private static final String ENDING = "(xlsx|xlsm|xls|ods|csv|tsv|txt|html?|zip|gz)";

    private static final Pattern SHEET =
            Pattern.compile("(?i).*\\.(%1$s|\\{%1$s(,%1$s)*})".formatted(ENDING));

    /** Between two addresses of one line; several e-mail addresses are one recipient. */
    private static final Pattern BETWEEN = Pattern.compile(",\\s*(?=[a-z]+:)");

    public static JobText of(JobFolder folder, String name) {
        if (!folder.contains(name)) {
            throw Refusal.notFound("There is no job " + name);
        }
        Path file = folder.files().get(name).get(0);
        String text = JobYaml.text(file);
        return new JobText(name, file, text, text);
    }

    /** A new one, in the first home. */
    public static JobText added(JobFolder folder, String name, String text) {
        JobFolder.checkName(name);
        Path file = folder.homes().get(0).resolve("jobs").resolve(name + ".yml");
        JobText added = new JobText(name, file, text, "");
        if (folder.contains(name)) {
            throw added.taken();
        }
        return added;
    }

    /** A new one with these keys, and with those that read a sheet and send it so. */
    public static JobText added(
            JobFolder folder,
            String name,
            Map<String, String> keys,
            SheetOptions sheet,
            Work send) {
        if (!keys.containsKey("read") && !keys.containsKey("from")) {
            throw JobRefusal.of("read", "A job needs a file to read, such as incoming/*.xlsx");
        }
        JobText text = added(folder, name, "");
        for (Map.Entry<String, String> key : keys.entrySet()) {
            text = text.with(key.getKey(), key.getValue());
        }
        Map<String, Object> all = new LinkedHashMap<>();
        ImportOption.words(sheet)
                .forEach(
                        (option, words) ->
                                all.put(option.key(), option.isList() ? words : words.get(0)));
        Map<String, String> columns = new LinkedHashMap<>();
        new TreeMap<>(sheet.columns()).forEach((field, header) -> columns.put(field.key(), header));
        all.replace(ImportOption.COLUMNS.key(), columns);
        all.replace(ImportOption.VALUES.key(), ofAllRows(sheet.values()));
        all.put("send", send.key());
        return text.withLines(dumped(all));
    }

    /** Another job with the same text, which does nothing until a person lets it. */
    public JobText copy(JobFolder folder, String other) {
        Path to = added(folder, other, "").file();
        return new JobText(other, to, text, text).with("paused", "true");
    }

    private Refusal taken() {
        return Refusal.job("There is already a job '%s': choose another name".formatted(name));
    }

    public JobText withText(String other) {
        return new JobText(name, file, other, before);
    }

    /** The keys of a job file, as they were when its text was read. */
    public record Keys(List<NodeTuple> entries) {
        /** The value of a key in one line; empty if it has none, or one with parts of its own. */
        public Optional<String> value(String key) {
            Optional<Node> value = entry(key).map(NodeTuple::getValueNode);
            boolean simple = value.filter(each -> scalars(each).count() != parts(each)).isEmpty();
            return value.filter(each -> simple)
                    .map(each -> scalars(each).collect(Collectors.joining(", ")));
        }

        public boolean has(String key) {
            return entry(key).isPresent();
        }

        private Set<String> texts(String key) {
            return entry(key).stream()
                    .flatMap(each -> scalars(each.getValueNode()))
                    .collect(Collectors.toSet());
        }

        private Optional<NodeTuple> entry(String key) {
            return entries.stream()
                    .filter(each -> scalars(each.getKeyNode()).toList().equals(List.of(key)))
                    .findFirst();
        }
    }

    /** Refused if the text has no keys that can be read. */
    public Keys keys() {
        return new Keys(text.isBlank() ? List.of() : JobYaml.parse(file, text).getValue());
    }

    private static int parts(Node value) {
        return value instanceof SequenceNode list ? list.getValue().size() : 1;
    }

    /** A blank value removes the key. */
    public JobText with(String key, String value) {
        Keys keys = keys();
        if (keys.value(key).orElse("").equals(value.strip())) {
            return this;
        }
        return with(keys.entry(key), value.isBlank() ? "" : line(key, value.strip()));
    }

    private JobText with(Optional<NodeTuple> entry, String line) {
        if (entry.isEmpty()) {
            return withLines(line);
        }
        int from = text.offsetByCodePoints(0, entry.get().getKeyNode().getStartMark().getIndex());
        int to = text.offsetByCodePoints(0, end(entry.get().getValueNode()));
        boolean ended = text.charAt(to - 1) == '\n';
        int next = ended ? to : text.indexOf('\n', to) + 1;
        return withText(
                text.substring(0, from)
                        + (ended ? line : line.stripTrailing())
                        + text.substring(line.isEmpty() ? next == 0 ? text.length() : next : to));
    }

    /** These texts of a sheet are read so from now on, too. */
    public JobText withValues(JobDefinition job, Set<Correction> values) {
        String lines = lines(job, values);
        return lines.isEmpty() ? this : with(keys().entry(ImportOption.VALUES.key()), lines);
    }

    /** The lines of a job that reads these texts so, too; empty if it does already. */
    public static String lines(JobDefinition job, Set<Correction> values) {
        Set<Correction> own = job.options().sheet().values();
        Set<Correction> all = new LinkedHashSet<>(own);
        all.addAll(values);
        Map<String, ?> ofAll = ofAllRows(all);
        return ofAll.equals(ofAllRows(own)) ? "" : dumped(Map.of(ImportOption.VALUES.key(), ofAll));
    }

    /** Single rows are those of one sheet. */
    private static Map<String, Map<String, String>> ofAllRows(Set<Correction> values) {
        Map<String, Map<String, String>> all = new TreeMap<>();
        values.stream()
                .filter(each -> each.place() == null)
                .forEach(
                        each ->
                                all.computeIfAbsent(each.field().key(), f -> new TreeMap<>())
                                        .put(each.found(), each.value()));
        return all;
    }

    private static String dumped(Map<String, ?> all) {
        DumperOptions style = new DumperOptions();
        style.setDefaultFlowStyle(FlowStyle.BLOCK);
        style.setAllowUnicode(true);
        return new Yaml(style).dump(all);
    }

    private JobText withLines(String lines) {
        return withText(text + (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + lines);
    }

    private static String line(String key, String value) {
        List<String> parts = BETWEEN.splitAsStream(value).toList();
        // Without the quotes that would keep true a text: a job file has only texts.
        return value.matches("[A-Za-z0-9]+")
                ? key + ": " + value + "\n"
                : dumped(Map.of(key, parts.size() > 1 ? parts : value));
    }

    /** Without the comments that follow. */
    private static int end(Node value) {
        boolean block =
                value instanceof CollectionNode<?> all && all.getFlowStyle() == FlowStyle.BLOCK;
        if (block && value instanceof SequenceNode list && !list.getValue().isEmpty()) {
            return end(list.getValue().get(list.getValue().size() - 1));
        }
        if (block && value instanceof MappingNode keys && !keys.getValue().isEmpty()) {
            return end(keys.getValue().get(keys.getValue().size() - 1).getValueNode());
        }
        return value.getEndMark().getIndex();
    }

    private static Stream<String> scalars(Node node) {
        if (node instanceof ScalarNode scalar) {
            return Stream.of(scalar.getValue());
        }
        return node instanceof SequenceNode list
                ? list.getValue().stream().flatMap(JobText::scalars)
                : ((MappingNode) node)
                        .getValue().stream()
                                .flatMap(each -> Stream.of(each.getKeyNode(), each.getValueNode()))
                                .flatMap(JobText::scalars);
    }

    /**
     * The job that it defines. What is new in it may only read sheets below the folder that holds
     * {@code jobs}, and notify other machines: who writes jobs in a browser must not read other
     * files of this machine, the settings or the data folder.
     */
    public JobDefinition checked(JobFolder folder, Path data) throws IOException {
        Keys old = withText(before).keys();
        Keys now = keys();
        for (String key : List.of("notify", "ping")) {
            Set<String> known = old.texts(key);
            for (String address : now.texts(key)) {
                if (!known.contains(address) && isOfThisMachine(address)) {
                    throw refused(
                            key,
                            "A job saved here does not notify a program of this machine, but '%s' leads there"
                                    .formatted(address));
                }
            }
        }
        JobDefinition job = JobFile.of(name, file, JobYaml.parse(file, text), folder);
        boolean sameFiles = old.value("read").equals(now.value("read")) && !old.has("from");
        if (job.sheets().from().isEmpty() && !(sameFiles && old.has("read"))) {
            checkPlace(job, data);
        }
        return job;
    }

    private JobRefusal refused(String key, String why) {
        return JobRefusal.of(key, "%s: write jobs/%s.yml by hand".formatted(why, name));
    }

    public Path save(JobFolder folder, Path data) throws IOException {
        checked(folder, data);
        if (folder.contains(name)) {
            return WholeFile.writeText(file, out -> out.write(text));
        }
        Files.createDirectories(file.getParent());
        try {
            return Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw taken();
        }
    }

    /** Its file is kept under a name that no job has. */
    public Path remove() throws IOException {
        return Files.move(
                file,
                file.resolveSibling(file.getFileName() + ".removed"),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private void checkPlace(JobDefinition job, Path data) throws IOException {
        FilePattern pattern = FilePattern.of(job.read());
        Path folder = job.home().resolve(pattern.folder());
        Path place = real(pattern.isGlob() ? folder : folder.resolve(pattern.name()));
        if (!place.startsWith(real(job.home()))) {
            throw refused(
                    "read",
                    "A job saved here can only read files under %s, but '%s' is elsewhere"
                            .formatted(job.home().normalize(), job.read()));
        }
        if (!SHEET.matcher(job.read()).matches()) {
            throw refused(
                    "read",
                    "A job saved here reads stock sheets, such as incoming/*.xlsx or stock.csv, but this is '%s'"
                            .formatted(job.read()));
        }
        boolean deep = pattern.isGlob() && (pattern.name() + "/").matches(".*(/|\\*\\*).+");
        if (place.startsWith(real(data)) || deep && real(data).startsWith(place)) {
            throw JobRefusal.of(
                    "read",
                    "A job saved here does not read the data folder, but '%s' leads there: name the folder that the sheets come to"
                            .formatted(job.read()));
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

    /** The path with its links resolved, as far as it exists. */
    private static Path real(Path path) throws IOException {
        Path absolute = path.toAbsolutePath().normalize();
        for (Path at = absolute; at != null; at = at.getParent()) {
            if (Files.exists(at)) {
                return at.toRealPath().resolve(at.relativize(absolute)).normalize();
            }
        }
        return absolute;
    }
}
