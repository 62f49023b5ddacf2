package dev.stockload.cli.terminal;

import picocli.CommandLine.Option;

/** The option {@code --json}: prints one JSON document instead of text. */
public final class JsonOption {
    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean asked;

    public boolean isAsked() {
        return asked;
    }

    /** Where sentences go: stderr with {@code --json}, since stdout has the document. */
    public Lines sentences(CommandContext command) {
        return asked ? command.err() : command.out();
    }
}
