package dev.stockload.jobs;

import dev.stockload.imports.Brake;
import dev.stockload.imports.MissingMode;
import dev.stockload.imports.SendMode;
import dev.stockload.imports.VerifyMode;
import dev.stockload.sheet.HeaderField;
import dev.stockload.stock.Refusal;

import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads a job definition; what is wrong with one is said with its file, line and key. */
final class JobFile {
    private static final List<String> KEYS =
            Stream.of(
                            SheetKeys.KEYS,
                            List.of("account"),
                            Arrays.stream(ImportOption.values()).map(ImportOption::key).toList(),
                            List.of("maxRejected", "minRows", "maxZeroed"),
                            List.of("schedule", "zone", "catchUp"),
                            NotifyKeys.KEYS)
                    .flatMap(List::stream)
                    .toList();

    private static final String LOOKS_LIKE =
            "It looks like \"30 1 * * *\" (minute, hour, day, month, day of the week), optionally"
                    + " with seconds in front";

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
                        new SheetKeys(keys).place(sources),
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
                        new NotifyKeys(keys).notifySettings());
        keys.checkNoFault();
        return job;
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
        return keys.tried(() -> keys.text(key).map(text -> share(key, text)).orElse(usual), usual);
    }

    private double share(String key, String text) {
        try {
            double share = Double.parseDouble(text);
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw keys.fault(
                key,
                "takes a share between 0 and 1, such as 0.33, but this is '%s'".formatted(text));
    }

    private Optional<String> schedule() {
        return keys.tried(this::cronLine, Optional.empty());
    }

    private Optional<String> cronLine() {
        Optional<String> line = keys.text("schedule");
        line.ifPresent(
                cron -> {
                    if (timetable(cron).next(Instant.now()).isEmpty()) {
                        throw keys.fault(
                                "schedule", "names a time that never comes: '%s'".formatted(cron));
                    }
                });
        return line;
    }

    private CronTimes timetable(String cron) {
        try {
            return CronTimes.of(cron, ZoneId.of("UTC"));
        } catch (IllegalArgumentException e) {
            throw keys.fault(
                    "schedule", "is not a cron line: '%s'. %s".formatted(cron, LOOKS_LIKE));
        }
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

    /** How late a missed run still makes sense. */
    private Duration catchUp() {
        return keys.tried(() -> keys.text("catchUp").map(this::hours), Optional.<Duration>empty())
                .orElse(JobDefinition.CATCH_UP);
    }

    private Duration hours(String text) {
        try {
            double hours = Double.parseDouble(text);
            if (hours >= 0 && hours <= 24 * 31) {
                return Duration.ofSeconds(Math.round(hours * 3600));
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw keys.fault(
                "catchUp",
                "takes hours from 0 to 744, such as 6, but this is '%s'".formatted(text));
    }
}
