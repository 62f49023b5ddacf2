package dev.stockload.cli.terminal;

import picocli.CommandLine.Option;

import java.util.function.BiConsumer;

/** The option {@code --json}: prints one JSON document instead of text. */
public final class JsonOption {
    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean asked;

    public boolean isAsked() {
        return asked;
    }

    public <T> void print(T value, CommandContext command, BiConsumer<T, CommandOutput> words) {
        if (asked) {
            command.out().json(value);
        } else {
            words.accept(value, command.out());
        }
    }

    /** Where sentences go: stderr with {@code --json}, since stdout has the document. */
    public CommandOutput sentences(CommandContext command) {
        return asked ? command.err() : command.out();
    }
}
