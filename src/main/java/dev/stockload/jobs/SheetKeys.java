package dev.stockload.jobs;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads where sheets come from: {@code from}, {@code read}, {@code take}, {@code done} and {@code
 * afterwards}.
 */
final class SheetKeys {
    static final List<String> KEYS = List.of("from", "read", "take", "done", "afterwards");

    private final YamlKeys keys;

    SheetKeys(YamlKeys keys) {
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
        name.filter(source -> !known.contains(source))
                .ifPresent(
                        source -> {
                            throw keys.fault(
                                    "from",
                                    "is '%s', which is not set under stockload.sources%s"
                                            .formatted(
                                                    source,
                                                    known.isEmpty()
                                                            ? ""
                                                            : Nearest.offer(source, known)));
                        });
        return name;
    }

    private String read(boolean ofSource) {
        Optional<String> read = keys.text("read");
        if (read.isEmpty() && !ofSource) {
            throw new UnusableJobException(
                    "%s has no key 'read', which names the files to import".formatted(keys.file()));
        }
        // An address may be that of one file already.
        return pattern("read", read.orElse(""));
    }

    private Optional<String> done() {
        return keys.text("done").map(text -> pattern("done", text));
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
