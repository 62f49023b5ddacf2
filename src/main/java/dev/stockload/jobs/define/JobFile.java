package dev.stockload.jobs.define;

import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.MissingMode;
import dev.stockload.imports.order.SendMode;
import dev.stockload.imports.order.VerifyMode;
import dev.stockload.jobs.define.JobDefinition.NotifySettings;
import dev.stockload.jobs.define.JobDefinition.SheetPlace;
import dev.stockload.notifications.Recipient;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sources.FilePattern;
import dev.stockload.stock.Refusal;

import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads a job definition; what is wrong with one is said with its file, line and key. */
public final class JobFile {
    private static final String NOTIFY = "notify";
    private static final List<String> KEYS =
            Stream.of(
                            List.of("from", "read", "take", "done", "afterwards"),
                            List.of("account"),
                            Arrays.stream(ImportOption.values()).map(ImportOption::key).toList(),
                            List.of("maxRejected", "minRows", "maxZeroed"),
                            List.of("schedule", "zone", "catchUp"),
                            List.of("expect", "ping", NOTIFY))
                    .flatMap(List::stream)
                    .toList();

    private static final String LOOKS_LIKE =
            "It looks like \"30 1 * * *\" (minute, hour, day, month, day of the week), optionally"
                    + " with seconds in front";

    private static final String NO_ADDRESS =
            ", not an address: set stockload.sources.NAME.url to that in application.yml, and write"
                    + " from: NAME here";

    private static final int LONGEST_CATCH_UP = 24 * 31;
    private static final Pattern MARKER = Pattern.compile("[^*?\\[{/\\\\]*\\*?[^*?\\[{/\\\\]*");

    private final YamlReader keys;

    private JobFile(YamlReader keys) {
        this.keys = keys;
    }

    /**
     * @param accounts the names of the accounts that are set; empty where any will do
     * @param sources the names of the sources that are set
     */
    static JobDefinition read(String name, Path file, Set<String> accounts, Set<String> sources)
            throws IOException {
        return new JobFile(YamlReader.load(file, KEYS)).definition(name, accounts, sources);
    }

    private JobDefinition definition(String name, Set<String> accounts, Set<String> sources) {
        YamlOptions options = new YamlOptions(keys);
        JobDefinition job =
                new JobDefinition(
                        name,
                        place(sources),
                        keys.file().toAbsolutePath().getParent().getParent(),
                        keys.tried(() -> account(accounts), ""),
                        ImportOption.sheetOptions(options),
                        keys.tried(() -> ImportOption.send(options), SendMode.ALL),
                        keys.tried(() -> missing(options), MissingMode.TELL),
                        new Brake(
                                share("maxRejected", Brake.USUAL.maxRejected()),
                                share("minRows", Brake.USUAL.minRows()),
                                share("maxZeroed", Brake.USUAL.maxZeroed())),
                        keys.tried(() -> ImportOption.verify(options), VerifyMode.NONE),
                        schedule(),
                        zone(),
                        catchUp(),
                        notifySettings());
        keys.checkNoFault();
        return job;
    }

    private SheetPlace place(Set<String> sources) {
        Optional<String> from = keys.tried(() -> from(sources), Optional.empty());
        return new SheetPlace(
                from,
                keys.tried(() -> read(keys.node("from").isPresent()), ""),
                keys.tried(() -> choice("take", "all", "newest"), false),
                keys.tried(this::done, Optional.empty()),
                keys.tried(() -> choice("afterwards", "keep", "move"), false));
    }

    private Optional<String> from(Set<String> known) {
        Optional<String> name = keys.text("from");
        if (name.isEmpty() || known.contains(name.get())) {
            return name;
        }
        if (YamlReader.isAddress(name.get())) {
            throw keys.fault("from", "takes the name of a source" + NO_ADDRESS);
        }
        String offer = known.isEmpty() ? "" : WordSuggestion.offer(name.get(), known);
        throw keys.fault(
                "from",
                "is '%s', which is not set under stockload.sources%s".formatted(name.get(), offer));
    }

    private String read(boolean ofSource) {
        Optional<String> read = keys.text("read");
        if (read.isEmpty() && !ofSource) {
            throw Refusal.job(
                    "%s has no key 'read', which names the files to import".formatted(keys.file()));
        }
        // An address may be that of one file already.
        String text = read.orElse("");
        if (text.contains("://")) {
            throw keys.fault("read", "takes a file or a pattern" + NO_ADDRESS);
        }
        if (ofSource && List.of(text.split("[/\\\\]")).contains("..")) {
            throw keys.fault(
                    "read",
                    "leads out of the folder of the source: name files in it or below, such as"
                            + " \"*.csv\"");
        }
        try {
            FilePattern.of(text);
            return text;
        } catch (IllegalArgumentException e) {
            throw keys.fault("read", "is neither a file nor a pattern: " + e.getMessage());
        }
    }

