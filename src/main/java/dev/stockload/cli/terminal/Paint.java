package dev.stockload.cli.terminal;

import picocli.CommandLine.Help.Ansi;

import java.util.Map;

/**
 * Colours for a terminal. There are none where the output goes into a file or a pipe, or where
 * {@code NO_COLOR} is set.
 */
final class Paint {
    private static final String BOLD = "1";
    private static final String RED = "31";
    private static final String GREEN = "32";
    private static final String YELLOW = "33";
    private static final String BLUE = "34";

    /** The words of tables that say how something ended. */
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

    /** A cell of a table, in colour if it is one of the words that say how something ended. */
    static String cell(String text) {
        String colour = WORDS.get(text.strip());
        return colour == null ? text : in(colour, text);
    }

    private static String in(String code, String text) {
        return "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
