package dev.stockload.cli.terminal;

import picocli.CommandLine.Help.Ansi;

import java.util.Map;

/** Colours for a terminal; none if the output is a file or a pipe, or {@code NO_COLOR} is set. */
final class Paint {
    private static final String BOLD = "1";
    private static final String RED = "31";
    private static final String GREEN = "32";
    private static final String YELLOW = "33";
    private static final String BLUE = "34";

    /** Words of tables that have a colour. */
    private static final Map<String, String> WORDS =
            Map.ofEntries(
                    Map.entry("COMPLETED", GREEN),
                    Map.entry("FAILED", RED),
                    Map.entry("STOPPED", YELLOW),
                    Map.entry("WAITING", YELLOW),
                    Map.entry("RUNNING", BLUE),
                    Map.entry("missing", RED),
                    Map.entry("different", RED),
                    Map.entry("extra", YELLOW),
                    Map.entry("cannot be used, see below", RED));

    private Paint() {}

    static boolean isWanted() {
        return Ansi.AUTO.enabled();
    }

    static String heading(String text) {
        return text.isBlank() ? text : in(BOLD, text);
    }

    static String cell(String text) {
        String colour = WORDS.get(text.strip());
        return colour == null ? text : in(colour, text);
    }

    private static String in(String code, String text) {
        return "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
