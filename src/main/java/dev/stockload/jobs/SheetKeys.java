package dev.stockload.jobs;

import dev.stockload.sources.FilePattern;
import dev.stockload.stock.Refusal;

import org.yaml.snakeyaml.nodes.Tag;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads where sheets come from: {@code from}, {@code read}, {@code take}, {@code done} and {@code
 * afterwards}.
 */
final class SheetKeys {
    static final List<String> KEYS = List.of("from", "read", "take", "done", "afterwards");

    private static final String NO_ADDRESS =
            ", not an address: set stockload.sources.NAME.url to that in application.yml, and write"
                    + " from: NAME here";

    private static final Pattern MARKER = Pattern.compile("[^*?\\[{/\\\\]*\\*?[^*?\\[{/\\\\]*");

    private final YamlReader keys;

    SheetKeys(YamlReader keys) {
        this.keys = keys;
    }

    /**
     * @param sources the names of the sources that are set
     */
    SheetPlace place(Set<String> sources) {
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
        return pattern("read", text);
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

    private String pattern(String key, String text) {
        try {
            FilePattern.of(text);
            return text;
        } catch (IllegalArgumentException e) {
            throw keys.fault(key, "is neither a file nor a pattern: " + e.getMessage());
        }
    }

    private boolean choice(String key, String usual, String other) {
        String word = keys.text(key).orElse(usual);
        if (!word.equals(usual) && !word.equals(other)) {
            throw keys.fault(
                    key, "takes '%s' or '%s', but this is '%s'".formatted(usual, other, word));
        }
        return word.equals(other);
    }
}
