package dev.stockload.jobs.define;

import dev.stockload.stock.Refusal;

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
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The keys of a YAML file with their values and lines, and the faults that were found. */
record YamlReader(Path file, Map<String, Node> values, List<String> faults) {
    static YamlReader load(Path file, Collection<String> known) {
        Node root;
        try (Reader in = Files.newBufferedReader(file)) {
            root = new Yaml().compose(in);
        } catch (MarkedYAMLException e) {
            throw Refusal.job(
                    "%s, line %d: this is not valid YAML: %s%s"
                            .formatted(
                                    file,
                                    e.getProblemMark().getLine() + 1,
                                    e.getProblem(),
                                    hint(e)),
                    e);
        } catch (YAMLException | CharacterCodingException e) {
            throw Refusal.job("%s cannot be read: it is not UTF-8 text".formatted(file), e);
        } catch (IOException e) {
            String refused =
                    Files.exists(file)
                            ? "this user may not read it"
                            : "it is a link that leads nowhere";
            String why = e instanceof FileSystemException ? refused : e.getMessage();
            throw Refusal.job("%s cannot be read: %s".formatted(file, why), e);
        }
        if (!(root instanceof MappingNode mapping)) {
            throw Refusal.job("%s has no keys: it needs at least 'read: FILE'".formatted(file));
        }
        YamlReader keys = new YamlReader(file, new LinkedHashMap<>(), new ArrayList<>());
        keys.values.putAll(keys.entries(mapping, null, known));
        return keys;
    }

    private static String hint(MarkedYAMLException e) {
        return String.valueOf(e.getContext()).contains("alias")
                ? ". A text that begins with * needs quotes, such as \"* * * * *\""
                : "";
    }

    /** An unknown or repeated key is a fault; {@code of} is null for the file itself. */
    Map<String, Node> entries(MappingNode mapping, String of, Collection<String> known) {
        Map<String, Node> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String key = tuple.getKeyNode() instanceof ScalarNode plain ? plain.getValue() : "?";
            if (!known.contains(key)) {
                String what =
                        of == null
                                ? "is not a key of a job definition"
                                : "has no key '%s'".formatted(key);
                String offer = WordSuggestion.offer(key, known);
                faults.add(
                        fault(tuple.getKeyNode(), of == null ? key : of, what + offer)
                                .getMessage());
            } else if (entries.put(key, tuple.getValueNode()) != null) {
                faults.add(fault(tuple.getKeyNode(), key, "appears twice").getMessage());
            }
        }
        return entries;
    }

    /** The value; if it cannot be read, that is added to the faults, and the default is used. */
    <T> T tried(Supplier<T> reading, T usual) {
        try {
            return reading.get();
        } catch (Refusal e) {
            faults.add(e.getMessage());
            return usual;
        }
    }

    void checkNoFault() {
        if (!faults.isEmpty()) {
            throw Refusal.job(String.join("\n", faults));
        }
    }

    Optional<Node> node(String key) {
        return Optional.ofNullable(values.get(key));
    }

    Optional<String> text(String key) {
        return node(key).map(node -> text(node, key));
    }

    String text(Node node, String key) {
        if (!(node instanceof ScalarNode scalar) || scalar.getValue().isBlank()) {
            throw fault(node, key, "takes a single value");
        }
        return scalar.getValue().strip();
    }

    /** A word as it is written; empty for a list or mapping. */
    static String plain(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    List<Node> list(Node node, String key, String example) {
        if (!(node instanceof SequenceNode sequence)) {
            throw fault(node, key, "takes a list, such as " + example);
        }
        return sequence.getValue();
    }

    Refusal fault(Node at, String key, String what) {
        return Refusal.job(
                "%s, line %d: '%s' %s"
                        .formatted(
                                file,
                                at.getStartMark().getLine() + 1,
                                masked(key, at),
                                masked(what, at)));
    }

    /** Whether a text may be an address, which may hold a secret. */
    static boolean isAddress(String text) {
        return text.contains("://") || text.contains("@");
    }

    /** Messages never repeat an address, not even under a key that takes none. */
    private static String masked(String text, Node at) {
        String value = plain(at).strip();
        return isAddress(value) ? text.replace(value, "…") : text;
    }
}
