package dev.stockload.check;

import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;

import tools.jackson.core.io.JsonStringEncoder;

import java.io.IOException;
import java.io.Writer;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes lists of problems in the form of the rest of a report. A sheet may have hundreds of
 * thousands: a mapper takes as long for them as the check of the sheet.
 */
final class ProblemsJson {
    private static final int BLOCK = 1 << 15;

    private static final int MOST_MISTAKES = 1_000;
    private static final int LONGEST_MISTAKE = 100;

    /** Column names and codes, which come again and again. */
    private final Map<String, String> quoted = new HashMap<>();

    /** What is said of a value that needs no other row to be wrong, as it is written. */
    private final Map<ProblemCode, Map<String, String>> mistakes = new EnumMap<>(ProblemCode.class);

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

    private void write(Problem problem) {
        if (problem.place().sheet() != null) {
            text.append("\n    \"sheet\" : ").append(known(problem.place().sheet())).append(',');
        }
        text.append("\n    \"row\" : ").append(problem.row());
        text.append(",\n    \"column\" : ").append(known(problem.column()));
        boolean tellsAll = problem.other() == null && problem.said() == null;
        if (!tellsAll || problem.found().isEmpty()) {
            words(problem);
            return;
        }
        // The same mistake is made again and again, and a sentence about a size takes some thought.
        Map<String, String> same = mistakes.computeIfAbsent(problem.code(), c -> new HashMap<>());
        String words = same.get(problem.found());
        if (words == null) {
            int begin = text.length();
            words(problem);
            if (same.size() < MOST_MISTAKES && problem.found().length() < LONGEST_MISTAKE) {
                same.put(problem.found(), text.substring(begin));
            }
        } else {
            text.append(words);
        }
    }

    private void words(Problem problem) {
        text.append(",\n    \"value\" : ");
        quote(problem.found());
        text.append(",\n    \"code\" : ").append(known(problem.code().toString()));
        text.append(",\n    \"message\" : ");
        quote(problem.message());
        text.append("\n  }");
    }

    private String known(String value) {
        return quoted.computeIfAbsent(
                value,
                v -> '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(v)) + '"');
    }

    private void quote(String value) {
        text.append('"');
        if (isPlain(value)) {
            text.append(value);
        } else {
            JsonStringEncoder.getInstance().quoteAsString(value, text);
        }
        text.append('"');
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
}
