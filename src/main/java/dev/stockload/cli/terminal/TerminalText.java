package dev.stockload.cli.terminal;

import java.util.regex.Pattern;

/** Text out of a sheet on a terminal: in one line, and without signs that a terminal obeys. */
public final class TerminalText {
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cntrl}\u0080-\u009F\u2028\u2029]+");

    private TerminalText() {}

    public static String of(String text) {
        return BREAKS.matcher(text).replaceAll(" ");
    }
}