    /** A name beside the sheet, in which a star stands for the name of the sheet. */
    private Optional<String> done() {
        Optional<String> marker = keys.text("done");
        boolean text = keys.node("done").filter(node -> node.getTag().equals(Tag.STR)).isPresent();
        if (marker.isPresent() && (!text || !MARKER.matcher(marker.get()).matches())) {
            throw keys.fault(
                    "done",
                    "takes the name of the file that says that a sheet is complete, in quotes and"
                            + " with at most one *, such as \"*.ok\"");
        }
        return marker;
    }

    private boolean choice(String key, String usual, String other) {
        String word = keys.text(key).orElse(usual);
        if (!word.equals(usual) && !word.equals(other)) {
            throw keys.fault(
                    key, "takes '%s' or '%s', but this is '%s'".formatted(usual, other, word));
        }
        return word.equals(other);
    }

    private String account(Set<String> known) {
        String account = keys.text("account").orElse("default");
        if (!known.isEmpty() && !known.contains(account)) {
            throw keys.fault(
                    "account",
                    "is '%s', which is not set under stockload.accounts%s"
                            .formatted(account, WordSuggestion.offer(account, known)));
        }
        return account;
    }

    private MissingMode missing(YamlOptions options) {
        MissingMode mode = ImportOption.missing(options, MissingMode.TELL);
        if (mode == MissingMode.ZERO && keys.text("send").filter("new"::equals).isPresent()) {
            throw keys.fault(
                    "missing",
                    "is 'zero', but with 'send: new' nothing is sent of products that have stock:"
                            + " choose one of the two");
        }
        return mode;
    }

    /** The options of an import as YAML has them: a word, a list or a mapping. */
    private record YamlOptions(YamlReader keys) implements ImportOption.Given {
        private static final List<String> FIELDS =
                Arrays.stream(HeaderField.values()).map(HeaderField::key).toList();

        @Override
        public List<String> words(ImportOption option) {
            Node node = keys.node(option.key()).orElse(null);
            if (node == null) {
                return List.of();
            }
            return switch (option) {
                case COLUMNS -> columns(node);
                case FILL_DOWN -> filled(node).stream().map(YamlReader::plain).toList();
                case DELIMITER -> List.of(YamlReader.plain(node));
                default -> List.of(keys.text(node, option.key()));
            };
        }

        private List<String> columns(Node node) {
            if (!(node instanceof MappingNode mapping)) {
                throw keys.fault(
                        node,
                        "columns",
                        "takes fields and their headers, such as { stock: On hand }");
            }
            return keys.entries(mapping, "columns", FIELDS).entrySet().stream()
                    .map(each -> each.getKey() + "=" + keys.text(each.getValue(), "columns"))
                    .toList();
        }

        private List<Node> filled(Node node) {
            return keys.list(node, "fillDown", "[product, colour]");
        }

        @Override
        public String name(ImportOption option) {
            return "'" + option.key() + "'";
        }

        @Override
        public Refusal fault(ImportOption option, int word, String what) {
            Node node = keys.node(option.key()).orElseThrow();
            return keys.fault(
                    option == ImportOption.FILL_DOWN ? filled(node).get(word) : node,
                    option.key(),
                    what);
        }

        @Override
        public <T> T tried(Supplier<T> reading, T usual) {
            return keys.tried(reading, usual);
        }
    }

    private double share(String key, double usual) {
        return parsed(
                        key,
                        text -> within(1, Double.parseDouble(text)),
                        "takes a share between 0 and 1, such as 0.33, but this is '%s'")
                .orElse(usual);
    }

    private static double within(double most, double number) {
        if (number >= 0 && number <= most) {
            return number;
        }
        throw new IllegalArgumentException();
    }

    /**
     * The value of a key; empty where it is not there.
     *
     * @param reading fails with an unchecked exception where the text is no such value
     * @param takes what the key takes, with a place for the text
     */
    private <T> Optional<T> parsed(String key, Function<String, T> reading, String takes) {
        return keys.tried(
                () ->
                        keys.text(key)
                                .map(
                                        text -> {
                                            try {
                                                return reading.apply(text);
                                            } catch (IllegalArgumentException
                                                    | DateTimeException e) {
                                                throw keys.fault(key, takes.formatted(text));
                                            }
                                        }),
                Optional.empty());
    }

