package dev.stockload.cli.terminal;

import dev.stockload.stock.Count;

import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.SerializationFeature;
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

    /** What turns the direction of a line, so that it reads otherwise than it is. */
    private static final Pattern BIDI_CONTROLS =
            Pattern.compile("[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]");

    /** Why a command could not do what was asked, as {@code --json} prints it. */
    public record Fault(String error) {}

    /** Prints a format of one or more lines; line breaks in its parts become spaces. */
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

    public void more(String indent, int count) {
        if (count > 0) {
            say(indent + "… and %s more", Count.of(count));
        }
    }

    /** Prints JSON in one line; what the value makes only now is not kept. */
    public void json(Object value) {
        JsonMapper.shared()
                .writer()
                .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .without(SerializationFeature.WRAP_EXCEPTIONS)
                .writeValue(writer, value);
        writer.println();
    }

    /** With {@code --yes}, or if a person agrees; otherwise says that nothing was sent. */
    public boolean isConfirmed(boolean yes, CommandOutput err) {
        boolean agreed = yes || isAgreed();
        if (!agreed) {
            err.say("Nothing was sent. --yes sends it without asking");
        }
        return agreed;
    }

    private boolean isAgreed() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        writer.print("Send this? [y/N] ");
        writer.flush();
        String answer = console.readLine();
        return answer != null && answer.strip().matches("(?i)y|yes");
    }

    private static String oneLine(String text) {
        return BIDI_CONTROLS.matcher(BREAKS.matcher(text).replaceAll(" ")).replaceAll("\uFFFD");
    }
}
