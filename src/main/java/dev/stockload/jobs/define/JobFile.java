package dev.stockload.jobs.define;

import static dev.stockload.imports.order.ImportOptions.VerifyMode.NONE;
import static dev.stockload.jobs.define.ImportOption.NEW_COLOURS;
import static dev.stockload.jobs.define.ImportOption.SEND;
import static dev.stockload.jobs.define.ImportOption.VERIFY;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.StockRules;
import dev.stockload.jobs.define.JobDefinition.NotifySettings;
import dev.stockload.jobs.define.JobDefinition.NotifySettings.Rule;
import dev.stockload.jobs.define.JobDefinition.NotifySettings.Rule.End;
import dev.stockload.jobs.define.JobDefinition.SheetPlace;
import dev.stockload.jobs.define.JobRefusal.Fault;
import dev.stockload.notifications.Recipient;
import dev.stockload.sources.FilePattern;
import dev.stockload.stock.MissingMode;
import dev.stockload.stock.SafeText;

import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads a job definition. Each fault is reported with its file, line and key. */
record JobFile(Path file, Map<String, Node> values, List<Fault> faults)
        implements ImportOption.Given {
    private static final String NOTIFY = "notify";
    private static final List<String> KEYS =
            Stream.of(
                            List.of("from", "read", "take", "done", "afterwards", "account"),
                            Arrays.stream(ImportOption.values()).map(ImportOption::key).toList(),
                            List.of("verifyEvery"),
                            StockRuleKeys.OF_ALL,
                            List.of(StockRuleKeys.RULES),
                            List.of("maxRejected", "minRows", "maxZeroed", "shape"),
                            List.of("schedule", "zone", "catchUp", "paused"),
                            List.of("expect", "ping", NOTIFY, "reply"))
                    .flatMap(List::stream)
                    .toList();

    private static final String LOOKS_LIKE =
            "It looks like \"30 1 * * *\" (minute, hour, day, month, day of the week), optionally"
                    + " with seconds in front";

    private static final String NO_ADDRESS =
            ", not an address: set stockload.sources.NAME.url to that in application.yml, and write"
                    + " from: NAME here";

    private static final int MOST_ADDRESSES = 100;
    private static final int MOST_FAULTS = 100;
    private static final int LONGEST_SHOWN = 200;
    private static final int LONGEST_CATCH_UP = 24 * 31;
    private static final int LONGEST_VERIFY_EVERY = 366;

    /** Java itself would also read 7d and 1e3. */
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?|\\.\\d+");

    private static final Pattern MARKER = Pattern.compile("[^*?\\[{/\\\\]*\\*?[^*?\\[{/\\\\]*");

    static JobDefinition of(String name, Path file, MappingNode node, JobFolder folder) {
        JobFile keys = new JobFile(file, new LinkedHashMap<>(), new ArrayList<>());
        keys.values.putAll(keys.entries(node, null, KEYS));
        return keys.definition(name, folder.accounts(), folder.sources());
    }

    private JobDefinition definition(String name, Set<String> accounts, Set<String> sources) {
        JobDefinition job =
                new JobDefinition(
                        name,
                        place(sources),
                        file,
                        value("account", each -> set(each, "accounts", accounts)).orElse("default"),
                        new ImportOptions(
                                ImportOption.sheetOptions(this),
                                tried(() -> SEND.chosen(this, Work.ALL), Work.ALL),
                                tried(this::missing, MissingMode.REPORT),
                                tried(
                                        () -> NEW_COLOURS.chosen(this, NewColourMode.SEND),
                                        NewColourMode.SEND),
                                tried(() -> new StockRuleKeys(this).read(), StockRules.NONE),
                                Optional.of(
                                        new Brake(
                                                share("maxRejected", Brake.USUAL.maxRejected()),
                                                share("minRows", Brake.USUAL.minRows()),
                                                share("maxZeroed", Brake.USUAL.maxZeroed()),
                                                !value("shape", word -> choice(word, "ask", "any"))
                                                        .orElse(false))),
                                tried(() -> VERIFY.chosen(this, NONE), NONE)),
                        verifyEvery(),
                        value("schedule", JobFile::cron),
                        value("zone", JobFile::zone),
                        catchUp(),
                        value("paused", word -> choice(word, "false", "true")).orElse(false),
                        new NotifySettings(
                                tried(this::notifyRules, List.of()),
                                value("reply", word -> choice(word, "false", "true")).orElse(false),
                                value("ping", JobFile::ping),
                                value("expect", JobFile::time)));
        if (!faults.isEmpty()) {
            throw new JobRefusal(faults.stream().limit(MOST_FAULTS).toList());
        }
        return job;
    }

    private SheetPlace place(Set<String> sources) {
        boolean ofSource = node("from").isPresent();
        if (!ofSource && node("read").isEmpty()) {
            String words = "%s has no key 'read', which names the files to import";
            faults.add(new Fault("read", "", words.formatted(file)));
        }
        return new SheetPlace(
                value("from", name -> source(name, sources)),
                // The address of a source may already be that of one file.
                value("read", text -> pattern(text, ofSource)).orElse(""),
                value("take", word -> choice(word, "all", "newest")).orElse(false),
                value("done", this::marker),
                value("afterwards", word -> choice(word, "keep", "move")).orElse(false));
    }

    private static String source(String name, Set<String> known) {
        if (isAddress(name) && !known.contains(name)) {
            throw new IllegalArgumentException("takes the name of a source" + NO_ADDRESS);
        }
        return set(name, "sources", known);
    }

    /** If no account is set, any account is accepted. */
    private static String set(String name, String under, Set<String> known) {
        if (known.contains(name) || known.isEmpty() && under.equals("accounts")) {
            return name;
        }
        String offer = known.isEmpty() ? "" : WordSuggestion.offer(name, known);
        throw new IllegalArgumentException(
                "is '%s', which is not set under stockload.%s%s".formatted(name, under, offer));
    }

    private static String pattern(String text, boolean ofSource) {
        if (text.contains("://")) {
            throw new IllegalArgumentException("takes a file or a pattern" + NO_ADDRESS);
        }
        if (ofSource && List.of(text.split("[/\\\\]")).contains("..")) {
            throw new IllegalArgumentException(
                    "leads out of the folder of the source: name files in it or below, such as"
                            + " \"*.csv\"");
        }
        try {
            FilePattern.of(text);
            return text;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "is neither a file nor a pattern: " + e.getMessage(), e);
        }
    }

    /** The name of a file next to the sheet, in which * stands for the sheet's name. */
    private String marker(String name) {
        boolean text = node("done").orElseThrow().getTag().equals(Tag.STR);
        if (!text || !MARKER.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "takes the name of the file that says that a sheet is complete, in quotes and"
                            + " with at most one *, such as \"*.ok\"");
        }
        return name;
    }

    private static boolean choice(String word, String defaultValue, String other) {
        if (!word.equals(defaultValue) && !word.equals(other)) {
            throw new IllegalArgumentException(
                    "takes '%s' or '%s', but this is '%s'".formatted(defaultValue, other, word));
        }
        return word.equals(other);
    }

    private MissingMode missing() {
        MissingMode mode = ImportOption.MISSING.chosen(this, MissingMode.REPORT);
        boolean onlyNew = text("send").filter(Work.NEW.key()::equalsIgnoreCase).isPresent();
        if (mode == MissingMode.ZERO && onlyNew) {
            throw fault(
                    node("missing").orElseThrow(),
                    "missing",
                    "is 'zero', but with 'send: new' nothing is sent of products that have stock:"
                            + " choose one of the two");
        }
        return mode;
    }

    @Override
    public List<String> words(ImportOption option) {
        Node node = node(option.key()).orElse(null);
        if (node == null) {
            return List.of();
        }
        return switch (option) {
            case COLUMNS -> columns(node);
            case FILL_DOWN -> words(node, "fillDown", "[product, colour]");
            case UNUSED -> words(node, "unused", "[Old stock]");
            case VALUES -> values(node);
            case DELIMITER -> List.of(scalar(node));
            default -> List.of(text(node, option.key()));
        };
    }

    private List<String> columns(Node node) {
        MappingNode mapping =
                mapping(node, "columns", "fields and their headers, such as { stock: On hand }");
        return entries(mapping, "columns", ImportOption.FIELDS).entrySet().stream()
                .map(each -> each.getKey() + "=" + text(each.getValue(), "columns"))
                .toList();
    }

    /** Keys and values as they are written, also where YAML means yes, a time or a number. */
    private List<String> values(Node node) {
        String takes = "fields with texts and how they are read: { size: { XL: 44 } }";
        List<String> words = new ArrayList<>();
        Map<String, Node> fields =
                entries(mapping(node, "values", takes), "values", ImportOption.FIELDS);
        for (Map.Entry<String, Node> field : fields.entrySet()) {
            for (NodeTuple pair : mapping(field.getValue(), "values", takes).getValue()) {
                String found = field.getKey() + ":" + scalar(pair.getKeyNode());
                words.add(found + ImportOption.BECOMES + scalar(pair.getValueNode()));
            }
        }
        return words;
    }

    MappingNode mapping(Node node, String key, String takes) {
        if (!(node instanceof MappingNode mapping)) {
            throw fault(node, key, "takes " + takes);
        }
        return mapping;
    }

    private List<String> words(Node node, String key, String example) {
        return list(node, key, example).stream().map(JobFile::scalar).toList();
    }

    @Override
    public String name(ImportOption option) {
        return "'" + option.key() + "'";
    }

    @Override
    public JobRefusal fault(ImportOption option, String what) {
        String shown = what;
        for (String word : words(option)) {
            shown = isAddress(word) ? shown.replace(word, "…") : shown;
        }
        return fault(node(option.key()).orElseThrow(), option.key(), shown);
    }

    private double share(String key, double defaultValue) {
        String takes = "takes a share between 0 and 1, such as 0.33";
        return value(key, text -> number(text, 0, 1, takes)).orElse(defaultValue);
    }

    private static double number(String text, double least, double most, String takes) {
        double number = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : -1;
        if (number < least || number > most) {
            throw new IllegalArgumentException("%s, but this is '%s'".formatted(takes, text));
        }
        return number;
    }

    /** Empty if the key is missing or its value is unusable, which is added to the faults. */
    private <T> Optional<T> value(String key, Function<String, T> reading) {
        return tried(() -> node(key).map(node -> read(node, key, reading)), Optional.empty());
    }

    <T> T read(Node node, String key, Function<String, T> reading) {
        try {
            return reading.apply(text(node, key));
        } catch (IllegalArgumentException e) {
            throw fault(node, key, e.getMessage());
        }
    }

    private static String cron(String line) {
        Optional<Instant> next;
        try {
            next = CronTimes.of(line, ZoneOffset.UTC).next(Instant.EPOCH);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "is not a cron line: '%s'. %s".formatted(line, LOOKS_LIKE), e);
        }
        if (next.isEmpty()) {
            throw new IllegalArgumentException(
                    "names a time that never comes: '%s'".formatted(line));
        }
        return line;
    }

    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    WordSuggestion.refusal(name, ZoneId.getAvailableZoneIds()), e);
        }
    }

    private Duration verifyEvery() {
        return value("verifyEvery", this::days)
                .map(days -> Duration.ofHours(Math.round(days * 24)))
                .orElse(JobDefinition.DEFAULT_VERIFY_EVERY);
    }

    private double days(String text) {
        double days = number(text, 1, LONGEST_VERIFY_EVERY, "takes days from 1 to 366, such as 7");
        String verify = text("verify").orElse("none");
        if (!verify.equals("store")) {
            throw new IllegalArgumentException(
                    "is only for 'verify: store', but 'verify' is '%s': write 'verify: store', or remove this line"
                            .formatted(verify));
        }
        return days;
    }

    private Duration catchUp() {
        String takes = "takes hours from 0 to 744, such as 6";
        return value("catchUp", text -> number(text, 0, LONGEST_CATCH_UP, takes))
                .map(hours -> Duration.ofSeconds(Math.round(hours * 3600)))
                .orElse(JobDefinition.DEFAULT_CATCH_UP);
    }

    private static LocalTime time(String text) {
        try {
            return LocalTime.parse(text, DateTimeFormatter.ofPattern("H:mm"));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "takes a time of day in quotes, such as \"06:00\", but this is '%s'"
                            .formatted(text),
                    e);
        }
    }

    private List<Rule> notifyRules() {
        List<Node> nodes = node(NOTIFY).stream().toList();
        if (nodes.size() == 1 && nodes.get(0) instanceof SequenceNode all) {
            nodes = all.getValue();
        }
        List<Rule> rules = nodes.stream().flatMap(this::rules).toList();
        if (rules.size() > MOST_ADDRESSES) {
            String words = "has %d addresses: write at most 100, or that of a mailing list";
            throw fault(node(NOTIFY).orElseThrow(), NOTIFY, words.formatted(rules.size()));
        }
        return rules;
    }

    private Stream<Rule> rules(Node node) {
        if (!(node instanceof MappingNode mapping)) {
            return rules(node, false, End.ALL);
        }
        Map<String, Node> parts = entries(mapping, NOTIFY, List.of("url", "on", "allowHttp"));
        if (!parts.containsKey("url")) {
            throw fault(node, NOTIFY, "has no 'url' to post to");
        }
        Node http = parts.get("allowHttp");
        boolean allowHttp = http != null && text(http, NOTIFY).equals("true");
        return rules(parts.get("url"), allowHttp, ends(parts.get("on")));
    }

    /** A wrong address is not repeated: it may hold a secret. */
    private Stream<Rule> rules(Node node, boolean allowHttp, Set<End> on) {
        return read(node, NOTIFY, text -> Recipient.parse(text, allowHttp)).stream()
                .map(each -> new Rule(each, on));
    }

    private Set<End> ends(Node node) {
        Set<End> ends = EnumSet.noneOf(End.class);
        for (Node each : node == null ? List.<Node>of() : list(node, "on", "[rejects, failure]")) {
            String word = scalar(each);
            if (!End.keys().contains(word)) {
                throw fault(each, "on", WordSuggestion.refusal(word, End.keys()));
            }
            ends.add(End.valueOf(word.toUpperCase(Locale.ROOT)));
        }
        return ends.isEmpty() ? End.ALL : ends;
    }

    private static URI ping(String text) {
        return Recipient.webAddress(
                text,
                false,
                "takes a web address, such as https://monitor.example/nightly",
                "would call %s unencrypted: use https");
    }

    /** An unknown or repeated key is a fault; {@code of} is null for the file itself. */
    Map<String, Node> entries(MappingNode mapping, String of, Collection<String> known) {
        Map<String, Node> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String key =
                    tuple.getKeyNode() instanceof ScalarNode ? scalar(tuple.getKeyNode()) : "?";
            if (faults.size() >= MOST_FAULTS) {
                break;
            }
            if (!known.contains(key)) {
                String none = "has no key '%s'".formatted(key);
                String what = of == null ? "is not a key of a job definition" : none;
                note(tuple, of == null ? key : of, what + WordSuggestion.offer(key, known));
            } else if (entries.put(key, tuple.getValueNode()) != null) {
                note(tuple, key, "appears twice");
            }
        }
        return entries;
    }

    private void note(NodeTuple at, String key, String what) {
        faults.addAll(fault(at.getKeyNode(), key, what).faults());
    }

    /** The value; if it cannot be read, that is added to the faults, and the default is used. */
    @Override
    public <T> T tried(Supplier<T> reading, T defaultValue) {
        try {
            return reading.get();
        } catch (JobRefusal e) {
            faults.addAll(e.faults());
            return defaultValue;
        }
    }

    private Optional<Node> node(String key) {
        return Optional.ofNullable(values.get(key));
    }

    private Optional<String> text(String key) {
        return node(key).map(node -> text(node, key));
    }

    private String text(Node node, String key) {
        if (!(node instanceof ScalarNode scalar) || scalar.getValue().isBlank()) {
            throw fault(node, key, "takes a single value");
        }
        return SafeText.repaired(scalar.getValue().strip());
    }

    /** A word as it is written; empty for a list or mapping. */
    private static String scalar(Node node) {
        return node instanceof ScalarNode scalar ? SafeText.repaired(scalar.getValue()) : "";
    }

    List<Node> list(Node node, String key, String example) {
        if (!(node instanceof SequenceNode sequence)) {
            throw fault(node, key, "takes a list, such as " + example);
        }
        return sequence.getValue();
    }

    JobRefusal fault(Node at, String key, String what) {
        String place =
                "%s, line %d: '%s' "
                        .formatted(file, at.getStartMark().getLine() + 1, masked(key, at));
        return new JobRefusal(List.of(new Fault(key, place, masked(what, at))));
    }

    /** Whether a text may be an address, which may hold a secret. */
    private static boolean isAddress(String text) {
        return text.contains("://") || text.contains("@");
    }

    /** Messages never repeat an address, not even under a key that takes none, nor a long text. */
    private static String masked(String text, Node at) {
        String value = scalar(at).strip();
        String shown = isAddress(value) ? "…" : SafeText.cut(value, LONGEST_SHOWN);
        return value.isEmpty() ? text : text.replace(value, shown);
    }
}
