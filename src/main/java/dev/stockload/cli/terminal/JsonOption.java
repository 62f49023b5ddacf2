package dev.stockload.cli.terminal;

import picocli.CommandLine.Option;

/** The option {@code --json} of a command: one document for other programs instead of text. */
public final class JsonOption {
    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean asked;

    public boolean isAsked() {
        return asked;
    }

    /** Where a command with this option writes its sentences: stdout is for the document. */
    public Lines sentences(CommandContext command) {
        return asked ? command.err() : command.out();
    }
}
