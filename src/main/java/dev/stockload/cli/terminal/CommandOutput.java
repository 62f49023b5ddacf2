package dev.stockload.cli.terminal;

import dev.stockload.stock.Count;

import tools.jackson.databind.json.JsonMapper;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * The output of a command. Text from sheets, files and services can neither break a line nor move
 * the cursor.
 */
public record CommandOutput(PrintWriter writer) {
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cntrl}\u0080-\u009F\u2028\u2029]+");

    /**
     * @param words a format, which may have several lines
     * @param parts its arguments, in which line breaks become spaces
     */
    public void say(String words, Object... parts) {
        Object[] plain =
                Arrays.stream(parts)
                        .map(part -> part instanceof Number ? part : oneLine("" + part))
                        .toArray();
        String text = parts.length == 0 ? words : words.formatted(plain);
        for (String line : text.split("\n", -1)) {
            writer.println(oneLine(line));
        }
    }

    /** Says how many more there are than those that were shown, if any. */
    public void more(int count) {
        if (count > 0) {
            say("… and %s more", Count.of(count));
        }
    }

    public void json(Object value) {
        writer.println(JsonMapper.shared().writeValueAsString(value));
    }

    /**
     * Asks a person in a terminal for a yes.
     *
     * @param otherwise the answer where there is no terminal
     */
    public boolean isConfirmed(String question, boolean otherwise) {
        Console console = System.console();
        if (console == null) {
            return otherwise;
        }
        writer.print(question + " [y/N] ");
        writer.flush();
        String answer = console.readLine();
        return answer != null && answer.strip().matches("(?i)y|yes");
    }

    private static String oneLine(String text) {
        return BREAKS.matcher(text).replaceAll(" ");
    }
}
