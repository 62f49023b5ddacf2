package dev.stockload.check;

import dev.stockload.stock.Problem;

import tools.jackson.core.io.JsonStringEncoder;

import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes lists of problems in the form of the rest of a report. A sheet may have hundreds of
 * thousands: a mapper takes as long for them as the check of the sheet.
 */
final class ProblemsJson {
    private static final int BLOCK = 1 << 15;

    /** Column names and codes, which come again and again. */
    private final Map<String, String> quoted = new HashMap<>();

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
