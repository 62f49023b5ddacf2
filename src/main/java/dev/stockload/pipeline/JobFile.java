package dev.stockload.pipeline;

import dev.stockload.sheet.Field;
import dev.stockload.sheet.SheetOptions;

import org.springframework.scheduling.support.CronExpression;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a job definition; what is wrong with one is said with its file, line and key. */
final class JobFile {
    private static final List<String> KEYS =
            List.of(
                    "read",
                    "account",
                    "sheet",
                    "columns",
                    "encoding",
                    "delimiter",
                    "fillDown",
                    "send",
                    "maxRejected",
                    "minRows",
                    "schedule",
                    "zone");
    private static final List<Field> FILLED = List.of(Field.PRODUCT, Field.ITEM, Field.COLOUR);

    private final Path file;
    private final Map<String, Node> values = new LinkedHashMap<>();

    private JobFile(Path file) {
        this.file = file;
    }

    static JobDefinition read(String name, Path file) throws IOException {
        JobFile job = new JobFile(file);
        job.load();
        return job.definition(name);
    }

    private void load() throws IOException {
        Node root;
        try (Reader in = Files.newBufferedReader(file)) {
            root = new Yaml().compose(in);
        } catch (MarkedYAMLException e) {
            throw new UnusableJobException(
                    "%s, line %d: this is no YAML: %s"
                            .formatted(file, e.getProblemMark().getLine() + 1, e.getProblem()),
                    e);
        } catch (YAMLException | CharacterCodingException e) {
            throw new UnusableJobException(
                    "%s cannot be read: it is no text in UTF-8".formatted(file), e);
        }
        if (!(root instanceof MappingNode mapping)) {
            throw new UnusableJobException(
                    "%s has no keys: at least 'read: FILE' is expected".formatted(file));
        }
        for (NodeTuple tuple : mapping.getValue()) {
            String key = ((ScalarNode) tuple.getKeyNode()).getValue();
            if (!KEYS.contains(key)) {
                throw fault(
                        tuple.getKeyNode(),
                        key,
                        "is no key of a job definition" + Nearest.offer(key, KEYS));
            }
            if (values.put(key, tuple.getValueNode()) != null) {
                throw fault(tuple.getKeyNode(), key, "stands there twice");
            }
        }
    }

    private JobDefinition definition(String name) {
        if (!values.containsKey("read")) {
            throw new UnusableJobException(
                    "%s has no key 'read': it names the file or files to import".formatted(file));
        }
        return new JobDefinition(
                name,
                text("read").orElseThrow(),
                file.toAbsolutePath().getParent().getParent(),
                text("account").orElse("default"),
                new SheetOptions(
                        text("sheet").orElse(null),
                        columns(),
                        text("encoding").orElse(null),
                        delimiter(),
                        fillDown()),
                send(),
                new Brake(
                        share("maxRejected", Brake.USUAL.maxRejected()),
                        share("minRows", Brake.USUAL.minRows())),
                schedule(),
                zone());
    }

    private Optional<String> text(String key) {
        Node node = values.get(key);
        if (node == null) {
            return Optional.empty();
        }
        if (!(node instanceof ScalarNode scalar) || scalar.getValue().isBlank()) {
            throw fault(node, key, "takes one text");
        }
        return Optional.of(scalar.getValue().strip());
    }

    private Map<Field, String> columns() {
        Map<Field, String> columns = new EnumMap<>(Field.class);
        Node node = values.get("columns");
        if (node == null) {
            return columns;
        }
        if (!(node instanceof MappingNode mapping)) {
            throw fault(
                    node, "columns", "takes fields and their headers, such as { stock: On hand }");
        }
        for (NodeTuple tuple : mapping.getValue()) {
            Field field = field("columns", tuple.getKeyNode(), Arrays.asList(Field.values()));
            if (!(tuple.getValueNode() instanceof ScalarNode header)) {
                throw fault(tuple.getValueNode(), "columns", "takes one header for each field");
            }
            columns.put(field, header.getValue());
        }
        return columns;
    }

    private Set<Field> fillDown() {
        Set<Field> fields = EnumSet.noneOf(Field.class);
        Node node = values.get("fillDown");
        if (node == null) {
            return fields;
        }
        if (!(node instanceof SequenceNode sequence)) {
            throw fault(node, "fillDown", "takes a list, such as [product, colour]");
        }
        sequence.getValue().forEach(each -> fields.add(field("fillDown", each, FILLED)));
        return fields;
    }

    private Field field(String key, Node node, List<Field> allowed) {
        List<String> known = allowed.stream().map(Field::key).toList();
        String word = node instanceof ScalarNode scalar ? scalar.getValue() : "";
        return Field.ofKey(word)
                .filter(allowed::contains)
                .orElseThrow(
                        () ->
                                fault(
                                        node,
                                        key,
                                        "does not know '%s'%s"
                                                .formatted(word, Nearest.offer(word, known))));
    }

    private SendMode send() {
        return text("send")
                .map(
                        word ->
                                SendMode.of(word)
                                        .orElseThrow(
                                                () ->
                                                        fault(
                                                                values.get("send"),
                                                                "send",
                                                                "is 'all' or 'changed', but this is '%s'"
                                                                        .formatted(word))))
                .orElse(SendMode.ALL);
    }

    private Character delimiter() {
        Node node = values.get("delimiter");
        if (node == null) {
            return null;
        }
        String text = node instanceof ScalarNode scalar ? scalar.getValue() : "";
        if (text.equals("tab") || text.equals("\\t")) {
            return '\t';
        }
        if (text.length() != 1) {
            throw fault(
                    node,
                    "delimiter",
                    "takes one character or 'tab', but this is '%s'".formatted(text));
        }
        return text.charAt(0);
    }

    private double share(String key, double usual) {
        return text(key)
                .map(
                        text -> {
                            try {
                                double share = Double.parseDouble(text);
                                if (share >= 0 && share <= 1) {
                                    return share;
                                }
                            } catch (NumberFormatException e) {
                                // said below
                            }
                            throw fault(
                                    values.get(key),
                                    key,
                                    "takes a share between 0 and 1, such as 0.33, but this is '%s'"
                                            .formatted(text));
                        })
                .orElse(usual);
    }

    private Optional<String> schedule() {
        Optional<String> line = text("schedule");
        line.ifPresent(
                cron -> {
                    String seconds = cron.split("\\s+").length == 5 ? "0 " + cron : cron;
                    if (!CronExpression.isValidExpression(seconds)) {
                        throw fault(
                                values.get("schedule"),
                                "schedule",
                                "is no cron line: '%s'. It looks like \"30 1 * * *\" (minute, hour, day, month, day of the week)"
                                        .formatted(cron));
                    }
                });
        return line;
    }

    private Optional<ZoneId> zone() {
        return text("zone")
                .map(
                        zone -> {
                            try {
                                return ZoneId.of(zone);
                            } catch (DateTimeException e) {
                                throw fault(
                                        values.get("zone"),
                                        "zone",
                                        "does not know '%s'%s"
                                                .formatted(
                                                        zone,
                                                        Nearest.offer(
                                                                zone,
                                                                ZoneId.getAvailableZoneIds())));
                            }
                        });
    }

    private UnusableJobException fault(Node at, String key, String what) {
        return new UnusableJobException(
                "%s, line %d: '%s' %s".formatted(file, at.getStartMark().getLine() + 1, key, what));
    }

    /** The names of the definitions in a folder. */
    static List<String> names(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith(".yml"))
                    .map(name -> name.substring(0, name.length() - 4))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }
}
