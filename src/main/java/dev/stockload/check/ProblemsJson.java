package dev.stockload.check;

import dev.stockload.stock.Place;
import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;

import tools.jackson.core.io.JsonStringEncoder;

import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Writes lists of problems in the form of the rest of a report. A sheet may have hundreds of
 * thousands: a mapper takes as long for them as the check of the sheet.
 */
final class ProblemsJson {
    private static final int BLOCK = 1 << 15;

    private static final int AT_HAND = 1 << 12;
    private static final int LONGEST_AT_HAND = 100;

    /** Column names and codes, which come again and again. */
    private final Map<String, Words> quoted = new HashMap<>();

    /**
     * What was said of a value lately: the same mistake is made again and again, all rows that wait
     * for another say the same, and going over each letter is what a long list costs.
     */
    private final Said[] recent = new Said[AT_HAND];

    /** Letters of one byte alone: one of two would make all of them twice as long. */
    private final StringBuilder text = new StringBuilder(BLOCK + BLOCK / 8);

    private final Writer out;

    ProblemsJson(Writer out) {
        this.out = out;
    }

    /** Writes one more list of the report. */
    void write(String name, Iterable<Problem> problems) throws IOException {
        text.append(",\n  \"").append(name).append("\" : [");
        String separator = " {";
        for (Problem problem : problems) {
            text.append(separator);
            write(problem);
            separator = ", {";
            if (text.length() >= BLOCK) {
                flush();
            }
        }
        text.append(" ]");
        flush();
    }

    private void flush() throws IOException {
        out.write(text.toString());
        text.setLength(0);
    }

    /** A piece of JSON, and whether it has letters of one byte alone. */
    private record Words(String json, boolean ascii) {
        static Words of(String json) {
            return new Words(json, isAscii(json));
        }
    }

    private record Said(ProblemCode code, String found, Place other, Words words) {
        boolean isOf(Problem problem) {
            return code == problem.code()
                    && found.equals(problem.found())
                    && Objects.equals(other, problem.other());
        }
    }

    private void write(Problem problem) throws IOException {
        if (problem.place().sheet() != null) {
            text.append("\n    \"sheet\" : ");
            add(known(problem.place().sheet()));
            text.append(',');
        }
        text.append("\n    \"row\" : ").append(problem.row());
        text.append(",\n    \"column\" : ");
        add(known(problem.column()));
        add(words(problem));
    }

    private void add(Words words) throws IOException {
        if (words.ascii()) {
            text.append(words.json());
        } else {
            flush();
            out.write(words.json());
        }
    }

    private Words words(Problem problem) {
        String found = problem.found();
        if (problem.said() != null || found.isEmpty() || found.length() > LONGEST_AT_HAND) {
            return newWords(problem);
        }
        int place = Objects.hash(problem.code().ordinal(), problem.found(), problem.other());
        int slot = (place ^ place >>> 16) & AT_HAND - 1;
        if (recent[slot] == null || !recent[slot].isOf(problem)) {
            Words words = newWords(problem);
            recent[slot] = new Said(problem.code(), problem.found(), problem.other(), words);
        }
        return recent[slot].words();
    }

    private Words newWords(Problem problem) {
        return Words.of(
                ",\n    \"value\" : "
                        + quote(problem.found())
                        + ",\n    \"code\" : "
                        + known(problem.code().toString()).json()
                        + ",\n    \"message\" : "
                        + quote(problem.message())
                        + "\n  }");
    }

    private Words known(String value) {
        return quoted.computeIfAbsent(value, v -> Words.of(quote(v)));
    }

    private static String quote(String value) {
        return isPlain(value)
                ? '"' + value + '"'
                : '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(value)) + '"';
    }

    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    private static boolean isAscii(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }
}