    private Optional<String> schedule() {
        return parsed("schedule", this::comingTime, "is not a cron line: '%s'. " + LOOKS_LIKE);
    }

    private String comingTime(String cron) {
        if (CronTimes.of(cron, ZoneOffset.UTC).next(Instant.now()).isEmpty()) {
            throw keys.fault("schedule", "names a time that never comes: '%s'".formatted(cron));
        }
        return cron;
    }

    private Optional<ZoneId> zone() {
        return keys.tried(() -> keys.text("zone").map(this::zone), Optional.empty());
    }

    private ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw keys.fault(
                    "zone",
                    "does not take '%s'%s"
                            .formatted(
                                    name,
                                    WordSuggestion.offer(name, ZoneId.getAvailableZoneIds())));
        }
    }

    private Duration catchUp() {
        return parsed(
                        "catchUp",
                        text -> within(LONGEST_CATCH_UP, Double.parseDouble(text)),
                        "takes hours from 0 to 744, such as 6, but this is '%s'")
                .map(hours -> Duration.ofSeconds(Math.round(hours * 3600)))
                .orElse(JobDefinition.CATCH_UP);
    }

    private NotifySettings notifySettings() {
        return new NotifySettings(
                keys.tried(this::notifyRules, List.of()),
                parsed(
                        "ping",
                        this::ping,
                        "takes a web address, such as https://monitor.example/nightly"),
                parsed(
                        "expect",
                        text -> LocalTime.parse(text, DateTimeFormatter.ofPattern("H:mm")),
                        "takes a time of day in quotes, such as \"06:00\", but this is '%s'"));
    }

    private List<NotifySettings.Rule> notifyRules() {
        Node node = keys.node(NOTIFY).orElse(null);
        if (node == null) {
            return List.of();
        }
        return node instanceof SequenceNode all
                ? all.getValue().stream().flatMap(each -> rules(each).stream()).toList()
                : rules(node);
    }

    private List<NotifySettings.Rule> rules(Node node) {
        if (!(node instanceof MappingNode mapping)) {
            return rules(recipients(node, false), NotifySettings.Rule.End.ALL);
        }
        Map<String, Node> parts = keys.entries(mapping, NOTIFY, List.of("url", "on", "allowHttp"));
        if (!parts.containsKey("url")) {
            throw keys.fault(node, NOTIFY, "has no 'url' to post to");
        }
        boolean http =
                parts.containsKey("allowHttp")
                        && keys.text(parts.get("allowHttp"), NOTIFY).equals("true");
        return rules(recipients(parts.get("url"), http), ends(parts.get("on")));
    }

    private static List<NotifySettings.Rule> rules(
            List<Recipient> recipients, Set<NotifySettings.Rule.End> on) {
        return recipients.stream().map(each -> new NotifySettings.Rule(each, on)).toList();
    }

    /** The address is not repeated where it is none: it may hold a secret. */
    private List<Recipient> recipients(Node node, boolean allowHttp) {
        try {
            return Recipient.parse(keys.text(node, NOTIFY), allowHttp);
        } catch (IllegalArgumentException e) {
            throw keys.fault(node, NOTIFY, e.getMessage());
        }
    }

    private Set<NotifySettings.Rule.End> ends(Node node) {
        Set<NotifySettings.Rule.End> ends = EnumSet.noneOf(NotifySettings.Rule.End.class);
        for (Node each :
                node == null ? List.<Node>of() : keys.list(node, "on", "[rejects, failure]")) {
            String word = YamlReader.plain(each);
            if (!NotifySettings.Rule.End.keys().contains(word)) {
                throw keys.unknown(each, "on", word, NotifySettings.Rule.End.keys());
            }
            ends.add(NotifySettings.Rule.End.valueOf(word.toUpperCase(Locale.ROOT)));
        }
        return ends.isEmpty() ? NotifySettings.Rule.End.ALL : ends;
    }

    private URI ping(String text) {
        URI url = URI.create(text);
        boolean http = "http".equals(url.getScheme());
        if (url.getHost() == null || !http && !"https".equals(url.getScheme())) {
            throw new IllegalArgumentException();
        }
        if (http && !Recipient.isLoopback(url)) {
            throw keys.fault(
                    "ping", "would call %s unencrypted: use https".formatted(url.getHost()));
        }
        return url;
    }
}
