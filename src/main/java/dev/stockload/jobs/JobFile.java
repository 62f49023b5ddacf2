package dev.stockload.jobs;

import dev.stockload.imports.Brake;
import dev.stockload.imports.MissingMode;
import dev.stockload.imports.SendMode;
import dev.stockload.imports.VerifyMode;
import dev.stockload.sheet.CsvNames;
import dev.stockload.sheet.HeaderField;
import dev.stockload.sheet.SheetChoice;
import dev.stockload.sheet.SheetOptions;

import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads a job definition; what is wrong with one is said with its file, line and key. */
final class JobFile {
    private static final List<String> KEYS =
            Stream.of(
                            SheetKeys.KEYS,
                            List.of(
                                    "account",
                                    "sheet",
                                    "sheets",
                                    "columns",
                                    "encoding",
                                    "delimiter",
                                    "fillDown",
                                    "send",
                                    "missing",
                                    "maxRejected",
                                    "minRows",
                                    "maxZeroed",
                                    "verify",
                                    "schedule",
                                    "zone",
                                    "catchUp"),
                            NotifyKeys.KEYS)
                    .flatMap(List::stream)
                    .toList();
    private static final List<String> FIELDS =
            Arrays.stream(HeaderField.values()).map(HeaderField::key).toList();

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
        JobDefinition job =
                new JobDefinition(
                        name,
                        new SheetKeys(keys).place(sources),
                        keys.file().toAbsolutePath().getParent().getParent(),
                        keys.tried(() -> account(accounts), ""),
                        new SheetOptions(
                                keys.tried(this::sheet, null),
                                keys.tried(this::columns, Map.of()),
                                keys.tried(this::encoding, null),
                                keys.tried(this::delimiter, null),
                                keys.tried(this::fillDown, Set.of())),
                        keys.tried(this::send, SendMode.ALL),
                        keys.tried(this::missing, MissingMode.TELL),
                        new Brake(
                                share("maxRejected", Brake.USUAL.maxRejected()),
                                share("minRows", Brake.USUAL.minRows()),
                                share("maxZeroed", Brake.USUAL.maxZeroed())),
                        keys.tried(this::verify, VerifyMode.NONE),
                        schedule(),
                        zone(),
                        catchUp(),
                        new NotifyKeys(keys).notifySettings());
        keys.checkNoFault();
        return job;
    }

    private String encoding() {
        String name = keys.text("encoding").orElse(null);
        if (name != null && !CsvNames.isEncoding(name)) {
            throw keys.fault(
                    "encoding",
                    "is '%s', which is not a known encoding; %s"
                            .formatted(name, CsvNames.ENCODINGS));
        }
        return name;
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

    private SheetChoice sheet() {
        Optional<String> sheets = keys.text("sheets");
        if (sheets.isPresent() && !sheets.get().equalsIgnoreCase("all")) {
            throw keys.fault(
                    "sheets",
                    "takes 'all', but this is '%s'; sheet: names one".formatted(sheets.get()));
        }
        if (sheets.isPresent() && keys.node("sheet").isPresent()) {
            throw keys.fault("sheets", "and sheet exclude each other: name one sheet, or read all");
        }
        return sheets.isPresent()
                ? SheetChoice.ALL
                : SheetChoice.valueOf(keys.text("sheet").orElse(null));
    }

    private Map<HeaderField, String> columns() {
        Map<HeaderField, String> columns = new EnumMap<>(HeaderField.class);
        Node node = keys.node("columns").orElse(null);
        if (node == null) {
            return columns;
        }
        if (!(node instanceof MappingNode mapping)) {
            throw keys.fault(
                    node, "columns", "takes fields and their headers, such as { stock: On hand }");
        }
        keys.entries(mapping, "columns", FIELDS)
                .forEach(
                        (key, header) ->
                                columns.put(
                                        HeaderField.ofKey(key).orElseThrow(),
                                        keys.text(header, "columns")));
        return columns;
    }

    private Set<HeaderField> fillDown() {
        Set<HeaderField> fields = EnumSet.noneOf(HeaderField.class);
        keys.node("fillDown")
                .ifPresent(
                        node ->
                                keys.list(node, "fillDown", "[product, colour]")
                                        .forEach(each -> fields.add(filled(each))));
        return fields;
    }

    private HeaderField filled(Node node) {
        List<String> known = HeaderField.FILLED.stream().map(HeaderField::key).toList();
        String word = node instanceof ScalarNode scalar ? scalar.getValue() : "";
        return HeaderField.ofKey(word)
                .filter(HeaderField.FILLED::contains)
                .orElseThrow(() -> keys.unknown(node, "fillDown", word, known));
    }

    private SendMode send() {
        return word("send", SendMode::of, "'all', 'changed' or 'new'", SendMode.ALL);
    }

    private MissingMode missing() {
        MissingMode mode =
                word("missing", MissingMode::of, "'tell', 'zero' or 'keep'", MissingMode.TELL);
        if (mode == MissingMode.ZERO && keys.text("send").filter("new"::equals).isPresent()) {
            throw keys.fault(
                    "missing",
                    "is 'zero', but with 'send: new' nothing is sent of products that have stock:"
                            + " choose one of the two");
        }
        return mode;
    }

    private VerifyMode verify() {
        return word("verify", VerifyMode::of, "'none', 'sample' or 'all'", VerifyMode.NONE);
    }

    private <T> T word(String key, Function<String, Optional<T>> meaning, String words, T usual) {
        Optional<String> word = keys.text(key);
        if (word.isEmpty()) {
            return usual;
        }
        String wrong = "takes %s, but this is '%s'".formatted(words, word.get());
        return meaning.apply(word.get()).orElseThrow(() -> keys.fault(key, wrong));
    }

    private Character delimiter() {
        Node node = keys.node("delimiter").orElse(null);
        if (node == null) {
            return null;
        }
        String text = node instanceof ScalarNode scalar ? scalar.getValue() : "";
        return CsvNames.delimiter(text)
                .orElseThrow(
                        () ->
                                keys.fault(
                                        "delimiter",
                                        "%s, but this is '%s'"
                                                .formatted(CsvNames.DELIMITERS, text)));
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
                    "does not know '%s'%s"
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
