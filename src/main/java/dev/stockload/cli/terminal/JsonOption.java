package dev.stockload.cli.terminal;

import picocli.CommandLine.Option;

import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;

/** The option {@code --json} of a command: one document for other programs instead of text. */
public final class JsonOption {
    private static final ObjectWriter JSON = JsonMapper.shared().writerWithDefaultPrettyPrinter();

    @Option(names = "--json", description = "Print one JSON document and nothing else.")
    private boolean asked;

    public boolean isAsked() {
        return asked;
    }

    /** Where a command with this option writes its sentences: stdout is for the document. */
    public PrintWriter sentences(CommandContext command) {
        return asked ? command.err() : command.out();
    }

    public static void print(Object document, PrintWriter out) {
        out.println(JSON.writeValueAsString(document));
        out.flush();
    }
}
