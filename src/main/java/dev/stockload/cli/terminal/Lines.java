package dev.stockload.cli.terminal;

import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Where a command writes. What sheets, files and services have put into a line can neither break it
 * nor move the cursor.
 */
public record Lines(PrintWriter writer) {
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cntrl}\u0080-\u009F\u2028\u2029]+");

    /**
     * Prints words for people.
     *
     * @param words ours, which may be several lines, with a place for each part
     * @param parts of which each stays in its line
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

    /** Prints a value for programs. */
    public void json(Object value) {
        writer.println(JsonMapper.shared().writeValueAsString(value));
    }

    private static String oneLine(String text) {
        return BREAKS.matcher(text).replaceAll(" ");
    }
}
